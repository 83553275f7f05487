import { describe, expect, test } from "vitest";
import { watchWork } from "../testing/worked.ts";
import { MarkupError, mostBreakSeconds, parseMarkup } from "./markup.ts";

const refused = (text: string) => {
	try {
		parseMarkup(text);
	} catch (error) {
		if (error instanceof MarkupError) return error.message;
		throw error;
	}
	return undefined;
};

describe("breaks", () => {
	test("are taken out and kept with their place", () => {
		expect(parseMarkup('One.<break time="1.5s"/> Two. <break time="500ms" /> Three.')).toMatchObject({
			text: "One. Two.  Three.",
			breaks: [
				{ at: 4, seconds: 1.5 },
				{ at: 10, seconds: 0.5 },
			],
		});
	});

	test("are at most three seconds each and a minute together", () => {
		expect(parseMarkup('a<break time="9s"/>b').breaks).toEqual([{ at: 1, seconds: 3 }]);
		const { breaks } = parseMarkup('a<break time="3s"/>'.repeat(1000));
		expect(breaks.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(mostBreakSeconds);
	});

	test("may have a strength, or a closing tag of their own", () => {
		expect(parseMarkup('a<break strength="none"/>b<break></break>c').breaks).toEqual([{ at: 2, seconds: 0.5 }]);
	});

	test.each([
		'<break time="soon"/>',
		'<break time="-1s"/>',
		'<break time="1"/>',
		'<break strength="huge"/>',
		'<break time="1s"',
	])("%s is refused with a reason", (tag) => {
		expect(refused(`a ${tag} b`)).toMatch(/^The (time|strength|tag)/);
	});
});

describe("pronunciations", () => {
	test("become marks on the words that they are for", () => {
		const { text, marks } = parseMarkup(
			'Ask <phoneme alphabet="ipa" ph="ˈʃɪvɔːn">Siobhan</phoneme> or <phoneme alphabet="cmu-arpabet" ph="N W IH1 N">Nguyen</phoneme>; the <sub alias="World Wide Web">WWW</sub>.',
		);
		expect(text).toBe("Ask Siobhan or Nguyen; the WWW.");
		expect(marks.map((mark) => [text.slice(mark.start, mark.end), mark.type])).toEqual([
			["Siobhan", "phoneme"],
			["Nguyen", "phoneme"],
			["WWW", "alias"],
		]);
		expect(marks[1]).toMatchObject({ phoneme: "N W IH1 N", alphabet: "cmu-arpabet" });
	});

	test.each([
		['<phoneme ph="a">word', "<phoneme> is never closed."],
		["word</phoneme>", "</phoneme> does not fit: nothing of that name is open."],
		['<phoneme alphabet="x-sampa" ph="a">w</phoneme>', 'The alphabet of <phoneme> must be "ipa" or "cmu-arpabet".'],
		["<phoneme>w</phoneme>", '<phoneme> needs its sounds: <phoneme alphabet="ipa" ph="…">word</phoneme>.'],
		['<phoneme ph="a"></phoneme>', "<phoneme> needs the words that it is for."],
		['<phoneme ph="a">b <break time="1s"/></phoneme>', "<phoneme> may hold nothing but text."],
		["<sub>a</sub>", '<sub> needs an alias: <sub alias="spoken words">written words</sub>.'],
		["<p>a</s>", "</s> does not fit: </p> is expected before it."],
	])("%s is refused", (text, message) => {
		expect(refused(text)).toBe(message);
	});
});

describe("a whole SSML document", () => {
	test("keeps what is to be read, and its entities are letters", () => {
		const { text } = parseMarkup(
			'<?xml version="1.0"?><speak version="1.1"><!-- no --><p><s>Salt &amp; pepper</s><s>cost &#51; &lt; 4.</s></p><prosody rate="slow">Bye</prosody> <say-as interpret-as="date">1/2</say-as></speak>',
		);
		expect(text).toBe("Salt & pepper cost 3 < 4. \n\nBye 1/2");
	});

	test("keeps tags that no document of this kind has as text", () => {
		expect(parseMarkup("<speak>a <blink>b</blink></speak>").text).toBe("a <blink>b</blink>");
	});

	test.each([
		["<speak>a", "<speak> is never closed."],
		["<speak>a</speak> b", "<speak> must enclose the whole text."],
		["a <speak>b</speak>", "<speak> must enclose the whole text and stand only once."],
		["<speak>&#0;</speak>", "There is no character with the number 0."],
		["<speak><![CDATA[x]]></speak>", "A declaration or CDATA section is not allowed."],
		['<!DOCTYPE a [<!ENTITY b "c">]><speak>&b;</speak>', "A document type or entity declaration is not allowed."],
		[
			`<speak>${"<prosody>".repeat(40)}x${"</prosody>".repeat(40)}</speak>`,
			"Tags stand inside each other more than 16 deep.",
		],
	])("%s is refused", (text, message) => {
		expect(refused(text)).toBe(message);
	});
});

describe("text that is not markup", () => {
	test.each([
		"a < b and c > d",
		"x<y",
		"if (a<b && c>d) &amp; so on",
		"<3 you",
		"<html><body>",
		"<",
		"</",
		"<breaking news>",
		"AT&T",
	])("%s stays as it is", (text) => {
		expect(parseMarkup(text)).toMatchObject({ text, breaks: [], marks: [] });
	});

	test("stays as it is wherever markup is not asked for", () => {
		const text = '<speak>a<break time="1s"/></speak>';
		expect(parseMarkup(text, { ssml: false }).text).toBe(text);
	});
});

test("every character of the text is found again in what was sent", () => {
	const sent = '<speak>Hi <break time="1s"/>&amp; <phoneme ph="a">bye</phoneme>.</speak>';
	const { text, offsets } = parseMarkup(sent);
	expect(text).toBe("Hi & bye.");
	const back = [...text].map((_, at) => sent.charAt(offsets(at))).join("");
	expect(back).toBe("Hi & bye.");
	expect(offsets(text.length)).toBeLessThanOrEqual(sent.length);
});

test("no text is slow to read", { tags: ["measured"] }, () => {
	const size = 1_000_000;
	const hostile = [
		"<",
		"<a ",
		"<break ",
		'<p a="',
		"<p a='x' ",
		"</p",
		"<!--",
		"&amp;",
		"&#",
		"<break/>",
		'<phoneme ph="a">b</phoneme>',
		"<p></p>",
		" ",
	];
	for (const piece of hostile) {
		for (const text of [piece.repeat(size / piece.length), `<speak>${piece.repeat(size / piece.length)}</speak>`]) {
			const worked = watchWork();
			try {
				const { text: plain, offsets } = parseMarkup(text);
				offsets(plain.length >> 1);
			} catch (error) {
				expect(error).toBeInstanceOf(MarkupError);
			}
			expect(worked(), piece).toBeLessThan(2500);
		}
	}
	const gap = `<break${" ".repeat(size)}`;
	expect(refused(gap)).toBeDefined();
});

test("whatever is written is read or refused, and every place lies in what was sent", () => {
	const bits = [
		"<",
		">",
		"</",
		"/>",
		"speak",
		"<speak>",
		"</speak>",
		'<break time="1s"/>',
		"<break",
		'<phoneme ph="a">',
		"</phoneme>",
		"<p>",
		"</p>",
		'<sub alias="b">',
		"</sub>",
		"&amp;",
		"&#65;",
		"&",
		" ",
		"word",
		'"',
		"='",
		"<!--",
		"-->",
		"\u202e",
		"😀",
		"\ud83d",
	];
	let state = 11;
	const next = () => {
		state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
		return state / 0x7fffffff;
	};
	let [read, refusals] = [0, 0];
	for (let round = 0; round < 3000; round++) {
		const body = Array.from({ length: 1 + Math.floor(next() * 8) }, () => bits[Math.floor(next() * bits.length)]).join(
			"",
		);
		const sent = next() < 0.4 ? `<speak>${body}</speak>` : body;
		try {
			const { text, breaks, marks, offsets } = parseMarkup(sent);
			for (let at = 0, last = 0; at <= text.length; at++) {
				expect(offsets(at)).toBeGreaterThanOrEqual(last);
				last = offsets(at);
				expect(last).toBeLessThanOrEqual(sent.length);
			}
			for (const { at } of breaks) expect(at).toBeLessThanOrEqual(text.length);
			for (const { start, end } of marks) expect(start < end && end <= text.length).toBe(true);
			read++;
		} catch (error) {
			expect(error).toBeInstanceOf(MarkupError);
			refusals++;
		}
	}
	expect(Math.min(read, refusals)).toBeGreaterThan(300);
});
