import { isSameLanguage } from "@timbre/contract/language.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import type { SpokenLine } from "./pasted-script.ts";
import { castOf, newLine, type ScriptLine } from "./script.ts";

export type CastVoice = Pick<Voice, "voice_id" | "name" | "language" | "labels">;

/** The voice that is easiest to tell from those in use, of the same language and quality; the first of equals. */
export function contrastingVoice<V extends CastVoice>(
	voices: readonly V[],
	inUse: readonly CastVoice[],
): V | undefined {
	const [first] = inUse;
	const free = voices.filter((voice) => inUse.every((used) => used.voice_id !== voice.voice_id));
	const scored = free.map((voice) => ({ voice, score: first ? contrast(voice, first, inUse) : 0 }));
	return scored.sort((one, other) => other.score - one.score)[0]?.voice ?? voices[0];
}

function contrast(voice: CastVoice, first: CastVoice, inUse: readonly CastVoice[]): number {
	const differs = (label: string) =>
		inUse.every((used) => used.labels[label] !== undefined && used.labels[label] !== voice.labels[label]) &&
		voice.labels[label] !== undefined;
	const opposite = inUse.every(({ labels }) => [labels.pitch, voice.labels.pitch].sort().join() === "high,low");
	return (
		(isSameLanguage(voice.language, first.language) ? 32 : 0) +
		(voice.labels.tier === first.labels.tier ? 16 : 0) +
		(differs("gender") ? 8 : 0) +
		(opposite ? 4 : differs("pitch") ? 2 : 0) +
		(differs("descriptive") ? 1 : 0)
	);
}

/**
 * Lines for a pasted script. A speaker named like a voice gets that voice; the others get the voices of the current
 * cast in order, then voices that differ from them.
 */
export function castScript(
	spoken: readonly SpokenLine[],
	voices: readonly CastVoice[],
	current: readonly ScriptLine[],
): ScriptLine[] {
	const speakers = [...new Set(spoken.map(({ speaker }) => speaker))];
	const chosen = new Map<string, CastVoice>();
	for (const speaker of speakers) {
		const named = voices.find(({ name }) => name.toLowerCase() === speaker.toLowerCase());
		if (named) chosen.set(speaker, named);
	}
	const taken = () => [...chosen.values()];
	const cast = castOf(current).flatMap(({ voiceId }) => voices.find(({ voice_id }) => voice_id === voiceId) ?? []);
	for (const speaker of speakers) {
		if (chosen.has(speaker)) continue;
		const next = cast.find((voice) => !taken().includes(voice)) ?? contrastingVoice(voices, taken());
		if (next) chosen.set(speaker, next);
	}
	return spoken.map(({ speaker, text }) => newLine(chosen.get(speaker)?.voice_id ?? "", text));
}
