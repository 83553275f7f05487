import type { AppError } from "@timbre/contract/errors.ts";
import { maxRules, type Rule } from "@timbre/contract/pronunciation.ts";
import { describe, expect, test } from "vitest";
import { readLexicon, writeLexicon } from "./pronunciation.lexicon.service.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const lexicon = (inside: string, attributes = 'version="1.0" alphabet="ipa"') =>
	bytes(`<?xml version="1.0" encoding="UTF-8"?>\n<lexicon ${attributes}>${inside}</lexicon>`);
const matching = { case_sensitive: true, word_boundaries: true };

function refusal(given: Uint8Array): string {
	try {
		readLexicon(given);
	} catch (error) {
		return `${(error as AppError).code}: ${(error as Error).message}`;
	}
	return "accepted";
}

describe("what a lexicon says", () => {
	test("aliases and phonemes, each with its alphabet", () => {
		const given = lexicon(`
			<lexeme><grapheme>W3C</grapheme><alias>World Wide Web Consortium</alias></lexeme>
			<lexeme><grapheme>tomato</grapheme><phoneme>təˈmɑːtəʊ</phoneme></lexeme>
			<lexeme><grapheme>Apple</grapheme><phoneme alphabet="cmu-arpabet">AE1 P AH0 L</phoneme></lexeme>`);
		expect(readLexicon(given)).toEqual([
			{ type: "alias", string_to_replace: "W3C", alias: "World Wide Web Consortium", ...matching },
			{ type: "phoneme", string_to_replace: "tomato", phoneme: "təˈmɑːtəʊ", alphabet: "ipa", ...matching },
			{ type: "phoneme", string_to_replace: "Apple", phoneme: "AE1 P AH0 L", alphabet: "cmu-arpabet", ...matching },
		]);
	});

	test("several writings share the preferred saying, else the first", () => {
		const given = lexicon(`<lexeme><grapheme>theatre</grapheme><grapheme>theater</grapheme>
			<phoneme>ˈθɪətə</phoneme><phoneme prefer="true">ˈθiːətər</phoneme></lexeme>
			<lexeme><grapheme>two</grapheme><alias>first</alias><alias>second</alias></lexeme>`);
		expect(readLexicon(given).map((rule) => (rule.type === "alias" ? rule.alias : rule.phoneme))).toEqual([
			"ˈθiːətər",
			"ˈθiːətər",
			"first",
		]);
	});

	test("prefixes, comments, CDATA, entities, character numbers and unknown elements are read as XML says", () => {
		const given =
			bytes(`\ufeff<!-- a lexicon --><p:lexicon xmlns:p="urn:x" alphabet='ipa'><p:meta name="x" content="y"/>
			<p:lexeme role="a:b"><p:grapheme>R&amp;D &#x41;&#66; <![CDATA[<c>]]></p:grapheme><p:alias>research
			   and development</p:alias><p:example>R&amp;D <b>here</b></p:example></p:lexeme></p:lexicon>`);
		expect(readLexicon(given)).toEqual([
			{ type: "alias", string_to_replace: "R&D AB <c>", alias: "research and development", ...matching },
		]);
	});

	test("UTF-16 with its mark is read too", () => {
		const text = '\ufeff<lexicon alphabet="ipa"><lexeme><grapheme>Zoë</grapheme><alias>Zoey</alias></lexeme></lexicon>';
		expect(readLexicon(new Uint8Array(Buffer.from(text, "utf16le")))[0]?.string_to_replace).toBe("Zoë");
		expect(readLexicon(new Uint8Array(Buffer.from(text, "utf16le").swap16()))[0]?.string_to_replace).toBe("Zoë");
	});

	test("what goes out comes back the same", () => {
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
		expect(readLexicon(bytes(writeLexicon(rules)))).toEqual(rules);
	});
});

