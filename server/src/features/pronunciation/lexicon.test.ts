import type { AppError } from "@timbre/contract/errors.ts";
import { maxRules, type Rule } from "@timbre/contract/pronunciation/endpoints.ts";
import { describe, expect, test } from "vitest";
import { parseLexicon, serializeLexicon } from "./lexicon.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const lexicon = (inside: string, attributes = 'version="1.0" alphabet="ipa"') =>
	bytes(`<?xml version="1.0" encoding="UTF-8"?>\n<lexicon ${attributes}>${inside}</lexicon>`);
const matching = { case_sensitive: true, word_boundaries: true };

function parseError(given: Uint8Array): string {
	try {
		parseLexicon(given);
	} catch (error) {
		return `${(error as AppError).code}: ${(error as Error).message}`;
	}
	return "accepted";
}

describe("reading a lexicon", () => {
	test("reads aliases and phonemes with their alphabet", () => {
		const given = lexicon(`
			<lexeme><grapheme>W3C</grapheme><alias>World Wide Web Consortium</alias></lexeme>
			<lexeme><grapheme>tomato</grapheme><phoneme>təˈmɑːtəʊ</phoneme></lexeme>
			<lexeme><grapheme>Apple</grapheme><phoneme alphabet="cmu-arpabet">AE1 P AH0 L</phoneme></lexeme>`);
		expect(parseLexicon(given)).toEqual([
			{ type: "alias", string_to_replace: "W3C", alias: "World Wide Web Consortium", ...matching },
			{ type: "phoneme", string_to_replace: "tomato", phoneme: "təˈmɑːtəʊ", alphabet: "ipa", ...matching },
			{ type: "phoneme", string_to_replace: "Apple", phoneme: "AE1 P AH0 L", alphabet: "cmu-arpabet", ...matching },
		]);
	});

	test("graphemes of a lexeme share the preferred pronunciation, or the first", () => {
		const given = lexicon(`<lexeme><grapheme>theatre</grapheme><grapheme>theater</grapheme>
			<phoneme>ˈθɪətə</phoneme><phoneme prefer="true">ˈθiːətər</phoneme></lexeme>
			<lexeme><grapheme>two</grapheme><alias>first</alias><alias>second</alias></lexeme>`);
		expect(parseLexicon(given).map((rule) => (rule.type === "alias" ? rule.alias : rule.phoneme))).toEqual([
			"ˈθiːətər",
			"ˈθiːətər",
			"first",
		]);
	});

	test("handles prefixes, comments, CDATA, entities, character references and unknown elements", () => {
		const given =
			bytes(`\ufeff<!-- a lexicon --><p:lexicon xmlns:p="urn:x" alphabet='ipa'><p:meta name="x" content="y"/>
			<p:lexeme role="a:b"><p:grapheme>R&amp;D &#x41;&#66; <![CDATA[<c>]]></p:grapheme><p:alias>research
			   and development</p:alias><p:example>R&amp;D <b>here</b></p:example></p:lexeme></p:lexicon>`);
		expect(parseLexicon(given)).toEqual([
			{ type: "alias", string_to_replace: "R&D AB <c>", alias: "research and development", ...matching },
		]);
	});

	test("reads UTF-16 with a byte order mark", () => {
		const text = '\ufeff<lexicon alphabet="ipa"><lexeme><grapheme>Zoë</grapheme><alias>Zoey</alias></lexeme></lexicon>';
		expect(parseLexicon(new Uint8Array(Buffer.from(text, "utf16le")))[0]?.string_to_replace).toBe("Zoë");
		expect(parseLexicon(new Uint8Array(Buffer.from(text, "utf16le").swap16()))[0]?.string_to_replace).toBe("Zoë");
	});

	test("an exported lexicon can be imported unchanged", () => {
		const rules: Rule[] = [
			{
				type: "alias",
				string_to_replace: "<R&D>",
				alias: "a ]]> & \"b\" 'c'",
				case_sensitive: false,
				word_boundaries: false,
			},
			{ type: "phoneme", string_to_replace: "Łódź", phoneme: "wut͡ɕ", alphabet: "ipa", ...matching },
			{ type: "phoneme", string_to_replace: "data", phoneme: "D EY1 T AH0", alphabet: "cmu-arpabet", ...matching },
			{ type: "alias", string_to_replace: "北京 👋", alias: "بكين", case_sensitive: true, word_boundaries: false },
		];
		expect(parseLexicon(bytes(serializeLexicon(rules)))).toEqual(rules);
	});
});

