/** One entry of a pronunciation dictionary: the written form and how to speak it. */
export type DictionaryRule =
	| { type: "alias"; match: string; alias: string; caseSensitive: boolean; wordBoundaries: boolean }
	| {
			type: "phoneme";
			match: string;
			phoneme: string;
			alphabet: "ipa" | "cmu-arpabet";
			caseSensitive: boolean;
			wordBoundaries: boolean;
	  };

export type DictionaryMatch = { start: number; end: number; rule: DictionaryRule };

/**
 * A trie in flat arrays, because one regular expression per rule would read the text once for each of 10,000 rules.
 * Most nodes have one child, stored in `letter` and `child`; others are in `others`. `rules` maps a node to the rule
 * that ends there.
 */
type Trie = {
	letter: number[];
	child: number[];
	others: (Map<number, number> | undefined)[];
	rules: Map<number, DictionaryRule>;
};
/** Separate tries by rule type: whole-word rules can be skipped inside a word. */
type Matcher = { whole: Trie; wholeFolded: Trie; any: Trie; anyFolded: Trie };

const matchers = new WeakMap<readonly DictionaryRule[], Matcher>();

/**
 * Finds all matches from left to right, longest first, without overlap. Of two rules for the same words, the
 * case-sensitive one wins, then the earlier one.
 */
export function applyRules(text: string, rules: readonly DictionaryRule[]): DictionaryMatch[] {
	if (rules.length === 0 || text === "") return [];
	let matcher = matchers.get(rules);
	if (!matcher) {
		matcher = buildMatcher(rules);
		matchers.set(rules, matcher);
	}
	const { chars, origin } = comparable(text);
	const hasFolded = matcher.wholeFolded.rules.size + matcher.anyFolded.rules.size > 0;
	const folded = hasFolded ? foldCase(chars) : chars;
	const found: DictionaryMatch[] = [];
	for (let at = 0; at < chars.length; ) {
		const hit = longestMatch(matcher, chars, folded, at);
		if (hit) found.push({ start: origin?.[at] ?? at, end: origin?.[hit.end] ?? hit.end, rule: hit.rule });
		at = hit ? hit.end : at + 1;
	}
	return found;
}

function buildMatcher(rules: readonly DictionaryRule[]): Matcher {
	const matcher = { whole: emptyTrie(), wholeFolded: emptyTrie(), any: emptyTrie(), anyFolded: emptyTrie() };
	for (const rule of rules) {
		const chars = comparable(rule.match).chars;
		if (rule.caseSensitive) insertRule(rule.wordBoundaries ? matcher.whole : matcher.any, chars, rule);
		else insertRule(rule.wordBoundaries ? matcher.wholeFolded : matcher.anyFolded, foldCase(chars), rule);
	}
	return matcher;
}

const emptyTrie = (): Trie => ({ letter: [-1], child: [0], others: [undefined], rules: new Map() });

function insertRule(trie: Trie, letters: string, rule: DictionaryRule): void {
	let node = 0;
	for (let at = 0; at < letters.length; at++) {
		const code = letters.charCodeAt(at);
		node = childOf(trie, node, code) ?? addChild(trie, node, code);
	}
	if (node !== 0 && !trie.rules.has(node)) trie.rules.set(node, rule);
}

function addChild(trie: Trie, node: number, code: number): number {
	const next = trie.letter.push(-1) - 1;
	trie.child.push(0);
	trie.others.push(undefined);
	if (trie.letter[node] === -1) {
		trie.letter[node] = code;
		trie.child[node] = next;
	} else {
		const others = trie.others[node] ?? new Map<number, number>();
		trie.others[node] = others.set(code, next);
	}
	return next;
}

function childOf(trie: Trie, node: number, code: number): number | undefined {
	return trie.letter[node] === code ? trie.child[node] : trie.others[node]?.get(code);
}

type Hit = { end: number; rule: DictionaryRule };

function longestMatch(matcher: Matcher, chars: string, folded: string, at: number): Hit | undefined {
	const insideWord = inSameWord(codePointBefore(chars, at), chars.codePointAt(at));
	let best: Hit | undefined;
	const search = (trie: Trie, letters: string, whole: boolean) => {
		const hit = longestInTrie(trie, letters, chars, at, whole);
		if (hit && (!best || hit.end > best.end)) best = hit;
	};
	if (!insideWord) search(matcher.whole, chars, true);
	search(matcher.any, chars, false);
	if (!insideWord) search(matcher.wholeFolded, folded, true);
	search(matcher.anyFolded, folded, false);
	return best;
}

function longestInTrie(trie: Trie, letters: string, chars: string, from: number, whole: boolean): Hit | undefined {
	if (trie.rules.size === 0) return undefined;
	let best: Hit | undefined;
	let node = 0;
	for (let at = from; at < letters.length; at++) {
		const next = childOf(trie, node, letters.charCodeAt(at));
		if (next === undefined) break;
		node = next;
		const rule = trie.rules.get(node);
		if (rule && !(whole && inSameWord(codePointBefore(chars, at + 1), chars.codePointAt(at + 1))))
			best = { end: at + 1, rule };
	}
	return best;
}

const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;
/** Scripts written without spaces between words, where a word boundary would never be found. */
const unspaced =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Fast path for ASCII: a table instead of a regular expression. */
const asciiWord = Uint8Array.from({ length: 128 }, (_, code) =>
	wordCharacter.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Whether two neighboring characters belong to one word. */
function inSameWord(left: number | undefined, right: number | undefined): boolean {
	return left !== undefined && right !== undefined && isWordCharacter(left) && isWordCharacter(right);
}

function isWordCharacter(code: number): boolean {
	if (code < 128) return asciiWord[code] === 1;
	const character = String.fromCodePoint(code);
	return wordCharacter.test(character) && !unspaced.test(character);
}

function codePointBefore(chars: string, at: number): number | undefined {
	if (at === 0) return undefined;
	const code = chars.charCodeAt(at - 1);
	return code >= 0xdc00 && code <= 0xdfff && at > 1 ? chars.codePointAt(at - 2) : code;
}

/**
 * The text in the form in which it is compared: NFC, every whitespace character a space, straight apostrophes. `origin`
 * maps each code unit to its offset in the text, and is missing if no offset changed.
 */
function comparable(text: string): { chars: string; origin?: number[] } {
	if (text.normalize("NFC") === text) return { chars: unifyCharacters(text) };
	let chars = "";
	const origin: number[] = [];
	for (const cluster of text.matchAll(/\P{M}\p{M}*|\p{M}+/gsu)) {
		const composed = cluster[0].normalize("NFC");
		for (let at = 0; at < composed.length; at++) origin.push(cluster.index);
		chars += composed;
	}
	origin.push(text.length);
	return { chars: unifyCharacters(chars), origin };
}

function unifyCharacters(text: string): string {
	return text.replaceAll(/[\s’]/g, (character) => (character === "’" ? "'" : " "));
}

/** Folds case without changing the length, so that offsets stay valid. */
function foldCase(text: string): string {
	const lower = text.toUpperCase().toLowerCase();
	// Only ASCII can be folded at once. Folding ß or ﬁ, for example, changes the length.
	if (/^\p{ASCII}*$/u.test(text)) return lower;
	let folded = "";
	for (const character of text) {
		const small = character.toUpperCase().toLowerCase();
		folded += small.length === character.length ? small : character;
	}
	return folded;
}
