// Invariant: a blended voice's name is its complete recipe. It needs no record of its own, cached audio is keyed by
// everything that shapes it, and any speech node can render it.

import { promptKey } from "./prompt.ts";

export type Blend = {
	/** Timbre: the weight of each speaker. Weights sum to one. */
	timbre: Weights;
	/** Pitch contour, rhythm and emphasis: the weight of each speaker. */
	prosody: Weights;
	/** Multiplies the requested speed. */
	pace: number;
};
export type Weights = Readonly<Record<string, number>>;

const prefix = "blend:";
const maxSpeakers = 8;
/** Outside this range a blend no longer sounds human. */
const weightRange = [-0.5, 1.5] as const;
const paceRange = [0.7, 1.4] as const;
const digits = 3;

export const isBlend = (speaker: string): boolean => speaker.startsWith(prefix);

/** Returns the canonical name of a blend: equal blends have equal names. */
export function blendName({ timbre, prosody, pace }: Blend): string {
	return `${prefix}${formatWeights(timbre)}/${formatWeights(prosody)}/${Number(pace.toFixed(digits))}`;
}

function formatWeights(weights: Weights): string {
	return Object.entries(normalize(weights))
		.map(([speaker, weight]) => [speaker, Number(weight.toFixed(digits))] as const)
		.filter(([, weight]) => weight !== 0)
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([speaker, weight]) => `${speaker}*${weight}`)
		.join("+");
}

function normalize(weights: Weights): Weights {
	const sum = Object.values(weights).reduce((total, weight) => total + weight, 0);
	if (!(Math.abs(sum) > 1e-6)) throw new Error("blend weights must not sum to zero");
	return Object.fromEntries(Object.entries(weights).map(([speaker, weight]) => [speaker, weight / sum]));
}

/** Parses a blend name. Names are untrusted: returns undefined for anything that is not a blend of known speakers. */
export function parseBlend(speaker: string, known: ReadonlySet<string>): Blend | undefined {
	if (!isBlend(speaker)) return undefined;
	const [timbre, prosody, pace, ...rest] = speaker.slice(prefix.length).split("/");
	const blend = { timbre: parseWeights(timbre, known), prosody: parseWeights(prosody, known), pace: Number(pace) };
	if (rest.length > 0 || !blend.timbre || !blend.prosody || !within(blend.pace, paceRange)) return undefined;
	return { timbre: blend.timbre, prosody: blend.prosody, pace: blend.pace };
}

function parseWeights(text: string | undefined, known: ReadonlySet<string>): Weights | undefined {
	const weights: Record<string, number> = {};
	const parts = (text ?? "").split("+");
	if (parts.length > maxSpeakers) return undefined;
	for (const part of parts) {
		const [speaker = "", weight, ...rest] = part.split("*");
		if (rest.length > 0 || !known.has(speaker) || speaker in weights || !within(Number(weight), weightRange))
			return undefined;
		weights[speaker] = Number(weight);
	}
	const sum = Object.values(weights).reduce((total, weight) => total + weight, 0);
	return Math.abs(sum - 1) < 0.01 ? weights : undefined;
}

const within = (value: number, [min, max]: readonly [number, number]) => value >= min && value <= max;

type SpeakerSource = { blends?: true; prompts?: true; speakers(): { id: string; language: string }[] };

/** Reports whether the engine can speak as this speaker: one of its own, a blend of them or a voice prompt. */
export function supportsSpeaker(engine: SpeakerSource, speaker: string): boolean {
	return speakerLanguage(engine, speaker) !== undefined;
}

/** Returns the language of a speaker; for a blend, that of its dominant speaker. */
export function speakerLanguage(engine: SpeakerSource, speaker: string): string | undefined {
	if (engine.prompts && promptKey(speaker) !== undefined) return "en";
	const speakers = engine.speakers();
	const blend = engine.blends && parseBlend(speaker, new Set(speakers.map(({ id }) => id)));
	const dominant = blend ? dominantSpeaker(blend.timbre) : speaker;
	return speakers.find(({ id }) => id === dominant)?.language;
}

/** Returns the speaker with the largest weight; ties go to the first name in alphabetical order. */
export function dominantSpeaker(weights: Weights): string | undefined {
	const sorted = Object.entries(weights).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
	return sorted[0]?.[0];
}