describe("rejects, with the line,", () => {
	const one = "<lexeme><grapheme>a</grapheme><alias>b</alias></lexeme>";
	test.each([
		["a document type", bytes(`<!DOCTYPE lexicon [<!ENTITY a "b">]>\n<lexicon>${one}</lexicon>`), "document types"],
		["a custom entity", lexicon("<lexeme><grapheme>&a;</grapheme><alias>b</alias></lexeme>"), "named entities"],
		["an external entity", bytes('<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>'), "document types"],
		["an invalid character reference", lexicon("<lexeme><grapheme>&#0;</grapheme></lexeme>"), "named entities"],
		["a lone surrogate", lexicon("<lexeme><grapheme>&#xD800;</grapheme></lexeme>"), "named entities"],
		["a different root element", bytes("<html></html>"), "root element is not lexicon"],
		["two root elements", bytes("<lexicon></lexicon><lexicon></lexicon>"), "second root"],
		["text outside the root element", bytes("<lexicon></lexicon> more"), "outside the root"],
		["an unclosed element", bytes("<lexicon><lexeme>"), "not closed"],
		["a truncated tag", bytes("<lexicon><lexe"), "not well formed"],
		["crossed tags", bytes("<lexicon><a><b></a></b></lexicon>"), "no matching opening"],
		["an attribute without quotation marks", bytes("<lexicon version=1></lexicon>"), "not well formed"],
		["an unclosed comment", bytes("<lexicon><!-- "), "is missing"],
		["an empty file", bytes("  \n "), "no root element"],
		["a file that is not XML", bytes("grapheme,alias\na,b"), "outside the root"],
		["a lexeme without a grapheme", lexicon("\n\n<lexeme><alias>b</alias></lexeme>"), "no grapheme (line 4)"],
		[
			"a lexeme without a pronunciation",
			lexicon("<lexeme><grapheme>b</grapheme></lexeme>"),
			"neither alias nor phoneme",
		],
		["an empty grapheme", lexicon("<lexeme><grapheme> </grapheme><alias>b</alias></lexeme>"), "can't be empty"],
		[
			"an unsupported alphabet",
			lexicon('<lexeme><grapheme>a</grapheme><phoneme alphabet="x-sampa">a</phoneme></lexeme>'),
			"alphabet must be",
		],
		[
			"an unknown phone",
			lexicon('<lexeme><grapheme>a</grapheme><phoneme alphabet="cmu-arpabet">QQ1</phoneme></lexeme>'),
			'"QQ1" isn\'t a CMU',
		],
		[
			"digits in IPA",
			lexicon("<lexeme><grapheme>a</grapheme><phoneme>a1</phoneme></lexeme>"),
			"IPA can't contain digits",
		],
		["bytes that are not text", Uint8Array.of(60, 108, 255, 254, 0), "isn't valid UTF-8"],
		["deeply nested elements", lexicon("<a>".repeat(1_000)), "nested too deeply"],
	])("%s", (_, given, reason) => {
		expect(parseError(given)).toContain("invalid_lexicon: ");
		expect(parseError(given)).toContain(reason);
	});

	test(`more than ${maxRules} rules`, () => {
		expect(parseError(lexicon(one.repeat(maxRules)))).toBe("accepted");
		expect(parseError(lexicon(one.repeat(maxRules + 1)))).toContain("too_many_rules");
	});

	test("parses malicious files of five megabytes quickly", { tags: ["measured"] }, () => {
		const started = process.cpuUsage();
		for (const bomb of [
			`<lexicon ${" ".repeat(5_000_000)}`,
			`<lexicon ${'a="b" '.repeat(800_000)}`,
			`<lexicon>${"&#38;".repeat(1_000_000)}</lexicon>`,
			`<lexicon>${"<a/>".repeat(1_000_000)}</lexicon>`,
			`<lexicon>${"<!--".repeat(1_000_000)}`,
			`<${"l".repeat(5_000_000)}>`,
		]) {
			parseError(bytes(bomb));
		}
		const { user, system } = process.cpuUsage(started);
		expect((user + system) / 1000).toBeLessThan(10_000);
	});
});
