// Finds who is mentioned in narration: names, people without a name, and pronouns.
import { type Gender, isNameWord, isRole, isTitle, pronounOf, roleGender, titleGender } from "./words.ts";

export type Mention = {
	/** As in the text, without articles in front of names: "Mrs. Hale", "the old keeper". */
	name: string;
	kind: "name" | "role" | "pronoun" | "narrator";
	gender: Gender | undefined;
	/** Where it starts and ends among the words. */
	from: number;
	to: number;
};

export type Word = { text: string; start: number; end: number };

const abbreviations = new Set(["mr", "mrs", "ms", "dr"]);

/** Words with their trailing punctuation left out, except the period of "Mr.". */
export function wordsOf(text: string): Word[] {
	return [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu)].map(({ 0: word, index }) => {
		const title = text[index + word.length] === "." && abbreviations.has(word.toLowerCase());
		return { text: title ? `${word}.` : word, start: index, end: index + word.length + (title ? 1 : 0) };
	});
}

const articles = new Set(["the", "a", "an", "his", "her", "their", "my", "our", "der", "die", "das", "le", "la", "el"]);
const particles = new Set(["de", "du", "van", "von", "der", "la", "le", "of"]);
const maxRoleWords = 3;

/** `isSentenceStart` tells of a word whether its capital letter says nothing. */
export function findMentions(words: readonly Word[], isSentenceStart: (at: number) => boolean): Mention[] {
	const found: Mention[] = [];
	for (let at = 0; at < words.length; ) {
		const mention = nameAt(words, at, isSentenceStart) ?? roleAt(words, at) ?? pronounAt(words, at);
		if (mention) found.push(mention);
		at = mention?.to ?? at + 1;
	}
	return found;
}

function nameAt(words: readonly Word[], from: number, isSentenceStart: (at: number) => boolean): Mention | undefined {
	const first = words[from]?.text ?? "";
	const titled = isTitle(first) && /^\p{Lu}/u.test(first);
	let to = titled ? from + 1 : from;
	while (to < words.length && to - from < 4) {
		const word = words[to]?.text ?? "";
		if (isNameWord(word) && (to === from || adjacent(words, to))) to++;
		else if (to > from && particles.has(word) && isNameWord(words[to + 1]?.text ?? "") && adjacent(words, to + 1))
			to += 2;
		else break;
	}
	const named = to - from - (titled ? 1 : 0);
	if (named === 0 || (isSentenceStart(from) && !titled && named === 1 && !hasPossessiveOrVerb(words, to)))
		return undefined;
	const name = words
		.slice(from, to)
		.map(({ text }) => text.replace(/[’']s$/, ""))
		.join(" ");
	return { name, kind: "name", gender: titled ? titleGender(first) : undefined, from, to };
}

/** A capital at the start of a sentence is a name if something is said of it: "Ada turned". */
const hasPossessiveOrVerb = (words: readonly Word[], to: number): boolean =>
	/^\p{Ll}+(ed|s|t|d|k|w|n|g|e)$/u.test(words[to]?.text ?? "") || /[’']s$/.test(words[to - 1]?.text ?? "");

/** Words with only a space between them. */
const adjacent = (words: readonly Word[], at: number): boolean =>
	(words[at]?.start ?? 0) - (words[at - 1]?.end ?? 0) === 1;

function roleAt(words: readonly Word[], from: number): Mention | undefined {
	const article = words[from]?.text.toLowerCase() ?? "";
	if (!articles.has(article)) return undefined;
	for (let at = from + 1; at <= from + maxRoleWords && at < words.length && adjacent(words, at); at++) {
		const word = words[at]?.text ?? "";
		if (isRole(word)) {
			const rest = words.slice(from + 1, at + 1).map(({ text }) => text.toLowerCase());
			const name = `${article === "a" || article === "an" ? "the" : article} ${rest.join(" ")}`;
			return { name, kind: "role", gender: roleGender(word), from, to: at + 1 };
		}
		if (!/^\p{Ll}/u.test(word)) return undefined;
	}
	return undefined;
}

function pronounAt(words: readonly Word[], from: number): Mention | undefined {
	const word = words[from]?.text ?? "";
	const pronoun = pronounOf(word);
	if (pronoun === undefined) return undefined;
	if (pronoun === "narrator") return { name: word, kind: "narrator", gender: undefined, from, to: from + 1 };
	return { name: word, kind: "pronoun", gender: pronoun, from, to: from + 1 };
}
