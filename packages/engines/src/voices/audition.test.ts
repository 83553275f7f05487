import { expect, test } from "vitest";
import { auditionVoices } from "./audition.ts";
import { type DesignedVoice, designVoices } from "./design.ts";
import type { Traits } from "./measure/traits.ts";

const design = designVoices({ description: "a woman", engine: "kokoro", seed: 5 });
const traitsOf = ({ expected }: DesignedVoice): Traits => ({
	...expected,
	envelope: [],
	speechSeconds: 4,
	seconds: 4,
});
/** Returns an audition with the given word error rates; voices that are not listed have none. */
const auditionWith = (misheard: Map<string, number>) => async (voice: DesignedVoice) => ({
	traits: traitsOf(voice),
	misheard: misheard.get(voice.speaker) ?? 0,
});
const speakersOf = (voices: readonly DesignedVoice[]) => voices.map(({ speaker }) => speaker);

test("designs alternates that differ from the voices", () => {
	const all = speakersOf([...design.voices, ...design.alternates]);
	expect(design.voices).toHaveLength(3);
	expect(new Set(all).size).toBe(6);
});

test("keeps voices that are intelligible", async () => {
	const offered = await auditionVoices(design, auditionWith(new Map()));
	expect(speakersOf(offered.map(({ voice }) => voice))).toEqual(speakersOf(design.voices));
});

test("replaces a misheard voice with the next intelligible alternate", async () => {
	const [first, second, third] = speakersOf(design.voices);
	const [unclear, clear] = speakersOf(design.alternates);
	const misheard = new Map([
		[second as string, 0.2],
		[unclear as string, 0.3],
	]);
	const offered = await auditionVoices(design, auditionWith(misheard));
	expect(speakersOf(offered.map(({ voice }) => voice))).toEqual([first, clear, third]);
});

test("keeps the most intelligible voice if none is intelligible", async () => {
	const everyVoice = [...design.voices, ...design.alternates];
	const misheard = new Map(everyVoice.map(({ speaker }, at) => [speaker, 0.5 - at / 20]));
	const offered = await auditionVoices(design, auditionWith(misheard));
	expect(offered[0]?.voice.speaker).toBe(everyVoice.at(-1)?.speaker);
	expect(offered[1]?.voice.speaker).toBe(everyVoice[1]?.speaker);
});

test("discards an adjusted voice that became unintelligible", async () => {
	const low = designVoices({ description: "a woman with a very low voice", engine: "kokoro", seed: 5 });
	const known = new Set(speakersOf([...low.voices, ...low.alternates]));
	const auditioned: string[] = [];
	const offered = await auditionVoices(low, async (voice) => {
		auditioned.push(voice.speaker);
		const adjusted = !known.has(voice.speaker);
		const pitchHz = adjusted ? (low.targets.pitchHz ?? 0) : 1.3 * (low.targets.pitchHz ?? 0);
		return { traits: { ...traitsOf(voice), pitchHz }, misheard: adjusted ? 0.4 : 0 };
	});
	expect(auditioned.some((speaker) => !known.has(speaker))).toBe(true);
	expect(offered.every(({ voice }) => known.has(voice.speaker))).toBe(true);
});

test("puts voices that meet the most requested traits first", async () => {
	const slow = designVoices({ description: "a woman who speaks slowly", engine: "kokoro", seed: 5 });
	const known = speakersOf(slow.voices);
	const offered = await auditionVoices(slow, async (voice) => {
		const asRequested = known.indexOf(voice.speaker) > 0;
		const syllablesPerSecond = (asRequested ? 0.7 : 1.3) * slow.baseline.syllablesPerSecond;
		return { traits: { ...traitsOf(voice), syllablesPerSecond } };
	});
	const order = speakersOf(offered.map(({ voice }) => voice));
	expect(order.slice(0, 2)).toEqual(known.slice(1));
});
