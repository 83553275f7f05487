import type { PhonemeOverride, Synthesis } from "../speech.ts";
import { type Phone, readPronunciation, type Unsayable } from "./ipa.ts";
import { joinTokens, type Run, type Spoken, saidElsewhere, sourceOf, splitMarks } from "./marks.ts";
import { type Token, tokensOf } from "./token.ts";

export type Unhonoured = NonNullable<Synthesis["unhonoured"]>;
/** What a model is to speak: its symbols with their place in the text, and what it could not be told. */
export type Line = { tokens: Token[]; unhonoured: Unhonoured };

export type Reader = {
	/** Signs to be unified before the text is cut at its marks. It must keep the length. */
	tidy?(text: string): string;
	/** The symbols of a stretch of words. */
	words(run: Run): Token[] | Promise<Token[]>;
	/** A model's symbols for a word given as phones. */
	phones(word: readonly Phone[]): string[] | Unsayable;
	/** A mark as the model knows it; "" leaves it out. */
	mark?(mark: string): string;
	/** The English "'s" takes the sound of what it follows. */
	english: boolean;
};

type Said = { start: number; end: number; symbols: string[]; last: string };

/** Reads a text in a model's symbols; what is said by given symbols is taken out first, and its place kept. */
export async function readLine(text: string, overrides: readonly PhonemeOverride[], reader: Reader): Promise<Line> {
	const { said, unhonoured } = readOverrides(text, overrides, reader);
	const runs: Spoken[] = [];
	// Half a character, as a careless cut leaves it, brings some readers down.
	const whole = text.toWellFormed();
	for (const run of splitMarks(masked(reader.tidy?.(whole) ?? whole, said))) {
		if (run.kind === "words") runs.push(...(await readWords(run, said, reader)));
		else runs.push({ kind: "mark", tokens: tokensOf(reader.mark?.(run.text) ?? run.text, sourceOf(run, 0, 1)) });
	}
	return { tokens: joinTokens(runs), unhonoured };
}

function readOverrides(text: string, overrides: readonly PhonemeOverride[], reader: Reader) {
	const said: Said[] = [];
	const unhonoured: Unhonoured = [];
	let from = 0;
	for (const override of [...overrides].sort((a, b) => a.start - b.start)) {
		const { start, end } = override;
		const symbols =
			start < from || end <= start || end > text.length
				? {
						reason:
							start < from ? "another pronunciation is given for the same place" : "it is for no part of the text",
					}
				: symbolsOf(override, reader);
		if ("reason" in symbols) unhonoured.push({ start, end, reason: symbols.reason });
		else {
			said.push({ start, end, ...symbols });
			from = end;
		}
	}
	return { said, unhonoured };
}

function symbolsOf(override: PhonemeOverride, reader: Reader): { symbols: string[]; last: string } | Unsayable {
	const words = readPronunciation(override);
	if ("reason" in words) return words;
	const symbols: string[] = [];
	for (const word of words) {
		const sounds = reader.phones(word);
		if ("reason" in sounds) return sounds;
		if (symbols.length > 0) symbols.push(" ");
		symbols.push(...sounds);
	}
	return symbols.length > 0
		? { symbols, last: words.at(-1)?.at(-1)?.letter ?? "" }
		: { reason: "this voice has no sound for it" };
}

function masked(text: string, said: readonly Said[]): string {
	let line = "";
	let from = 0;
	const plain = text.replaceAll(saidElsewhere, " ");
	for (const { start, end } of said) {
		line += plain.slice(from, start) + saidElsewhere.repeat(end - start);
		from = end;
	}
	return line + plain.slice(from);
}

async function readWords(run: Run, said: readonly Said[], reader: Reader): Promise<Spoken[]> {
	const spoken: Spoken[] = [];
	let at = 0;
	let spaced = true;
	let before: Said | undefined;
	while (at < run.text.length) {
		const word = said.find(({ start }) => start === run.at[at] && run.text.charAt(at) === saidElsewhere);
		if (word) {
			spoken.push({ kind: "words", tokens: tokensOf(word.symbols, word), glued: !spaced });
			at += word.end - word.start;
			spaced = false;
			before = word;
			continue;
		}
		const next = run.text.indexOf(saidElsewhere, at);
		const end = next < 0 ? run.text.length : next;
		const ending = before && reader.english ? possessive(run.text.slice(at, end), before) : undefined;
		if (ending && before) {
			const { start } = before;
			const range = { start, end: sourceOf(run, at, at + ending.length).end };
			spoken.push({ kind: "words", tokens: tokensOf(ending.sound, range), glued: true });
			at += ending.length;
			spaced = false;
			before = undefined;
			continue;
		}
		const part = run.text.slice(at, end);
		const words: Run = { kind: "words", text: part.trim(), at: run.at.slice(at + lead(part), end) };
		if (/[\p{L}\p{N}]/u.test(words.text))
			spoken.push({ kind: "words", tokens: await reader.words(words), glued: !spaced && !/^\s/.test(part) });
		spaced = /[\s]$/.test(part) || !/[\p{L}\p{N}\p{M}'’-]$/u.test(part);
		at = end;
		before = undefined;
	}
	return spoken;
}

function lead(part: string): number {
	return part.length - part.trimStart().length;
}

function possessive(after: string, { last }: Said): { length: number; sound: string } | undefined {
	const length = /^['’]s(?!\p{L})/u.exec(after)?.[0].length;
	if (!length) return undefined;
	if (/[szʃʒɕʑʂʐ]/.test(last)) return { length, sound: "ɪz" };
	return { length, sound: /[pfktθcqx]/.test(last) ? "s" : "z" };
}
