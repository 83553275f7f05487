// Texts that try to break the markup parser, the segmentation, the engine or the database.
import type { Case } from "./world.ts";

const path = "/v1/text-to-speech/{voice}?output_format=pcm_8000";
const speech = (name: string, text: string, expected: Case["expected"]): Case => ({
	name,
	request: { path, json: { text } },
	expected: expected,
});

const accepted = 200;
const rejected = [400, 422];
const either = [200, 400, 422];

const entityBomb = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
	{ length: 9 },
	(_, at) => `<!ENTITY lol${at + 1} "${`&lol${at || ""};`.repeat(10)}">`,
).join("")}]><speak>&lol9;</speak>`;

const markup: Case[] = [
	speech("speak nested 20,000 deep", `${"<speak>".repeat(20_000)}x${"</speak>".repeat(20_000)}`, either),
	speech("emphasis nested 5,000 deep", `${"<emphasis>".repeat(5_000)}x${"</emphasis>".repeat(5_000)}`, either),
	speech("an entity bomb", entityBomb, either),
	speech("an external entity", '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><speak>&f;</speak>', either),
	speech("140,000 times <", "<".repeat(140_000), either),
	speech("140,000 times < and a letter", "<a".repeat(70_000), either),
	speech("140,000 times &", "&".repeat(140_000), either),
	speech("an unclosed tag", "Hello <break", either),
	speech("an unclosed quote", 'Hello <break time="1s', either),
	speech("an unclosed element", "Hello <phoneme>there", either),
	speech("a closing tag of nothing", "Hello </speak> there.", either),
	speech("crossed elements", "<speak><phoneme>Hello</speak></phoneme>", either),
	speech("a break of ten million seconds", 'Hello <break time="10000000s"/> there.', either),
	speech("a break of minus one second", 'Hello <break time="-1s"/> there.', either),
	speech("a break of NaN", 'Hello <break time="NaNs"/> there.', either),
	speech("a break without a time", "Hello <break/> there.", either),
	speech("a break of 1e309 seconds", 'Hello <break time="1e309s"/> there.', either),
	speech("10,000 breaks", `Hello ${'<break time="0.1s"/>'.repeat(10_000)} there.`, either),
	speech("nothing but breaks", '<break time="1s"/><break time="1s"/>', rejected),
	speech("nothing but markup", "<speak></speak>", rejected),
	speech("a phoneme of an unknown alphabet", '<phoneme alphabet="klingon" ph="x">Hello</phoneme>', either),
	speech("a phoneme without symbols", '<phoneme alphabet="ipa" ph="">Hello</phoneme>', either),
	speech("a phoneme of 50,000 symbols", `<phoneme alphabet="ipa" ph="${"a".repeat(50_000)}">Hello</phoneme>`, either),
	speech("an attribute of 100,000 characters", `Hello <break time="${"1".repeat(100_000)}s"/>`, either),
	speech("an element with 10,000 attributes", `Hello <break ${'a="b" '.repeat(10_000)}/>`, either),
	speech("a script", "<script>alert(1)</script>", either),
	speech("a numeric entity beyond Unicode", "Hello &#x7fffffff; there.", either),
	speech("a numeric entity that is NUL", "Hello &#0; there.", either),
	speech("an unterminated CDATA section", "Hello <![CDATA[ there.", either),
	speech("an unterminated comment", "Hello <!-- there.", either),
	speech("a processing instruction", "<?php system('x') ?>Hello", either),
	speech("a template", "{{constructor.constructor('return process')()}} <%= 7*7 %>", either),
];

const characters: Case[] = [
	speech("empty", "", rejected),
	speech("only spaces", "   \t\n ", rejected),
	speech("only zero-width characters", "\u200b\u200c\u200d\ufeff\u2060", rejected),
	speech("only punctuation", "... !!! ???", either),
	speech("only an emoji", "😀", either),
	speech("only a combining mark", "\u0301", either),
	speech("only control characters", "\u0001\u0002\u001f", rejected),
	speech("a NUL inside", "Hello\u0000 there.", either),
	speech("only NUL", "\u0000", rejected),
	speech("control characters inside", "He\u0007llo\u001b[31m there\u0008.", either),
	speech("a high surrogate alone", "Hello \ud800 there.", either),
	speech("a low surrogate alone", "Hello \udc00 there.", either),
	speech("surrogates the wrong way round", "Hello \udc00\ud800 there.", either),
	speech("non-characters", "Hello \uffff\ufffe there.", either),
	speech("zero-width characters between letters", "H\u200be\u200dl\u200clo\u2060 there.", accepted),
	speech("Arabic", "مرحبا بالعالم. كيف حالك اليوم؟", accepted),
	speech("Hebrew with vowels", "שָׁלוֹם עוֹלָם.", accepted),
	speech("both directions with overrides", "Hello \u202eolleh\u202c مرحبا there.", accepted),
	speech("5,000 combining marks on one letter", `Z${"\u0335".repeat(5_000)}algo.`, either),
	speech("an emoji family", "We are 👨‍👩‍👧‍👦 and 🏳️‍🌈 here.", accepted),
	speech(
		"every kind of line break",
		"One\r\nTwo\rThree\nFour\u2028Five\u2029Six\u0085Seven\u000bEight\u000cNine.",
		either,
	),
	speech("private use and unassigned characters", "Hello \ue000 \u{10ffff} \u{e0001} there.", either),
	speech("a language no engine supports", "ᚠᛇᚻ᛫ᛒᛦᚦ᛫ᚠᚱᚩᚠᚢᚱ.", either),
	speech("Chinese without spaces", "今天天气很好我们去公园吧。".repeat(200), accepted),
	speech("a format string", "%s %n %x %d {0} %00 \\u0000", accepted),
	speech("SQL", "'; DROP TABLE history_item; --", accepted),
	speech("a header break", "Hello\r\nset-cookie: a=b\r\n\r\n<html>", either),
];

const sizes: Case[] = [
	speech("1 MB of text", "All work and no play. ".repeat(47_000), rejected),
	speech("1 MB of <", "<".repeat(1_000_000), rejected),
	speech("one word of 9,000 letters", "a".repeat(9_000), either),
	speech("9,000 full stops", ".".repeat(9_000), either),
	speech("2,000 sentences of one letter", "A. ".repeat(2_000), either),
	...[".", "-", "_", "(", "\u0301", "'"].map((sign) =>
		speech(`a word and 100,000 times ${JSON.stringify(sign)}`, `A ${sign.repeat(100_000)} b`, either),
	),
	speech("9,000 opening brackets", "(".repeat(9_000), either),
	speech("9,000 quotation marks", '"'.repeat(9_000), either),
	speech("a number of 5,000 digits", `${"9".repeat(5_000)} is a number.`, either),
	speech("a price with 400 digits", `It costs $${"9".repeat(400)}.99.`, either),
	speech("5,000 abbreviations", "Dr. Mr. St. ".repeat(600), either),
	speech("whitespace that triggers regex backtracking", `a${" ".repeat(50_000)}b`, either),
	speech("line breaks by the thousand", `One.${"\n".repeat(20_000)}Two.`, either),
	speech("an address of 20,000 characters", `https://${"a.".repeat(9_900)}com`, either),
	speech("an invalid date", "99/99/9999 at 99:99:99 on 00-00-0000", either),
];

