// Lexicon files (PLS 1.0): a dictionary goes out and comes back with nothing lost. Always: what is read is checked rule by rule like what
// comes by the API, and a refusal says the line.
import { AppError } from "@timbre/contract/errors.ts";
import { maxRules, type Rule, rule } from "@timbre/contract/pronunciation.ts";
import { readXml, refuse, type XmlToken } from "./pronunciation.xml.service.ts";

type Said = { type: "alias" | "phoneme"; text: string; alphabet: string; preferred: boolean };
type Written = { text: string; caseSensitive: boolean; wordBoundaries: boolean };
type Lexeme = { line: number; written: Written[]; said: Said[] };

/** Names under which lexicons in the wild know the two alphabets. */
const alphabets: Record<string, string> = {
	ipa: "ipa",
	"cmu-arpabet": "cmu-arpabet",
	"x-cmu-arpabet": "cmu-arpabet",
	"x-arpabet": "cmu-arpabet",
};

export function readLexicon(bytes: Uint8Array): Rule[] {
	const rules: Rule[] = [];
	for (const lexeme of lexemes(readXml(decodeText(bytes)))) {
		for (const made of rulesOf(lexeme)) rules.push(made);
		if (rules.length > maxRules) throw new AppError("too_many_rules", `A dictionary holds at most ${maxRules} rules.`);
	}
	return rules;
}

/** UTF-8, or UTF-16 with its mark, as XML demands. */
function decodeText(bytes: Uint8Array): string {
	const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
	const encoding = mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8";
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(bytes);
	} catch (cause) {
		throw new AppError("invalid_lexicon", "The lexicon is not a text in UTF-8 or UTF-16.", { cause });
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
				if (token.name !== "lexicon") throw refuse(token.line, "its root element is not lexicon");
				alphabet = token.attributes.get("alphabet") ?? alphabet;
			} else if (path.length === 2 && token.name === "lexeme") {
				lexeme = { line: token.line, written: [], said: [] };
			} else if (path.length === 3 && lexeme && ["grapheme", "alias", "phoneme"].includes(token.name)) {
				open = { text: "", attributes: token.attributes };
			}
		} else {
			if (path.length === 3 && lexeme && open) {
				keep(
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

function keep(
	lexeme: Lexeme,
	name: string,
	{ text, attributes }: { text: string; attributes: ReadonlyMap<string, string> },
	alphabet: string,
): void {
	if (name === "grapheme") {
		lexeme.written.push({
			text,
			caseSensitive: attributes.get("case-sensitive") !== "false",
			wordBoundaries: attributes.get("word-boundaries") !== "false",
		});
		return;
	}
	lexeme.said.push({
		type: name === "alias" ? "alias" : "phoneme",
		text,
		alphabet: attributes.get("alphabet") ?? alphabet,
		preferred: attributes.get("prefer") === "true",
	});
}

/** A lexeme may be written in several ways and said in several; each writing gets the preferred saying, else the first. */
function rulesOf({ line, written, said }: Lexeme): Rule[] {
	const chosen = said.find((one) => one.preferred) ?? said[0];
	if (written.length === 0) throw refuse(line, "a lexeme has no grapheme");
	if (!chosen) throw refuse(line, "a lexeme has neither alias nor phoneme");
	return written.map((one) => {
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
		throw refuse(line, reasons.join("; "));
	});
}

export function writeLexicon(rules: readonly Rule[]): string {
	const lines = rules.map((one) => {
		const said =
			one.type === "alias"
				? `<alias>${escaped(one.alias)}</alias>`
				: `<phoneme${one.alphabet === "ipa" ? "" : ` alphabet="${one.alphabet}"`}>${escaped(one.phoneme)}</phoneme>`;
		const matching = `${one.case_sensitive ? "" : ' timbre:case-sensitive="false"'}${one.word_boundaries ? "" : ' timbre:word-boundaries="false"'}`;
		return `  <lexeme>\n    <grapheme${matching}>${escaped(one.string_to_replace)}</grapheme>\n    ${said}\n  </lexeme>\n`;
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

function escaped(text: string): string {
	return text.replaceAll(/[&<>]/g, (sign) => escapes[sign] ?? sign);
}
