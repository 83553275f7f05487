// Texts that try to break whatever reads them: the markup, the sentence splitter, the engine, the database.
import type { Case } from "./world.ts";

const path = "/v1/text-to-speech/{voice}?output_format=pcm_8000";
const say = (name: string, text: string, want: Case["want"]): Case => ({ name, ask: { path, json: { text } }, want });

const fine = 200;
const refused = [400, 422];
const either = [200, 400, 422];

const entityBomb = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
	{ length: 9 },
	(_, at) => `<!ENTITY lol${at + 1} "${`&lol${at || ""};`.repeat(10)}">`,
).join("")}]><speak>&lol9;</speak>`;

const markup: Case[] = [
	say("speak nested 20,000 deep", `${"<speak>".repeat(20_000)}x${"</speak>".repeat(20_000)}`, either),
	say("emphasis nested 5,000 deep", `${"<emphasis>".repeat(5_000)}x${"</emphasis>".repeat(5_000)}`, either),
	say("an entity bomb", entityBomb, either),
	say("an external entity", '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><speak>&f;</speak>', either),
	say("140,000 times <", "<".repeat(140_000), either),
	say("140,000 times < and a letter", "<a".repeat(70_000), either),
	say("140,000 times &", "&".repeat(140_000), either),
	say("an unclosed tag", "Hello <break", either),
	say("an unclosed quote", 'Hello <break time="1s', either),
	say("an unclosed element", "Hello <phoneme>there", either),
	say("a closing tag of nothing", "Hello </speak> there.", either),
	say("crossed elements", "<speak><phoneme>Hello</speak></phoneme>", either),
	say("a break of ten million seconds", 'Hello <break time="10000000s"/> there.', either),
	say("a break of minus one second", 'Hello <break time="-1s"/> there.', either),
	say("a break of NaN", 'Hello <break time="NaNs"/> there.', either),
	say("a break without a time", "Hello <break/> there.", either),
	say("a break of 1e309 seconds", 'Hello <break time="1e309s"/> there.', either),
	say("10,000 breaks", `Hello ${'<break time="0.1s"/>'.repeat(10_000)} there.`, either),
	say("nothing but breaks", '<break time="1s"/><break time="1s"/>', refused),
	say("nothing but markup", "<speak></speak>", refused),
	say("a phoneme of an unknown alphabet", '<phoneme alphabet="klingon" ph="x">Hello</phoneme>', either),
	say("a phoneme without symbols", '<phoneme alphabet="ipa" ph="">Hello</phoneme>', either),
	say("a phoneme of 50,000 symbols", `<phoneme alphabet="ipa" ph="${"a".repeat(50_000)}">Hello</phoneme>`, either),
	say("an attribute of 100,000 characters", `Hello <break time="${"1".repeat(100_000)}s"/>`, either),
	say("an element with 10,000 attributes", `Hello <break ${'a="b" '.repeat(10_000)}/>`, either),
	say("a script", "<script>alert(1)</script>", either),
	say("a numeric entity above all characters", "Hello &#x7fffffff; there.", either),
	say("a numeric entity that is NUL", "Hello &#0; there.", either),
	say("a CDATA section that does not end", "Hello <![CDATA[ there.", either),
	say("a comment that does not end", "Hello <!-- there.", either),
	say("a processing instruction", "<?php system('x') ?>Hello", either),
	say("a template", "{{constructor.constructor('return process')()}} <%= 7*7 %>", either),
];

const characters: Case[] = [
	say("empty", "", refused),
	say("only spaces", "   \t\n ", refused),
	say("only zero-width characters", "\u200b\u200c\u200d\ufeff\u2060", refused),
	say("only punctuation", "... !!! ???", either),
	say("only an emoji", "😀", either),
	say("only a combining mark", "\u0301", either),
	say("only control characters", "\u0001\u0002\u001f", refused),
	say("a NUL inside", "Hello\u0000 there.", either),
	say("only NUL", "\u0000", refused),
	say("control characters inside", "He\u0007llo\u001b[31m there\u0008.", either),
	say("a high surrogate alone", "Hello \ud800 there.", either),
	say("a low surrogate alone", "Hello \udc00 there.", either),
	say("surrogates the wrong way round", "Hello \udc00\ud800 there.", either),
	say("non-characters", "Hello \uffff\ufffe there.", either),
	say("zero-width characters between letters", "H\u200be\u200dl\u200clo\u2060 there.", fine),
	say("Arabic", "مرحبا بالعالم. كيف حالك اليوم؟", fine),
	say("Hebrew with vowels", "שָׁלוֹם עוֹלָם.", fine),
	say("both directions with overrides", "Hello \u202eolleh\u202c مرحبا there.", fine),
	say("5,000 combining marks on one letter", `Z${"\u0335".repeat(5_000)}algo.`, either),
	say("an emoji family", "We are 👨‍👩‍👧‍👦 and 🏳️‍🌈 here.", fine),
	say(
		"every line break there is",
		"One\r\nTwo\rThree\nFour\u2028Five\u2029Six\u0085Seven\u000bEight\u000cNine.",
		either,
	),
	say("private use and unassigned characters", "Hello \ue000 \u{10ffff} \u{e0001} there.", either),
	say("a language no engine knows", "ᚠᛇᚻ᛫ᛒᛦᚦ᛫ᚠᚱᚩᚠᚢᚱ.", either),
	say("Chinese without spaces", "今天天气很好我们去公园吧。".repeat(200), fine),
	say("a format string", "%s %n %x %d {0} %00 \\u0000", fine),
	say("SQL", "'; DROP TABLE history_item; --", fine),
	say("a header break", "Hello\r\nset-cookie: a=b\r\n\r\n<html>", either),
];

const sizes: Case[] = [
	say("1 MB of text", "All work and no play. ".repeat(47_000), refused),
	say("1 MB of <", "<".repeat(1_000_000), refused),
	say("one word of 9,000 letters", "a".repeat(9_000), either),
	say("9,000 full stops", ".".repeat(9_000), either),
	say("2,000 sentences of one letter", "A. ".repeat(2_000), either),
	...[".", "-", "_", "(", "\u0301", "'"].map((sign) =>
		say(`a word and 100,000 times ${JSON.stringify(sign)}`, `A ${sign.repeat(100_000)} b`, either),
	),
	say("9,000 opening brackets", "(".repeat(9_000), either),
	say("9,000 quotation marks", '"'.repeat(9_000), either),
	say("a number of 5,000 digits", `${"9".repeat(5_000)} is a number.`, either),
	say("a price with 400 digits", `It costs $${"9".repeat(400)}.99.`, either),
	say("5,000 abbreviations", "Dr. Mr. St. ".repeat(600), either),
	say("white space that a careless pattern reads again and again", `a${" ".repeat(50_000)}b`, either),
	say("line breaks by the thousand", `One.${"\n".repeat(20_000)}Two.`, either),
	say("an address of 20,000 characters", `https://${"a.".repeat(9_900)}com`, either),
	say("a date that is none", "99/99/9999 at 99:99:99 on 00-00-0000", either),
];

