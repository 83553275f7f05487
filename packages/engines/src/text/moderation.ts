import { builtInRules } from "./moderation-rules.ts";

// Text moderation by a list of phrases.
// Invariant: the same text gets the same result everywhere, and a rejection names the words that caused it.

/** `start` and `end` are offsets in the text. */
type ModerationFinding = { category: string; start: number; end: number };
export type Moderator = (text: string) => ModerationFinding | undefined;

/** An invalid line in a moderation list. The message is shown to the operator. */
export class ModerationListError extends Error {}

type Rule = { category: string; pattern: RegExp };

/**
 * Parses one rule per line, `category: words`. `a|b` matches either word, `word*` any word with that prefix, `...` up
 * to five words of the same sentence, none of them "not" or "never". `-category` removes the built-in rules of a
 * category. `#` starts a comment.
 */
export function createModerator(customList = ""): Moderator {
	const custom = parseList(customList);
	const builtIn = parseList(builtInRules).rules.filter(({ category }) => !custom.removed.has(category));
	const rules = [...builtIn, ...custom.rules];
	return (text) => {
		const { plain, positions } = normalizeWords(text);
		for (const { category, pattern } of rules) {
			const found = pattern.exec(plain);
			if (!found) continue;
			const from = found.index + 1;
			const inside = positions.filter(({ at }) => at >= from && at < found.index + found[0].length);
			return { category, start: inside[0]?.start ?? 0, end: inside.at(-1)?.end ?? text.length };
		}
		return undefined;
	};
}

function parseList(list: string): { rules: Rule[]; removed: Set<string> } {
	const rules: Rule[] = [];
	const removed = new Set<string>();
	for (const [at, line] of list.split(/\r?\n/).entries()) {
		const content = line.replace(/(^|\s)#.*$/, "").trim();
		if (content === "") continue;
		const removal = /^-\s*(\S+)$/.exec(content)?.[1];
		if (removal) {
			removed.add(removal);
			continue;
		}
		const [, category, words] = /^([\p{L}\p{N}_ -]+?)\s*:\s*(.+)$/u.exec(content) ?? [];
		const pattern = words && patternOf(words);
		if (!category || !pattern)
			throw new ModerationListError(`Line ${at + 1} is not a valid rule. Write "category: words" or "-category".`);
		rules.push({ category, pattern });
	}
	return { rules, removed };
}

// "I will never let anybody kill you" must not match.
const gap = "(?: (?!(?:not|never) )[^ .]+){0,5}";

function patternOf(words: string): RegExp | undefined {
	const parts = words.split(/\s+/).map((word) => {
		if (word === "...") return gap;
		const choices = word.split("|").flatMap((choice) => {
			const bare = normalizeWords(choice.replace(/\*$/, "")).plain.trim();
			return bare === "" || bare === "." ? [] : [choice.endsWith("*") ? `${bare}[^ .]*` : bare];
		});
		return choices.length === 0 ? undefined : ` (?:${choices.join("|")})`;
	});
	if (parts.includes(undefined) || parts.every((part) => part === gap)) return undefined;
	return new RegExp(`${parts.join("")}(?= )`, "u");
}

const shortForms: [RegExp, string][] = [
	[/^(.+)'ll$/, "$1 will"],
	[/^(.+)'re$/, "$1 are"],
	[/^(.+)'ve$/, "$1 have"],
	[/^i'm$/, "i am"],
	[/^(.+)n't$/, "$1 not"],
	[/^gonna$/, "going to"],
	[/^wanna$/, "want to"],
	[/^ur$/, "your"],
	[/^u$/, "you"],
];

const leetspeak: Record<string, string> = {
	0: "o",
	1: "i",
	3: "e",
	4: "a",
	5: "s",
	7: "t",
	"@": "a",
	$: "s",
	"!": "i",
};
// Letters of other alphabets that look like Latin ones. Replaced only in words that are otherwise Latin.
const homoglyphs: Record<string, string> = Object.fromEntries(
	[..."аaеeоoрpсcхxуyіiјjѕsԁdһhкkмmтtвbнhαaεeοoρpνvιiκkτtυu"].reduce<[string, string][]>((pairs, letter, at, all) => {
		if (at % 2 === 0) pairs.push([letter, all[at + 1] ?? letter]);
		return pairs;
	}, []),
);

// Scripts without spaces: each character counts as a word.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const wordOrEnd =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|[\p{L}\p{N}\p{M}\p{Cf}@$]+(?:['’!][\p{L}\p{N}\p{M}\p{Cf}@$]+)*|[.!?…。！？\n]/gu;

type Position = { at: number; start: number; end: number };

/**
 * The normalized words with a space around each, a dot where a sentence ends, and the position of each word in the
 * text.
 */
function normalizeWords(text: string): { plain: string; positions: Position[] } {
	let plain = " ";
	const positions: Position[] = [];
	for (const { word, start, end } of joinSpelledWords(wordsOf(text))) {
		positions.push({ at: plain.length, start, end });
		plain += `${word} `;
	}
	return { plain, positions };
}

type Word = { word: string; start: number; end: number };

function wordsOf(text: string): Word[] {
	return [...text.matchAll(wordOrEnd)].map((found) => ({
		word: normalizeWord(found[0]),
		start: found.index,
		end: found.index + found[0].length,
	}));
}

function normalizeWord(written: string): string {
	if (/^[.!?…。！？\n]$/u.test(written)) return ".";
	if (unspaced.test(written)) return written;
	let word = written
		.normalize("NFKD")
		.replace(/[\p{M}\p{Cf}]/gu, "")
		.replaceAll("’", "'")
		.toLowerCase();
	if (/\p{Script=Latin}/u.test(word)) {
		word = [...word].map((letter) => homoglyphs[letter] ?? letter).join("");
		word = word.replace(/[013457@$!]/g, (sign) => leetspeak[sign] ?? sign);
	}
	word = word.replace(/(.)\1{2,}/gu, "$1$1");
	const [form, expansion] = shortForms.find(([pattern]) => pattern.test(word)) ?? [];
	if (form && expansion) word = word.replace(form, expansion);
	return word.replaceAll("'", "");
}

/** Joins spelled-out words: "k i l l" becomes "kill". */
function joinSpelledWords(words: readonly Word[]): Word[] {
	const joined: Word[] = [];
	for (let at = 0; at < words.length; ) {
		let end = at;
		while (/^\p{L}$/u.test(words[end]?.word ?? "") && !unspaced.test(words[end]?.word ?? "")) end++;
		const run = words.slice(at, end);
		const [first, last] = [run[0], run.at(-1)];
		if (run.length >= 3 && first && last) {
			joined.push({ word: run.map(({ word }) => word).join(""), start: first.start, end: last.end });
			at = end;
		} else {
			joined.push(...words.slice(at, Math.max(end, at + 1)));
			at = Math.max(end, at + 1);
		}
	}
	return joined;
}
