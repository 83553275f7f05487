import { expect, test } from "vitest";
import { babble, concatAudio, people, silence } from "../media/testing/person.ts";
import { speakerVector } from "../voices/measure/speaker.ts";
import { findSpeech } from "./silence.ts";
import { diarize } from "./speakers.ts";

const rate = 16_000;
const diarizeSpeech = (pcm: Float32Array) => diarize(pcm, findSpeech(pcm, rate), speakerVector);

test("separates two alternating speakers and lists the one who speaks longer first", () => {
	const pcm = concatAudio(
		babble(people.ada, 5, 1),
		silence(0.6),
		babble(people.ben, 4, 2),
		silence(0.6),
		babble(people.ada, 5, 3),
		silence(0.6),
		babble(people.ben, 3, 4),
	);
	const found = diarizeSpeech(pcm);
	expect(found).toHaveLength(2);
	const [first, second] = found;
	expect(first?.seconds).toBeGreaterThan(8.5);
	expect(second?.seconds).toBeGreaterThan(5.5);
	const at = (seconds: number) =>
		found.findIndex(({ utterances }) => utterances.some(({ start, end }) => start <= seconds && seconds < end));
	expect([2.5, 7.6, 12.6, 17.2].map(at)).toEqual([0, 1, 0, 1]);
});

test("treats one person with pauses as one speaker", () => {
	const pcm = concatAudio(
		babble(people.ben, 4, 5),
		silence(1),
		babble(people.ben, 4, 6),
		silence(1),
		babble(people.ben, 2, 7),
	);
	expect(diarizeSpeech(pcm)).toHaveLength(1);
});

test("finds no speaker in silence", () => {
	expect(diarizeSpeech(silence(4))).toEqual([]);
});
