/** Clips of the showcase and the examples. After a change, run `npm run showcase` to regenerate the audio. */
export type ShowcaseVoice = { engine: "kokoro" | "piper" | "espeak"; speaker: string; name: string };

export type ShowcasePiece = {
	id: string;
	title: string;
	/** What to listen for. */
	note: string;
	lang: string;
	voices: readonly ShowcaseVoice[];
	settings?: { speed?: number; stability?: number; style?: number };
	/** `voice` is an index into `voices`. */
	lines: readonly { voice: number; text: string }[];
};

const emma: ShowcaseVoice = { engine: "kokoro", speaker: "bf_emma", name: "Emma" };
const heart: ShowcaseVoice = { engine: "kokoro", speaker: "af_heart", name: "Heart" };
const michael: ShowcaseVoice = { engine: "kokoro", speaker: "am_michael", name: "Michael" };
const george: ShowcaseVoice = { engine: "kokoro", speaker: "bm_george", name: "George" };
const dora: ShowcaseVoice = { engine: "kokoro", speaker: "ef_dora", name: "Dora" };
const ellis: ShowcaseVoice = { engine: "piper", speaker: "libritts-24", name: "Ellis" };
const german: ShowcaseVoice = { engine: "espeak", speaker: "de", name: "German" };

const bakery = "Nobody in the village could remember a winter like it. Nobody, that is, but the baker.";

export const showcasePieces: readonly ShowcasePiece[] = [
	{
		id: "chapter",
		title: "A chapter opens",
		note: "A plain story reading, with natural pauses.",
		lang: "en-GB",
		voices: [emma],
		lines: [
			{
				voice: 0,
				text: "The keeper had stopped counting ships. He counted lamps instead, one for each window across the bay, and the dark ones he knew by name.",
			},
		],
	},
	{
		id: "dialogue",
		title: "Two people, one kitchen",
		note: "Text to dialogue: a different voice for each line, in one seamless recording.",
		lang: "en-US",
		voices: [heart, michael],
		lines: [
			{ voice: 0, text: "Did you hear that?" },
			{ voice: 1, text: "Hear what? It's completely quiet." },
			{ voice: 0, text: "Exactly. The fridge has stopped." },
		],
	},
	{
		id: "lively",
		title: "The same words, lively",
		note: "Stability 0: more varied intonation. Compare with the next clip.",
		lang: "en-US",
		voices: [heart],
		settings: { stability: 0 },
		lines: [{ voice: 0, text: bakery }],
	},
	{
		id: "even",
		title: "The same words, even",
		note: "Stability 1: same voice, same sentence, flatter intonation.",
		lang: "en-US",
		voices: [heart],
		settings: { stability: 1 },
		lines: [{ voice: 0, text: bakery }],
	},
	{
		id: "timetable",
		title: "Numbers, dates and prices",
		note: "The text contains 7:45, March 5 and £12.50 as written.",
		lang: "en-GB",
		voices: [george],
		lines: [
			{ voice: 0, text: "The 7:45 leaves from platform 3. From March 5, a single costs £12.50, and dogs travel free." },
		],
	},
	{
		id: "help-line",
		title: "While you wait",
		note: "A phone announcement at speed 0.9.",
		lang: "en-US",
		voices: [michael],
		settings: { speed: 0.9 },
		lines: [
			{
				voice: 0,
				text: "You are third in line. If the light on your router is red, unplug it, count to ten, and plug it in again.",
			},
		],
	},
	{
		id: "reading-list",
		title: "From a reading list",
		note: "A sentence for ten-year-olds, in Spanish.",
		lang: "es",
		voices: [dora],
		lines: [
			{
				voice: 0,
				text: "Una semilla no sabe qué día es, pero mide la luz. Cuando las tardes se alargan, decide que ya es primavera.",
			},
		],
	},
	{
		id: "gate",
		title: "A gate has changed",
		note: "A fast voice: less warm than the natural ones, but lighter on the CPU.",
		lang: "en-US",
		voices: [ellis],
		lines: [
			{
				voice: 0,
				text: "Flight two eleven now leaves from gate nine. Boarding starts in ten minutes; please have your passes ready.",
			},
		],
	},
	{
		id: "basic",
		title: "A basic voice",
		note: "German has only a basic voice today. It says: you can understand me, but nobody would take me for a person.",
		lang: "de",
		voices: [german],
		lines: [
			{ voice: 0, text: "Ich bin die einfache Stimme. Man versteht mich, aber niemand hält mich für einen Menschen." },
		],
	},
];

/** Everything that affects the audio of a clip. Its hash shows when a text changed without new audio. */
export function recipeOf({ voices, settings = {}, lines }: ShowcasePiece): string {
	return JSON.stringify({ voices: voices.map(({ engine, speaker }) => `${engine}:${speaker}`), settings, lines });
}
