/** What is spoken on the showcase and beside the worked examples. `npm run showcase` makes the sound; a change here asks for a new one. */
export type ShowcaseVoice = { engine: "kokoro" | "piper" | "espeak"; speaker: string; name: string };

export type ShowcasePiece = {
	id: string;
	title: string;
	/** What to listen for. */
	note: string;
	lang: string;
	voices: readonly ShowcaseVoice[];
	settings?: { speed?: number; stability?: number; style?: number };
	/** Who says what: places in `voices`. */
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
		note: "A story read plainly, with the pauses where a reader would breathe.",
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
		note: "Text to dialogue: a voice for each line, one sound without a join.",
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
		note: "Stability at 0: the melody goes further up and down. Compare with the next one.",
		lang: "en-US",
		voices: [heart],
		settings: { stability: 0 },
		lines: [{ voice: 0, text: bakery }],
	},
	{
		id: "even",
		title: "The same words, even",
		note: "Stability at 1: same voice, same sentence, a flatter melody.",
		lang: "en-US",
		voices: [heart],
		settings: { stability: 1 },
		lines: [{ voice: 0, text: bakery }],
	},
	{
		id: "timetable",
		title: "Figures, dates and money",
		note: "Nothing was spelled out by hand. The text says 7:45, March 5 and £12.50.",
		lang: "en-GB",
		voices: [george],
		lines: [
			{ voice: 0, text: "The 7:45 leaves from platform 3. From March 5, a single costs £12.50, and dogs travel free." },
		],
	},
	{
		id: "help-line",
		title: "While you wait",
		note: "A telephone line that says something useful, at nine tenths of the voice's own pace.",
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
		note: "A sentence from a page for ten-year-olds, in Spanish.",
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
		note: "One of the fast voices: less warm than the quality ones, and lighter work for the processor.",
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
		title: "The basic voice, honestly",
		note: "German has only this tier today. It says of itself: one understands me, but nobody takes me for a person.",
		lang: "de",
		voices: [german],
		lines: [
			{ voice: 0, text: "Ich bin die einfache Stimme. Man versteht mich, aber niemand hält mich für einen Menschen." },
		],
	},
];

/** Everything that shapes the sound of a piece, in one line: it is hashed, so that a changed text without new sound is found. */
export function recipeOf({ voices, settings = {}, lines }: ShowcasePiece): string {
	return JSON.stringify({ voices: voices.map(({ engine, speaker }) => `${engine}:${speaker}`), settings, lines });
}
