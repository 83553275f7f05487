// A voice mixed from shipped ones. Its name is its whole recipe, so that it needs no place of its own: whatever is kept of what it says is
// kept under all that shapes it, and any speech node can speak it.

import { promptKey } from "./prompt.ts";

export type Blend = {
	/** Whose timbre, by weight; the weights sum to one. */
	timbre: Weights;
	/** Whose melody, rhythm and emphasis. */
	manner: Weights;
	/** Times the asked speed. */
	pace: number;
};
export type Weights = Readonly<Record<string, number>>;

const prefix = "blend:";
const mostSpeakers = 8;
/** Beyond these a mix of styles no longer sounds like a person. */
const weightRange = [-0.5, 1.5] as const;
const paceRange = [0.7, 1.4] as const;
const digits = 3;

export const isBlend = (speaker: string): boolean => speaker.startsWith(prefix);

/** The name of a mix. The same mix has the same name, however it was written down. */
export function blendName({ timbre, manner, pace }: Blend): string {
	return `${prefix}${written(timbre)}/${written(manner)}/${Number(pace.toFixed(digits))}`;
}

function written(weights: Weights): string {
	return Object.entries(normalised(weights))
		.map(([speaker, weight]) => [speaker, Number(weight.toFixed(digits))] as const)
		.filter(([, weight]) => weight !== 0)
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([speaker, weight]) => `${speaker}*${weight}`)
		.join("+");
}

function normalised(weights: Weights): Weights {
	const sum = Object.values(weights).reduce((total, weight) => total + weight, 0);
	if (!(Math.abs(sum) > 1e-6)) throw new Error("the weights of a mix must not sum to nothing");
	return Object.fromEntries(Object.entries(weights).map(([speaker, weight]) => [speaker, weight / sum]));
}

/** Undefined for what is no mix of the known speakers: the name may come from anywhere. */
export function parseBlend(speaker: string, known: ReadonlySet<string>): Blend | undefined {
	if (!isBlend(speaker)) return undefined;
	const [timbre, manner, pace, ...rest] = speaker.slice(prefix.length).split("/");
	const mix = { timbre: read(timbre, known), manner: read(manner, known), pace: Number(pace) };
	if (rest.length > 0 || !mix.timbre || !mix.manner || !within(mix.pace, paceRange)) return undefined;
	return { timbre: mix.timbre, manner: mix.manner, pace: mix.pace };
}

function read(text: string | undefined, known: ReadonlySet<string>): Weights | undefined {
	const weights: Record<string, number> = {};
	const parts = (text ?? "").split("+");
	if (parts.length > mostSpeakers) return undefined;
	for (const part of parts) {
		const [speaker = "", weight, ...rest] = part.split("*");
		if (rest.length > 0 || !known.has(speaker) || speaker in weights || !within(Number(weight), weightRange))
			return undefined;
		weights[speaker] = Number(weight);
	}
	const sum = Object.values(weights).reduce((total, weight) => total + weight, 0);
	return Math.abs(sum - 1) < 0.01 ? weights : undefined;
}

const within = (value: number, [least, most]: readonly [number, number]) => value >= least && value <= most;

type Knowing = { blends?: true; prompts?: true; speakers(): { id: string; language: string }[] };

/** Whether an engine can speak under this name: one of its speakers, or a mix of them where it mixes. */
export function knowsSpeaker(engine: Knowing, speaker: string): boolean {
	return ownLanguage(engine, speaker) !== undefined;
}

/** The language of a speaker; of a mix, that of the speaker whose timbre weighs most. */
export function ownLanguage(engine: Knowing, speaker: string): string | undefined {
	if (engine.prompts && promptKey(speaker) !== undefined) return "en";
	const speakers = engine.speakers();
	const mix = engine.blends && parseBlend(speaker, new Set(speakers.map(({ id }) => id)));
	const whose = mix ? heaviest(mix.timbre) : speaker;
	return speakers.find(({ id }) => id === whose)?.language;
}

export function heaviest(weights: Weights): string | undefined {
	const sorted = Object.entries(weights).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
	return sorted[0]?.[0];
}
