import { builtInRules } from "./moderation-rules.ts";

// What a moderated voice does not say. A list of phrases and nothing that guesses: the same text gets the same answer everywhere, and
// whoever is refused is told which of their words it was.

/** `start` and `end` are places in the text. */
type ModerationFinding = { category: string; start: number; end: number };
export type Moderator = (text: string) => ModerationFinding | undefined;

/** What is wrong with a line of a list, in words. */
export class ModerationListError extends Error {}

type Rule = { category: string; pattern: RegExp };

/**
 * One rule a line, `category: words`: `a|b` is either word, `word*` any word that begins so, `...` up to five words of the same
 * sentence, none of them "not" or "never".
 * `-category` takes away what comes built in under that name; `#` begins a remark.
 */
export function createModerator(ownList = ""): Moderator {
	const own = readList(ownList);
	const builtIn = readList(builtInRules).rules.filter(({ category }) => !own.without.has(category));
	const rules = [...builtIn, ...own.rules];
	return (text) => {
		const { plain, places } = plainWords(text);
		for (const { category, pattern } of rules) {
			const found = pattern.exec(plain);
			if (!found) continue;
			const from = found.index + 1;
			const inside = places.filter(({ at }) => at >= from && at < found.index + found[0].length);
			return { category, start: inside[0]?.start ?? 0, end: inside.at(-1)?.end ?? text.length };
		}
		return undefined;
	};
}

function readList(list: string): { rules: Rule[]; without: Set<string> } {
	const rules: Rule[] = [];
	const without = new Set<string>();
	for (const [at, line] of list.split(/\r?\n/).entries()) {
		const said = line.replace(/(^|\s)#.*$/, "").trim();
		if (said === "") continue;
		const removed = /^-\s*(\S+)$/.exec(said)?.[1];
		if (removed) {
			without.add(removed);
			continue;
		}
		const [, category, words] = /^([\p{L}\p{N}_ -]+?)\s*:\s*(.+)$/u.exec(said) ?? [];
		const pattern = words && patternOf(words);
		if (!category || !pattern)
			throw new ModerationListError(`Line ${at + 1} is no rule: write "category: words", or "-category".`);
		rules.push({ category, pattern });
	}
	return { rules, without };
}

// "I will never let anybody kill you" is the contrary.
const gap = "(?: (?!(?:not|never) )[^ .]+){0,5}";

function patternOf(words: string): RegExp | undefined {
	const parts = words.split(/\s+/).map((word) => {
		if (word === "...") return gap;
		const choices = word.split("|").flatMap((choice) => {
			const bare = plainWords(choice.replace(/\*$/, "")).plain.trim();
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

const drawnAs: Record<string, string> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t", "@": "a", $: "s", "!": "i" };
// Letters of other alphabets that look like Latin ones, as they stand in words that are otherwise Latin.
const looksLike: Record<string, string> = Object.fromEntries(
	[..."аaеeоoрpсcхxуyіiјjѕsԁdһhкkмmтtвbнhαaεeοoρpνvιiκkτtυu"].reduce<[string, string][]>((pairs, letter, at, all) => {
		if (at % 2 === 0) pairs.push([letter, all[at + 1] ?? letter]);
		return pairs;
	}, []),
);

// Written without spaces: each sign is a word of its own.
const apart = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const wordOrEnd =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|[\p{L}\p{N}\p{M}\p{Cf}@$]+(?:['’!][\p{L}\p{N}\p{M}\p{Cf}@$]+)*|[.!?…。！？\n]/gu;

type Place = { at: number; start: number; end: number };

/** The words in their plainest spelling with a space around each, a dot where a sentence ends, and where each came from. */
function plainWords(text: string): { plain: string; places: Place[] } {
	let plain = " ";
	const places: Place[] = [];
	for (const { word, start, end } of joinedLetters(wordsOf(text))) {
		places.push({ at: plain.length, start, end });
		plain += `${word} `;
	}
	return { plain, places };
}

type Word = { word: string; start: number; end: number };

function wordsOf(text: string): Word[] {
	return [...text.matchAll(wordOrEnd)].map((found) => ({
		word: plainWord(found[0]),
		start: found.index,
		end: found.index + found[0].length,
	}));
}

function plainWord(written: string): string {
	if (/^[.!?…。！？\n]$/u.test(written)) return ".";
	if (apart.test(written)) return written;
	let word = written
		.normalize("NFKD")
		.replace(/[\p{M}\p{Cf}]/gu, "")
		.replaceAll("’", "'")
		.toLowerCase();
	if (/\p{Script=Latin}/u.test(word)) {
		word = [...word].map((letter) => looksLike[letter] ?? letter).join("");
		word = word.replace(/[013457@$!]/g, (sign) => drawnAs[sign] ?? sign);
	}
	word = word.replace(/(.)\1{2,}/gu, "$1$1");
	const [form, whole] = shortForms.find(([pattern]) => pattern.test(word)) ?? [];
	if (form && whole) word = word.replace(form, whole);
	return word.replaceAll("'", "");
}

/** "k i l l" is one word, spelled out. */
function joinedLetters(words: readonly Word[]): Word[] {
	const joined: Word[] = [];
	for (let at = 0; at < words.length; ) {
		let end = at;
		while (/^\p{L}$/u.test(words[end]?.word ?? "") && !apart.test(words[end]?.word ?? "")) end++;
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
