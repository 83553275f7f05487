import { describe, expect, test } from "vitest";
import { attributeLines, findPeople, readDialogue } from "./lines.ts";

const linesOf = (paragraphs: readonly { type: string; text: string }[]) => {
	const dialogue = readDialogue(paragraphs);
	return attributeLines(dialogue, findPeople([dialogue]));
};

/** Each line as "Speaker: its first words", "?" for nobody. */
function cast(text: string): string[] {
	const paragraphs = text
		.trim()
		.split(/\n\s*\n/)
		.map((one) => ({ type: "p", text: one.trim().replaceAll(/\s+/g, " ") }));
	return linesOf(paragraphs).map(({ paragraph, start, end, speaker }) => {
		const speech = (paragraphs[paragraph]?.text.slice(start, end) ?? "").replaceAll(/[“”"«»„‘—]/g, "").trim();
		const name = speaker === null ? "?" : speaker === "narrator" ? "I" : speaker.name;
		return `${name}: ${speech.split(" ").slice(0, 3).join(" ")}`;
	});
}

test("a name beside a verb of speech", () => {
	expect(
		cast(`
“The lamp is out,” said Ada Hale.

Tom looked up and asked, “Since when?”

“Since noon,” Ada answered quietly. “I told you.”

“Then,” said the old keeper, “we row.”`),
	).toEqual([
		"Ada Hale: The lamp is",
		"Tom: Since when?",
		"Ada Hale: Since noon,",
		"Ada Hale: I told you.",
		"The old keeper: Then,",
		"The old keeper: we row.",
	]);
});

test("a paragraph that names two speakers belongs to both", () => {
	expect(
		cast(`
“The lamp is out,” said Ada Hale. “Since when?” asked Tom. “I saw it at noon.”

“Since noon,” said Ada, and Ada Hale sat down. “Hold this.”`),
	).toEqual([
		"Ada Hale: The lamp is",
		"Tom: Since when?",
		"Tom: I saw it",
		"Ada Hale: Since noon,",
		"Ada Hale: Hold this.",
	]);
});

test("pronouns stand for the person of their gender who was last mentioned", () => {
	expect(
		cast(`
Mrs. Hale closed her book, and Mr. Finch put down his pipe.

“It will rain,” she said.

“It always rains,” he replied.`),
	).toEqual(["Mrs. Hale: It will rain,", "Mr. Finch: It always rains,"]);
});

test("two people take turns when nothing names them", () => {
	expect(
		cast(`
“Did you see the boat?” asked Ada.

“Which boat?” said Tom.

“The red one.”

“No.”

“It was here yesterday.”

“Then it has gone, Ada.”`),
	).toEqual([
		"Ada: Did you see",
		"Tom: Which boat?",
		"Ada: The red one.",
		"Tom: No.",
		"Ada: It was here",
		"Tom: Then it has",
	]);
});

test("who is spoken to does not speak", () => {
	expect(
		cast(`
“Come in, Tom,” said Ada.

“Is the captain here, Ada?”

“Not yet.”`),
	).toEqual(["Ada: Come in, Tom,", "Tom: Is the captain", "Ada: Not yet."]);
});

test("what someone does before or after speaking names them", () => {
	expect(
		cast(`
Ada put the lamp on the table. “Sit down.”

“I would rather stand.” Tom went to the window.`),
	).toEqual(["Ada: Sit down.", "Tom: I would rather"]);
});

test("a narrator who says “I” is not a character", () => {
	expect(
		cast(`
“You are late,” I said.

“The tide was wrong,” said Ada.`),
	).toEqual(["I: You are late,", "Ada: The tide was"]);
});

test("one person has one entry for all names that only they can have", () => {
	const people = findPeople([
		readDialogue(
			[
				"“Good evening,” said Mr. Thomas Finch.",
				"“Good evening, Mr. Finch,” said Ada Hale.",
				"“Call me Thomas,” said Finch.",
				"“Gladly,” said Ada.",
				"“And I am Mrs. Finch,” said Mrs. Finch.",
			].map((text) => ({ type: "p", text })),
		),
	]);
	expect(people.all.map(({ name, gender }) => [name, gender ?? null])).toEqual([
		["Mr. Thomas Finch", "male"],
		["Ada Hale", null],
		["Mrs. Finch", "female"],
	]);
});

test("speech over several paragraphs has one speaker", () => {
	expect(
		cast(`
“It was a long night,” said Ada. “First the lamp went out.

“Then the wind rose.”

“And then?” asked Tom.`),
	).toEqual(["Ada: It was a", "Ada: First the lamp", "Ada: Then the wind", "Tom: And then?"]);
});

describe("quotation marks", () => {
	test.each([
		['"The lamp is out," said Ada. "Look."', ["Ada: The lamp is", "Ada: Look."]],
		["‘The lamp’s out,’ said Ada. ‘It isn’t the keepers’ fault.’", ["Ada: The lamp’s out,’", "Ada: It isn’t the"]],
		["„Die Lampe ist aus“, sagte Ada. „Sieh nur.“", ["Ada: Die Lampe ist", "Ada: Sieh nur."]],
		["»Die Lampe ist aus«, sagte Ada. »Sieh nur.«", ["Ada: Die Lampe ist", "Ada: Sieh nur."]],
		["« La lampe est éteinte », dit Ada.", ["Ada: La lampe est"]],
		["—La lámpara se apagó —dijo Ada—. Mira.", ["Ada: La lámpara se", "Ada: Mira."]],
	])("%s", (text, expected) => {
		expect(cast(text)).toEqual(expected);
	});

	test("words in quotation marks are no speech", () => {
		expect(cast("The so-called “expert” had read “The Tide” twice.\n\n“Twice?” asked Ada.")).toEqual(["Ada: Twice?"]);
	});
});

test("the confidence says how a line was attributed", () => {
	const paragraphs = ["“Wait,” said Ada.", "“Why?” said Tom.", "“Listen.”", "“Nothing.”"].map((text) => ({
		type: "p",
		text,
	}));
	const [named, , guessed, later] = linesOf(paragraphs);
	expect(named?.confidence).toBeGreaterThan(0.95);
	expect(guessed?.confidence).toBeLessThan(0.85);
	expect(later?.confidence).toBeLessThan(guessed?.confidence ?? 0);
	expect(later?.confidence).toBeGreaterThan(0.5);
});

test("text without direct speech has no lines", () => {
	expect(linesOf([{ type: "p", text: "Ada’s lamp didn’t burn; the keepers’ did." }])).toEqual([]);
});
