import { describe, expect, test } from "vitest";
import { differencesIn, everySlip, heardAs, type Suspicion, sentenceOf, spelledAs } from "./suspicions.ts";

async function differences(spoken: string, heard: string): Promise<string[]> {
	const sentence = await sentenceOf(spoken);
	return differencesIn(await heardAs(sentence, heard)).map(({ from, to, said }) => {
		const expected = sentence.words.slice(from, to).map(({ text }) => text);
		return `${expected.join(" ")} > ${said}`;
	});
}

describe("what sounds alike is no difference", () => {
	test.each([
		["The knight rode a way.", "the night rowed away"],
		["In nineteen eighty-seven it moved.", "In 1987 it moved."],
		["It costs one thousand two hundred and fifty dollars.", "It costs $1,250."],
		["The third of March at nine thirty.", "The 3rd of March at 9:30."],
		["A neighbour's colour", "a neighbor's color"],
		["Sixty-four percent of them", "64% of them"],
	])("%s = %s", async (spoken, heard) => {
		expect(await differences(spoken, heard)).toEqual([]);
	});
});

describe("what sounds otherwise is found where it is", () => {
	test.each([
		["She sold her blue bicycle.", "She sold her bicycle.", ["blue > "]],
		["She sold her bicycle.", "She sold sold her bicycle.", [" > sold"]],
		["She sold her bicycle.", "She sold her trumpet.", ["bicycle > trumpet"]],
		["She sold her bicycle.", "She sold the red bicycle.", ["her > the red"]],
		["Close the gate and lock the door.", "Lose the gate and lock a door.", ["Close > Lose", "the > a"]],
		["Nobody answered.", "", ["Nobody answered > "]],
	])("%s ≠ %s", async (spoken, heard, expected) => {
		expect(await differences(spoken, heard)).toEqual(expected);
	});
});

describe("a suspicion is put to the ear in the ear's own spelling", () => {
	const spelled = async (spoken: string, heard: string, pick: (all: Suspicion[]) => Suspicion | undefined) => {
		const sentence = await sentenceOf(spoken);
		const said = await heardAs(sentence, heard);
		return spelledAs(sentence, said, pick([...differencesIn(said), ...everySlip(sentence)]));
	};
	const slip = (origin: Suspicion["origin"], from: number) => (all: Suspicion[]) =>
		all.find((one) => one.origin === origin && one.from === from);

	test("without one it is the sentence as written, spelled as heard where it sounds the same", async () => {
		expect(
			await spelled("In nineteen eighty-seven the colour faded.", "In 1987, the color fated.", () => undefined),
		).toBe("In 1987, the color faded.");
	});

	test("what was heard stands in its place, and nothing else changes", async () => {
		expect(
			await spelled("Close the gate and lock the door.", "Lose the gate and lock a door.", ([first]) => first),
		).toBe("Lose the gate and lock the door.");
	});

	test("a dropped first word leaves a sentence with a capital, a dropped last one leaves its mark", async () => {
		expect(await spelled("The farmer came home.", "The farmer came home.", slip("dropped", 0))).toBe(
			"Farmer came home.",
		);
		expect(await spelled("The farmer came home.", "The farmer came home.", slip("dropped", 3))).toBe(
			"The farmer came.",
		);
	});

	test("a repeated word stands twice", async () => {
		expect(await spelled("The farmer came home.", "The farmer came home.", slip("repeated", 2))).toBe(
			"The farmer came came home.",
		);
	});

	test("a slip inside a number breaks the number into words", async () => {
		expect(await spelled("In nineteen eighty-seven it moved.", "In 1987 it moved.", slip("dropped", 2))).toBe(
			"In nineteen seven it moved.",
		);
	});
});
