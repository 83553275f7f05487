import { describe, expect, test } from "vitest";
import {
	type MisreadCandidate,
	pairTranscript,
	parseSentence,
	slipCandidates,
	spellOut,
	transcriptCandidates,
} from "./misread-candidates.ts";

async function differences(spoken: string, transcript: string): Promise<string[]> {
	const sentence = await parseSentence(spoken);
	return transcriptCandidates(await pairTranscript(sentence, transcript)).map(({ from, to, said }) => {
		const expected = sentence.words.slice(from, to).map(({ text }) => text);
		return `${expected.join(" ")} > ${said}`;
	});
}

describe("words pronounced alike are no difference", () => {
	test.each([
		["The knight rode a way.", "the night rowed away"],
		["In nineteen eighty-seven it moved.", "In 1987 it moved."],
		["It costs one thousand two hundred and fifty dollars.", "It costs $1,250."],
		["The third of March at nine thirty.", "The 3rd of March at 9:30."],
		["A neighbour's colour", "a neighbor's color"],
		["Sixty-four percent of them", "64% of them"],
	])("%s = %s", async (spoken, transcript) => {
		expect(await differences(spoken, transcript)).toEqual([]);
	});
});

describe("words pronounced differently are located", () => {
	test.each([
		["She sold her blue bicycle.", "She sold her bicycle.", ["blue > "]],
		["She sold her bicycle.", "She sold sold her bicycle.", [" > sold"]],
		["She sold her bicycle.", "She sold her trumpet.", ["bicycle > trumpet"]],
		["She sold her bicycle.", "She sold the red bicycle.", ["her > the red"]],
		["Close the gate and lock the door.", "Lose the gate and lock a door.", ["Close > Lose", "the > a"]],
		["Nobody answered.", "", ["Nobody answered > "]],
	])("%s ≠ %s", async (spoken, transcript, expected) => {
		expect(await differences(spoken, transcript)).toEqual(expected);
	});
});

describe("a candidate is spelled the way the transcriber spells", () => {
	const spelled = async (
		spoken: string,
		text: string,
		pick: (all: MisreadCandidate[]) => MisreadCandidate | undefined,
	) => {
		const sentence = await parseSentence(spoken);
		const transcript = await pairTranscript(sentence, text);
		return spellOut(sentence, transcript, pick([...transcriptCandidates(transcript), ...slipCandidates(sentence)]));
	};
	const slip = (origin: MisreadCandidate["origin"], from: number) => (all: MisreadCandidate[]) =>
		all.find((one) => one.origin === origin && one.from === from);

	test("without a candidate the sentence keeps the transcript's spelling where it is pronounced alike", async () => {
		expect(
			await spelled("In nineteen eighty-seven the colour faded.", "In 1987, the color fated.", () => undefined),
		).toBe("In 1987, the color faded.");
	});

	test("transcribed words replace the expected ones and nothing else changes", async () => {
		expect(
			await spelled("Close the gate and lock the door.", "Lose the gate and lock a door.", ([first]) => first),
		).toBe("Lose the gate and lock the door.");
	});

	test("dropping the first word keeps the capital, and dropping the last keeps the punctuation", async () => {
		expect(await spelled("The farmer came home.", "The farmer came home.", slip("dropped", 0))).toBe(
			"Farmer came home.",
		);
		expect(await spelled("The farmer came home.", "The farmer came home.", slip("dropped", 3))).toBe(
			"The farmer came.",
		);
	});

	test("a repeated word appears twice", async () => {
		expect(await spelled("The farmer came home.", "The farmer came home.", slip("repeated", 2))).toBe(
			"The farmer came came home.",
		);
	});

	test("a slip inside a number spells the number in words", async () => {
		expect(await spelled("In nineteen eighty-seven it moved.", "In 1987 it moved.", slip("dropped", 2))).toBe(
			"In nineteen seven it moved.",
		);
	});
});
