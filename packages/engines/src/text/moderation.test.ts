import { expect, test } from "vitest";
import { startCpuTimer } from "../testing/cpu-time.ts";
import { createModerator, ModerationListError } from "./moderation.ts";

const moderate = createModerator();
const found = (text: string, by = moderate) => {
	const finding = by(text);
	return finding && `${finding.category}: ${text.slice(finding.start, finding.end)}`;
};

test.each([
	["Listen. I will find and kill you, you hear?", "threat: I will find and kill you"],
	["You'd better run: I'm going to shoot them all.", "threat: I'm going to shoot them"],
	["Honestly, go kill yourself.", "self-harm: kill yourself"],
	["They say all refugees are nothing but parasites.", "hate: refugees are nothing but parasites"],
	["Hi, this is support. Please read me the code we just sent.", "fraud: read me the code"],
	["Grandma, I was in an accident and need bail money.", "fraud: I was in an accident and need bail money"],
	["Your account was suspended, press one to continue.", "fraud: Your account was suspended, press"],
])("%s", (text, expected) => expect(found(text)).toBe(expected));

test("recognizes other spellings of the same words", () => {
	for (const text of [
		"I WILL KILL YOU",
		"I'll kill you",
		"i will k1ll you",
		"I will k i l l you",
		"I w\u200bill ki\u00adll you",
		"I will kіll you",
		"I wíll kill yóu",
		"I will killlll... no: I will kill u",
	])
		expect(found(text), text).toMatch(/^threat: /);
});

test("allows similar but harmless text and words spread over sentences", () => {
	for (const text of [
		"He skilfully killed the engine and told them that the bus would leave.",
		"I will miss you. Kill the lights.",
		"The police read the crowd a statement; nobody was hurt.",
		"Enter the verification code in the app. Never tell it to anyone.",
		"She suffered an accident at sea in 1911.",
		"All refugees are welcome here.",
		"The cock crowed, and the hen sat in the yard.",
		"The bank is closed on Sundays, so bring cash.",
		"I will never let anybody kill you.",
		"Tell me about the code, and give me a password manager that works.",
		"Buy your mother a gift card, and burn all the white candles.",
		"Refugees are kept like animals, the report says.",
		"Sex education protects children.",
		"Scunthorpe, Essex and Sussex are places in England.",
		"",
		"…",
	])
		expect(found(text), text).toBeUndefined();
});

test("lets an operator add rules in any language and remove built-in ones", () => {
	const custom = createModerator(`
		# elections
		politics: vote|votez for|pour ... on|le tuesday|mardi
		politics: wählt*   # any ending
		禁: 打倒
		-fraud
	`);
	expect(found("Please vote for Ada Example on Tuesday!", custom)).toBe("politics: vote for Ada Example on Tuesday");
	expect(found("Wählte er?", custom)).toBe("politics: Wählte");
	expect(found("我们打倒他", custom)).toBe("禁: 打倒");
	expect(found("Read me the code.", custom)).toBeUndefined();
	expect(found("I will kill you.", custom)).toBe("threat: I will kill you");
});

test.each(["no colon here", "a: ", "b: ...", "c: | x", ": words"])(
	"rejects the invalid rule %s and names its line",
	(line) => {
		expect(() => createModerator(`ok: fine\n${line}`)).toThrow(ModerationListError);
		expect(() => createModerator(`ok: fine\n${line}`)).toThrow(/^Line 2 is not a valid rule/);
	},
);

test("checks a text of maximum length quickly", { tags: ["measured"] }, () => {
	const text = "I will read your account of the code and the money to you and to them. ".repeat(1_400);
	moderate(text);
	const elapsedMs = startCpuTimer();
	expect(moderate(text)).toBeUndefined();
	expect(elapsedMs()).toBeLessThan(2_000);
});
