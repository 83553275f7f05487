// Lexicon files (PLS 1.0). Exporting and importing a dictionary loses nothing.
// Invariant: imported rules are validated like rules sent to the API, and an error names the line.
import { AppError } from "@timbre/contract/errors.ts";
import { maxRules, type Rule } from "@timbre/contract/pronunciation/endpoints.ts";
import { rule } from "@timbre/contract/pronunciation/schemas.ts";
import { lexiconError, tokenizeXml, type XmlToken } from "./lexicon-xml.ts";

type Pronunciation = { type: "alias" | "phoneme"; text: string; alphabet: string; preferred: boolean };
type Grapheme = { text: string; caseSensitive: boolean; wordBoundaries: boolean };
type Lexeme = { line: number; graphemes: Grapheme[]; pronunciations: Pronunciation[] };

/** Names for the two alphabets found in existing lexicons. */
const alphabets: Record<string, string> = {
	ipa: "ipa",
	"cmu-arpabet": "cmu-arpabet",
	"x-cmu-arpabet": "cmu-arpabet",
	"x-arpabet": "cmu-arpabet",
};

export function parseLexicon(bytes: Uint8Array): Rule[] {
	const rules: Rule[] = [];
	for (const lexeme of lexemes(tokenizeXml(decodeText(bytes)))) {
		for (const parsed of rulesOf(lexeme)) rules.push(parsed);
		if (rules.length > maxRules)
			throw new AppError("too_many_rules", `A dictionary can have at most ${maxRules} rules.`);
	}
	return rules;
}

/** UTF-8, or UTF-16 with a byte order mark, as XML requires. */
function decodeText(bytes: Uint8Array): string {
	const bom = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
	const encoding = bom === 0xfffe ? "utf-16le" : bom === 0xfeff ? "utf-16be" : "utf-8";
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(bytes);
	} catch (cause) {
		throw new AppError("invalid_lexicon", "The lexicon isn't valid UTF-8 or UTF-16 text.", { cause });
	}
}

function* lexemes(tokens: Generator<XmlToken>): Generator<Lexeme> {
	const path: string[] = [];
	let alphabet = "ipa";
	let lexeme: Lexeme | undefined;
	let open: { text: string; attributes: ReadonlyMap<string, string> } | undefined;
	for (const token of tokens) {
		if (token.kind === "text") {
			if (open) open.text += token.text;
		} else if (token.kind === "open") {
			path.push(token.name);
			if (path.length === 1) {
				if (token.name !== "lexicon") throw lexiconError(token.line, "its root element is not lexicon");
				alphabet = token.attributes.get("alphabet") ?? alphabet;
			} else if (path.length === 2 && token.name === "lexeme") {
				lexeme = { line: token.line, graphemes: [], pronunciations: [] };
			} else if (path.length === 3 && lexeme && ["grapheme", "alias", "phoneme"].includes(token.name)) {
				open = { text: "", attributes: token.attributes };
			}
		} else {
			if (path.length === 3 && lexeme && open) {
				addElement(
					lexeme,
					token.name,
					{ text: open.text.trim().replaceAll(/\s+/g, " "), attributes: open.attributes },
					alphabet,
				);
				open = undefined;
			} else if (path.length === 2 && lexeme) {
				yield lexeme;
				lexeme = undefined;
			}
			path.pop();
		}
	}
}

function addElement(
	lexeme: Lexeme,
	name: string,
	{ text, attributes }: { text: string; attributes: ReadonlyMap<string, string> },
	alphabet: string,
): void {
	if (name === "grapheme") {
		lexeme.graphemes.push({
			text,
			caseSensitive: attributes.get("case-sensitive") !== "false",
			wordBoundaries: attributes.get("word-boundaries") !== "false",
		});
		return;
	}
	lexeme.pronunciations.push({
		type: name === "alias" ? "alias" : "phoneme",
		text,
		alphabet: attributes.get("alphabet") ?? alphabet,
		preferred: attributes.get("prefer") === "true",
	});
}

/** Each grapheme gets the lexeme's preferred pronunciation, or the first one. */
function rulesOf({ line, graphemes, pronunciations }: Lexeme): Rule[] {
	const chosen = pronunciations.find((one) => one.preferred) ?? pronunciations[0];
	if (graphemes.length === 0) throw lexiconError(line, "a lexeme has no grapheme");
	if (!chosen) throw lexiconError(line, "a lexeme has neither alias nor phoneme");
	return graphemes.map((one) => {
		const alphabet = Object.hasOwn(alphabets, chosen.alphabet) ? alphabets[chosen.alphabet] : chosen.alphabet;
		const parsed = rule.safeParse({
			string_to_replace: one.text,
			case_sensitive: one.caseSensitive,
			word_boundaries: one.wordBoundaries,
			...(chosen.type === "alias"
				? { type: "alias", alias: chosen.text }
				: { type: "phoneme", phoneme: chosen.text, alphabet }),
		});
		if (parsed.success) return parsed.data;
		const reasons = parsed.error.issues.map((issue) =>
			issue.path.includes("alphabet") ? "the alphabet must be ipa or cmu-arpabet" : issue.message.replace(/\.$/, ""),
		);
		throw lexiconError(line, reasons.join("; "));
	});
}

export function serializeLexicon(rules: readonly Rule[]): string {
	const lines = rules.map((one) => {
		const pronunciation =
			one.type === "alias"
				? `<alias>${escapeXml(one.alias)}</alias>`
				: `<phoneme${one.alphabet === "ipa" ? "" : ` alphabet="${one.alphabet}"`}>${escapeXml(one.phoneme)}</phoneme>`;
		const matching = `${one.case_sensitive ? "" : ' timbre:case-sensitive="false"'}${one.word_boundaries ? "" : ' timbre:word-boundaries="false"'}`;
		return `  <lexeme>\n    <grapheme${matching}>${escapeXml(one.string_to_replace)}</grapheme>\n    ${pronunciation}\n  </lexeme>\n`;
	});
	return [
		'<?xml version="1.0" encoding="UTF-8"?>\n',
		'<lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" ',
		'xmlns:timbre="urn:timbre:pronunciation" alphabet="ipa" xml:lang="und">\n',
		...lines,
		"</lexicon>\n",
	].join("");
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function escapeXml(text: string): string {
	return text.replaceAll(/[&<>]/g, (sign) => escapes[sign] ?? sign);
}
