import { expect, test } from "vitest";
import { type DesignedVoice, designVoices } from "./design.ts";
import { offerVoices } from "./offer.ts";
import type { Traits } from "./traits.ts";

const design = designVoices({ description: "a woman", engine: "kokoro", seed: 5 });
const sounding = ({ expected }: DesignedVoice): Traits => ({
	...expected,
	envelope: [],
	speechSeconds: 4,
	seconds: 4,
});
/** An ear that misunderstands such a part of what each of these says, and nothing of anybody else. */
const ear = (misheard: Map<string, number>) => async (voice: DesignedVoice) => ({
	traits: sounding(voice),
	misheard: misheard.get(voice.speaker) ?? 0,
});
const speakersOf = (voices: readonly DesignedVoice[]) => voices.map(({ speaker }) => speaker);

test("there are other voices to fall back on, and none of them is offered already", () => {
	const all = speakersOf([...design.voices, ...design.spares]);
	expect(design.voices).toHaveLength(3);
	expect(new Set(all).size).toBe(6);
});

test("voices that are understood are offered as they are", async () => {
	const offered = await offerVoices(design, ear(new Map()));
	expect(speakersOf(offered.map(({ voice }) => voice))).toEqual(speakersOf(design.voices));
});

test("a voice that is misheard gives way to the next one that is understood", async () => {
	const [first, second, third] = speakersOf(design.voices);
	const [deaf, clear] = speakersOf(design.spares);
	const misheard = new Map([
		[second as string, 0.2],
		[deaf as string, 0.3],
	]);
	const offered = await offerVoices(design, ear(misheard));
	expect(speakersOf(offered.map(({ voice }) => voice))).toEqual([first, clear, third]);
});

test("where none is understood the one that comes nearest stays", async () => {
	const everybody = [...design.voices, ...design.spares];
	const misheard = new Map(everybody.map(({ speaker }, at) => [speaker, 0.5 - at / 20]));
	const offered = await offerVoices(design, ear(misheard));
	expect(offered[0]?.voice.speaker).toBe(everybody.at(-1)?.speaker);
	expect(offered[1]?.voice.speaker).toBe(everybody[1]?.speaker);
});

test("a voice that was put right and is not understood any more is not offered", async () => {
	const low = designVoices({ description: "a woman with a very low voice", engine: "kokoro", seed: 5 });
	const known = new Set(speakersOf([...low.voices, ...low.spares]));
	const heard: string[] = [];
	const offered = await offerVoices(low, async (voice) => {
		heard.push(voice.speaker);
		const putRight = !known.has(voice.speaker);
		const pitchHz = putRight ? (low.aim.pitchHz ?? 0) : 1.3 * (low.aim.pitchHz ?? 0);
		return { traits: { ...sounding(voice), pitchHz }, misheard: putRight ? 0.4 : 0 };
	});
	expect(heard.some((speaker) => !known.has(speaker))).toBe(true);
	expect(offered.every(({ voice }) => known.has(voice.speaker))).toBe(true);
});

test("what meets most of what was asked comes first", async () => {
	const slow = designVoices({ description: "a woman who speaks slowly", engine: "kokoro", seed: 5 });
	const known = speakersOf(slow.voices);
	const offered = await offerVoices(slow, async (voice) => {
		const asAsked = known.indexOf(voice.speaker) > 0;
		const syllablesPerSecond = (asAsked ? 0.7 : 1.3) * slow.usual.syllablesPerSecond;
		return { traits: { ...sounding(voice), syllablesPerSecond } };
	});
	const order = speakersOf(offered.map(({ voice }) => voice));
	expect(order.slice(0, 2)).toEqual(known.slice(1));
});