/** The same characters in every other field that accepts and stores text. */
const elsewhere: Case[] = ["a\u0000b", "a\ud800b", "a\udc00\ud800b", "a\uffffb\u0001"].flatMap((text): Case[] => {
	const shown = JSON.stringify(text);
	const inputs = [
		{ text, voice_id: "{voice}" },
		{ text: "And on.", voice_id: "{voice}" },
	];
	return [
		{ name: `a dialogue with ${shown}`, request: { path: "/v1/text-to-dialogue", json: { inputs } }, expected: either },
		{
			name: `timestamps of ${shown}`,
			request: { path: "/v1/text-to-speech/{voice}/with-timestamps", json: { text } },
			expected: either,
		},
		{
			name: `streamed timestamps of ${shown}`,
			request: { path: "/v1/text-to-speech/{voice}/stream/with-timestamps", json: { text } },
			expected: either,
		},
		{
			name: `the cost of ${shown}`,
			request: { path: "/v1/text-to-speech/{voice}/estimate", json: { text } },
			expected: either,
		},
		{
			name: `previous and next text: ${shown}`,
			request: { path, json: { text: "Hello.", previous_text: text, next_text: text, previous_request_ids: [text] } },
			expected: either,
		},
		{
			name: `a language code ${shown}`,
			request: { path, json: { text: "Hello.", language_code: text } },
			expected: either,
		},
		{ name: `a model ${shown}`, request: { path, json: { text: "Hello.", model_id: text } }, expected: [404, 422] },
		{
			name: `take check of ${shown}`,
			request: { path, json: { text: `${text} was checked.`, take_check: true } },
			expected: either,
		},
	];
});

export const textCases: Case[] = [...markup, ...characters, ...sizes, ...elsewhere];
