import { expect, test } from "vitest";
import { babble, oneAfterTheOther, people, silence } from "../media/testing/person.ts";
import { speakerVector } from "../voices/speaker.ts";
import { speechStretches } from "./silence.ts";
import { separateSpeakers } from "./speakers.ts";

const rate = 16_000;
const speakersIn = (pcm: Float32Array) => separateSpeakers(pcm, speechStretches(pcm, rate), speakerVector);

test("two people who take turns are told apart, the one who speaks longer first", () => {
	const pcm = oneAfterTheOther(
		babble(people.ada, 5, 1),
		silence(0.6),
		babble(people.ben, 4, 2),
		silence(0.6),
		babble(people.ada, 5, 3),
		silence(0.6),
		babble(people.ben, 3, 4),
	);
	const found = speakersIn(pcm);
	expect(found).toHaveLength(2);
	const [first, second] = found;
	expect(first?.seconds).toBeGreaterThan(8.5);
	expect(second?.seconds).toBeGreaterThan(5.5);
	const at = (seconds: number) =>
		found.findIndex(({ utterances }) => utterances.some(({ start, end }) => start <= seconds && seconds < end));
	expect([2.5, 7.6, 12.6, 17.2].map(at)).toEqual([0, 1, 0, 1]);
});

test("one person with pauses is one speaker", () => {
	const pcm = oneAfterTheOther(
		babble(people.ben, 4, 5),
		silence(1),
		babble(people.ben, 4, 6),
		silence(1),
		babble(people.ben, 2, 7),
	);
	expect(speakersIn(pcm)).toHaveLength(1);
});

test("nobody is found in silence", () => {
	expect(speakersIn(silence(4))).toEqual([]);
});
