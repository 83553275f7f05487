import { describe, expect, test } from "vitest";
import { startCpuTimer } from "../testing/cpu-time.ts";
import { MarkupError, maxTotalBreakSeconds, parseMarkup } from "./markup.ts";

const errorOf = (text: string) => {
	try {
		parseMarkup(text);
	} catch (error) {
		if (error instanceof MarkupError) return error.message;
		throw error;
	}
	return undefined;
};

describe("breaks", () => {
	test("are removed from the text and returned with their offsets", () => {
		expect(parseMarkup('One.<break time="1.5s"/> Two. <break time="500ms" /> Three.')).toMatchObject({
			text: "One. Two.  Three.",
			breaks: [
				{ at: 4, seconds: 1.5 },
				{ at: 10, seconds: 0.5 },
			],
		});
	});

	test("are limited to three seconds each and a minute in total", () => {
		expect(parseMarkup('a<break time="9s"/>b').breaks).toEqual([{ at: 1, seconds: 3 }]);
		const { breaks } = parseMarkup('a<break time="3s"/>'.repeat(1000));
		expect(breaks.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(maxTotalBreakSeconds);
	});

	test("may have a strength or a closing tag", () => {
		expect(parseMarkup('a<break strength="none"/>b<break></break>c').breaks).toEqual([{ at: 2, seconds: 0.5 }]);
	});

	test.each([
		'<break time="soon"/>',
		'<break time="-1s"/>',
		'<break time="1"/>',
		'<break strength="huge"/>',
		'<break time="1s"',
	])("%s is rejected with a reason", (tag) => {
		expect(errorOf(`a ${tag} b`)).toMatch(/^The (time|strength|tag)/);
	});
});

describe("pronunciations", () => {
	test("become marks on the words they apply to", () => {
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
		['<phoneme ph="a">word', "<phoneme> is not closed."],
		["word</phoneme>", "Unexpected </phoneme>: there is no open <phoneme>."],
		['<phoneme alphabet="x-sampa" ph="a">w</phoneme>', 'The alphabet of <phoneme> must be "ipa" or "cmu-arpabet".'],
		["<phoneme>w</phoneme>", '<phoneme> needs a ph attribute: <phoneme alphabet="ipa" ph="…">word</phoneme>.'],
		['<phoneme ph="a"></phoneme>', "<phoneme> is empty. Put the words it applies to inside it."],
		['<phoneme ph="a">b <break time="1s"/></phoneme>', "<phoneme> can only contain text."],
		["<sub>a</sub>", '<sub> needs an alias attribute: <sub alias="spoken words">written words</sub>.'],
		["<p>a</s>", "Unexpected </s>: close <p> first."],
	])("%s is rejected", (text, message) => {
		expect(errorOf(text)).toBe(message);
	});
});

describe("an SSML document", () => {
	test("is reduced to its text, with entities decoded", () => {
		const { text } = parseMarkup(
			'<?xml version="1.0"?><speak version="1.1"><!-- no --><p><s>Salt &amp; pepper</s><s>cost &#51; &lt; 4.</s></p><prosody rate="slow">Bye</prosody> <say-as interpret-as="date">1/2</say-as></speak>',
		);
		expect(text).toBe("Salt & pepper cost 3 < 4. \n\nBye 1/2");
	});

	test("keeps unknown tags as text", () => {
		expect(parseMarkup("<speak>a <blink>b</blink></speak>").text).toBe("a <blink>b</blink>");
	});

	test.each([
		["<speak>a", "<speak> is not closed."],
		["<speak>a</speak> b", "<speak> must enclose the entire text."],
		["a <speak>b</speak>", "<speak> must enclose the entire text and appear only once."],
		["<speak>&#0;</speak>", "Invalid character reference 0."],
		["<speak><![CDATA[x]]></speak>", "Declarations and CDATA sections are not allowed."],
		['<!DOCTYPE a [<!ENTITY b "c">]><speak>&b;</speak>', "Document type and entity declarations are not allowed."],
		[
			`<speak>${"<prosody>".repeat(40)}x${"</prosody>".repeat(40)}</speak>`,
			"Tags are nested more than 16 levels deep.",
		],
	])("%s is rejected", (text, message) => {
		expect(errorOf(text)).toBe(message);
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
	])("%s is unchanged", (text) => {
		expect(parseMarkup(text)).toMatchObject({ text, breaks: [], marks: [] });
	});

	test("is unchanged when SSML is off", () => {
		const text = '<speak>a<break time="1s"/></speak>';
		expect(parseMarkup(text, { ssml: false }).text).toBe(text);
	});
});

test("maps every character of the text back to the source", () => {
	const sent = '<speak>Hi <break time="1s"/>&amp; <phoneme ph="a">bye</phoneme>.</speak>';
	const { text, offsets } = parseMarkup(sent);
	expect(text).toBe("Hi & bye.");
	const back = [...text].map((_, at) => sent.charAt(offsets(at))).join("");
	expect(back).toBe("Hi & bye.");
	expect(offsets(text.length)).toBeLessThanOrEqual(sent.length);
});

test("parses any text quickly", { tags: ["measured"] }, () => {
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
			const elapsedMs = startCpuTimer();
			try {
				const { text: plain, offsets } = parseMarkup(text);
				offsets(plain.length >> 1);
			} catch (error) {
				expect(error).toBeInstanceOf(MarkupError);
			}
			expect(elapsedMs(), piece).toBeLessThan(2500);
		}
	}
	const gap = `<break${" ".repeat(size)}`;
	expect(errorOf(gap)).toBeDefined();
});

test("parses or rejects any input, with all offsets inside the source", () => {
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
	let [parsed, rejected] = [0, 0];
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
			parsed++;
		} catch (error) {
			expect(error).toBeInstanceOf(MarkupError);
			rejected++;
		}
	}
	expect(Math.min(parsed, rejected)).toBeGreaterThan(300);
});