describe("what is refused, with the line", () => {
	const one = "<lexeme><grapheme>a</grapheme><alias>b</alias></lexeme>";
	test.each([
		["a document type", bytes(`<!DOCTYPE lexicon [<!ENTITY a "b">]>\n<lexicon>${one}</lexicon>`), "document types"],
		["an entity of its own", lexicon("<lexeme><grapheme>&a;</grapheme><alias>b</alias></lexeme>"), "named entities"],
		["an external entity", bytes('<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>'), "document types"],
		["a number that is no character", lexicon("<lexeme><grapheme>&#0;</grapheme></lexeme>"), "named entities"],
		["half a surrogate pair", lexicon("<lexeme><grapheme>&#xD800;</grapheme></lexeme>"), "named entities"],
		["another root", bytes("<html></html>"), "root element is not lexicon"],
		["two roots", bytes("<lexicon></lexicon><lexicon></lexicon>"), "second root"],
		["text beside the root", bytes("<lexicon></lexicon> more"), "outside the root"],
		["an open end", bytes("<lexicon><lexeme>"), "not closed"],
		["a cut tag", bytes("<lexicon><lexe"), "not well formed"],
		["crossed tags", bytes("<lexicon><a><b></a></b></lexicon>"), "no opening"],
		["an attribute without quotation marks", bytes("<lexicon version=1></lexicon>"), "not well formed"],
		["an endless comment", bytes("<lexicon><!-- "), "is missing"],
		["nothing", bytes("  \n "), "no element"],
		["no XML at all", bytes("grapheme,alias\na,b"), "outside the root"],
		["a lexeme without a grapheme", lexicon("\n\n<lexeme><alias>b</alias></lexeme>"), "no grapheme (line 4)"],
		["a lexeme that says nothing", lexicon("<lexeme><grapheme>b</grapheme></lexeme>"), "neither alias nor phoneme"],
		["an empty grapheme", lexicon("<lexeme><grapheme> </grapheme><alias>b</alias></lexeme>"), "must not be empty"],
		[
			"an alphabet nobody speaks",
			lexicon('<lexeme><grapheme>a</grapheme><phoneme alphabet="x-sampa">a</phoneme></lexeme>'),
			"alphabet must be",
		],
		[
			"a phone of no alphabet",
			lexicon('<lexeme><grapheme>a</grapheme><phoneme alphabet="cmu-arpabet">QQ1</phoneme></lexeme>'),
			'"QQ1" is no CMU',
		],
		["digits in IPA", lexicon("<lexeme><grapheme>a</grapheme><phoneme>a1</phoneme></lexeme>"), "IPA has no digits"],
		["bytes of no text", Uint8Array.of(60, 108, 255, 254, 0), "not a text in UTF-8"],
		["elements without end in depth", lexicon("<a>".repeat(1_000)), "nested too deeply"],
	])("%s", (_, given, reason) => {
		expect(refusal(given)).toContain("invalid_lexicon: ");
		expect(refusal(given)).toContain(reason);
	});

	test(`more than ${maxRules} rules`, () => {
		expect(refusal(lexicon(one.repeat(maxRules)))).toBe("accepted");
		expect(refusal(lexicon(one.repeat(maxRules + 1)))).toContain("too_many_rules");
	});

	test("five megabytes made to be slow take no time", { tags: ["measured"] }, () => {
		const started = process.cpuUsage();
		for (const bomb of [
			`<lexicon ${" ".repeat(5_000_000)}`,
			`<lexicon ${'a="b" '.repeat(800_000)}`,
			`<lexicon>${"&#38;".repeat(1_000_000)}</lexicon>`,
			`<lexicon>${"<a/>".repeat(1_000_000)}</lexicon>`,
			`<lexicon>${"<!--".repeat(1_000_000)}`,
			`<${"l".repeat(5_000_000)}>`,
		]) {
			refusal(bytes(bomb));
		}
		const { user, system } = process.cpuUsage(started);
		expect((user + system) / 1000).toBeLessThan(10_000);
	});
});