/** The same characters wherever else a text is taken and kept. */
const elsewhere: Case[] = ["a\u0000b", "a\ud800b", "a\udc00\ud800b", "a\uffffb\u0001"].flatMap((text): Case[] => {
	const shown = JSON.stringify(text);
	const inputs = [
		{ text, voice_id: "{voice}" },
		{ text: "And on.", voice_id: "{voice}" },
	];
	return [
		{ name: `a dialogue with ${shown}`, ask: { path: "/v1/text-to-dialogue", json: { inputs } }, want: either },
		{
			name: `times of ${shown}`,
			ask: { path: "/v1/text-to-speech/{voice}/with-timestamps", json: { text } },
			want: either,
		},
		{
			name: `a stream of times of ${shown}`,
			ask: { path: "/v1/text-to-speech/{voice}/stream/with-timestamps", json: { text } },
			want: either,
		},
		{
			name: `the cost of ${shown}`,
			ask: { path: "/v1/text-to-speech/{voice}/estimate", json: { text } },
			want: either,
		},
		{
			name: `the text before and after: ${shown}`,
			ask: { path, json: { text: "Hello.", previous_text: text, next_text: text, previous_request_ids: [text] } },
			want: either,
		},
		{ name: `a language code ${shown}`, ask: { path, json: { text: "Hello.", language_code: text } }, want: either },
		{ name: `a model ${shown}`, ask: { path, json: { text: "Hello.", model_id: text } }, want: [404, 422] },
		{
			name: `a check of the take of ${shown}`,
			ask: { path, json: { text: `${text} was checked.`, take_check: true } },
			want: either,
		},
	];
});

export const textCases: Case[] = [...markup, ...characters, ...sizes, ...elsewhere];
