import type { PhonemeOverride, Synthesis } from "../speech.ts";
import { type Phone, parsePronunciation, type Unpronounceable } from "./ipa.ts";
import { joinTokens, overridePlaceholder, type Run, type Spoken, sourceOf, splitMarks } from "./marks.ts";
import { type Token, tokensOf } from "./token.ts";

export type UnsupportedOverrides = NonNullable<Synthesis["unsupported"]>;
/** Model input: symbols with their text ranges, and the overrides that could not be applied. */
export type Line = { tokens: Token[]; unsupported: UnsupportedOverrides };

export type Reader = {
	/** Normalizes characters before the text is split. Must preserve the length. */
	tidy?(text: string): string;
	/** Returns the symbols of a run of words. */
	words(run: Run): Token[] | Promise<Token[]>;
	/** Returns the model's symbols for a word given as phones. */
	phones(word: readonly Phone[]): string[] | Unpronounceable;
	/** Maps a punctuation mark to the model's symbol; "" drops it. */
	mark?(mark: string): string;
	/** Whether "'s" is pronounced by English rules. */
	english: boolean;
};

type ResolvedOverride = { start: number; end: number; symbols: string[]; last: string };

/** Converts text to a model's symbols. Overridden ranges are masked first, then replaced by their given symbols. */
export async function readLine(text: string, overrides: readonly PhonemeOverride[], reader: Reader): Promise<Line> {
	const { resolved, unsupported } = resolveOverrides(text, overrides, reader);
	const runs: Spoken[] = [];
	// Lone surrogates make some readers fail.
	const wellFormed = text.toWellFormed();
	for (const run of splitMarks(masked(reader.tidy?.(wellFormed) ?? wellFormed, resolved))) {
		if (run.kind === "words") runs.push(...(await readWords(run, resolved, reader)));
		else runs.push({ kind: "mark", tokens: tokensOf(reader.mark?.(run.text) ?? run.text, sourceOf(run, 0, 1)) });
	}
	return { tokens: joinTokens(runs), unsupported };
}

function resolveOverrides(text: string, overrides: readonly PhonemeOverride[], reader: Reader) {
	const resolved: ResolvedOverride[] = [];
	const unsupported: UnsupportedOverrides = [];
	let from = 0;
	for (const override of [...overrides].sort((a, b) => a.start - b.start)) {
		const { start, end } = override;
		const symbols =
			start < from || end <= start || end > text.length
				? {
						reason: start < from ? "it overlaps another pronunciation" : "it is outside the text",
					}
				: overrideSymbols(override, reader);
		if ("reason" in symbols) unsupported.push({ start, end, reason: symbols.reason });
		else {
			resolved.push({ start, end, ...symbols });
			from = end;
		}
	}
	return { resolved, unsupported };
}

function overrideSymbols(
	override: PhonemeOverride,
	reader: Reader,
): { symbols: string[]; last: string } | Unpronounceable {
	const words = parsePronunciation(override);
	if ("reason" in words) return words;
	const symbols: string[] = [];
	for (const word of words) {
		const phonemes = reader.phones(word);
		if ("reason" in phonemes) return phonemes;
		if (symbols.length > 0) symbols.push(" ");
		symbols.push(...phonemes);
	}
	return symbols.length > 0
		? { symbols, last: words.at(-1)?.at(-1)?.letter ?? "" }
		: { reason: "this voice can't pronounce it" };
}

function masked(text: string, resolved: readonly ResolvedOverride[]): string {
	let line = "";
	let from = 0;
	const plain = text.replaceAll(overridePlaceholder, " ");
	for (const { start, end } of resolved) {
		line += plain.slice(from, start) + overridePlaceholder.repeat(end - start);
		from = end;
	}
	return line + plain.slice(from);
}

async function readWords(run: Run, resolved: readonly ResolvedOverride[], reader: Reader): Promise<Spoken[]> {
	const spoken: Spoken[] = [];
	let at = 0;
	let spaced = true;
	let before: ResolvedOverride | undefined;
	while (at < run.text.length) {
		const word = resolved.find(({ start }) => start === run.at[at] && run.text.charAt(at) === overridePlaceholder);
		if (word) {
			spoken.push({ kind: "words", tokens: tokensOf(word.symbols, word), glued: !spaced });
			at += word.end - word.start;
			spaced = false;
			before = word;
			continue;
		}
		const next = run.text.indexOf(overridePlaceholder, at);
		const end = next < 0 ? run.text.length : next;
		const ending = before && reader.english ? possessive(run.text.slice(at, end), before) : undefined;
		if (ending && before) {
			const { start } = before;
			const range = { start, end: sourceOf(run, at, at + ending.length).end };
			spoken.push({ kind: "words", tokens: tokensOf(ending.phonemes, range), glued: true });
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

/** Returns the phonemes of an English "'s" after a word whose last phone is `last`. */
function possessive(after: string, { last }: ResolvedOverride): { length: number; phonemes: string } | undefined {
	const length = /^['’]s(?!\p{L})/u.exec(after)?.[0].length;
	if (!length) return undefined;
	if (/[szʃʒɕʑʂʐ]/.test(last)) return { length, phonemes: "ɪz" };
	return { length, phonemes: /[pfktθcqx]/.test(last) ? "s" : "z" };
}
