import type { Blend, Weights } from "../speech/blend.ts";
import { isBlend, parseBlend } from "../speech/blend.ts";
import { fakePitches, fakeSpeakers } from "../speech/fake-speakers.ts";
import { kokoroSpeakers, unclearKokoroSpeakers } from "../speech/kokoro-speakers.ts";
import measured from "./data/kokoro-traits.generated.json" with { type: "json" };

/** A speaker that can be blended, with its measurements. */
export type PaletteVoice = {
	speaker: string;
	language: string;
	gender?: "female" | "male";
	pitchHz: number;
	pitchSpread: number;
	/** Counted in the text. */
	syllablesPerSecond: number;
	/** Counted as loudness peaks in the audio, for use where the text is unknown. */
	swellsPerSecond: number;
	brightnessHz: number;
	/** The speaker embedding. */
	vector: readonly number[];
};

/** Predicted measurements of a blend. */
export type Expected = Pick<PaletteVoice, "pitchHz" | "pitchSpread" | "syllablesPerSecond" | "brightnessHz">;

const bySpeaker = new Map(measured.map((row) => [row.speaker, row]));
const kokoro: readonly PaletteVoice[] = kokoroSpeakers.flatMap(({ id, language, gender }) => {
	const row = bySpeaker.get(id);
	return row && !unclearKokoroSpeakers.includes(id) ? [{ ...row, language, ...(gender ? { gender } : {}) }] : [];
});
const fakePace = { syllablesPerSecond: 3.8, swellsPerSecond: 4 };
/** Tones without gender; their measurements follow from how they are generated. */
const fake: readonly PaletteVoice[] = fakeSpeakers.map(({ id, language }) => {
	const pitchHz = fakePitches[id] ?? 330;
	return { speaker: id, language, pitchHz, pitchSpread: 0, ...fakePace, brightnessHz: 2 * pitchHz, vector: [] };
});

/** Returns the speakers that an engine can blend; empty if it can't. */
export function paletteOf(engine: string): readonly PaletteVoice[] {
	if (engine === "kokoro") return kokoro;
	return engine === "fake" ? fake : [];
}

/** Returns a speaker name as a blend; a single speaker becomes a blend of one. */
export function asBlend(engine: string, speaker: string): Blend | undefined {
	const known = new Set(paletteOf(engine).map((voice) => voice.speaker));
	if (isBlend(speaker)) return parseBlend(speaker, known);
	return known.has(speaker) ? { timbre: { [speaker]: 1 }, prosody: { [speaker]: 1 }, pace: 1 } : undefined;
}

/**
 * Predicts a blend's measurements: prosody sets pitch, pitch range and pace, timbre the spectrum, each about linearly
 * (docs/voices.md).
 */
export function expectedOf(palette: readonly PaletteVoice[], { timbre, prosody, pace }: Blend): Expected {
	const voice = (speaker: string) => palette.find((one) => one.speaker === speaker);
	const sum = (weights: Weights, of: (voice: PaletteVoice) => number) =>
		Object.entries(weights).reduce((total, [speaker, weight]) => {
			const found = voice(speaker);
			return found ? total + weight * of(found) : total;
		}, 0);
	return {
		pitchHz: Math.exp(sum(prosody, ({ pitchHz }) => Math.log(pitchHz))),
		pitchSpread: Math.max(
			0,
			sum(prosody, ({ pitchSpread }) => pitchSpread),
		),
		syllablesPerSecond: pace * sum(prosody, ({ syllablesPerSecond }) => syllablesPerSecond),
		brightnessHz: sum(timbre, ({ brightnessHz }) => brightnessHz),
	};
}

/** Returns the gender of at least 70% of the timbre, else undefined. */
export function genderOf(palette: readonly PaletteVoice[], { timbre }: Blend): "female" | "male" | undefined {
	const share = { female: 0, male: 0 };
	for (const [speaker, weight] of Object.entries(timbre)) {
		const gender = palette.find((voice) => voice.speaker === speaker)?.gender;
		if (gender) share[gender] += weight;
	}
	if (share.female >= 0.7) return "female";
	return share.male >= 0.7 ? "male" : undefined;
}

export function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
