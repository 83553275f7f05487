/** One entry of a pronunciation dictionary: what is written, and what is said for it. */
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
 * A trie in flat lists: a regular expression a rule would read the text once for each of 10,000 rules. Most nodes have one child, kept as
 * `letter` and `child`; further ones are in `others`. `rules` holds the rule that ends in a node.
 */
type Trie = {
	letter: number[];
	child: number[];
	others: (Map<number, number> | undefined)[];
	rules: Map<number, DictionaryRule>;
};
/** Apart by what they ask: in the middle of a word, rules for whole words need not be looked at. */
type Matcher = { whole: Trie; wholeFolded: Trie; any: Trie; anyFolded: Trie };

const matchers = new WeakMap<readonly DictionaryRule[], Matcher>();

/**
 * Where the rules apply: from left to right, the longest match first, none overlapping. Of two rules for the same words the one that
 * tells case apart wins, then the earlier in the list.
 */
export function applyRules(text: string, rules: readonly DictionaryRule[]): DictionaryMatch[] {
	if (rules.length === 0 || text === "") return [];
	let matcher = matchers.get(rules);
	if (!matcher) {
		matcher = buildMatcher(rules);
		matchers.set(rules, matcher);
	}
	const { chars, origin } = composed(text);
	const foldedToo = matcher.wholeFolded.rules.size + matcher.anyFolded.rules.size > 0;
	const folded = foldedToo ? foldCase(chars) : chars;
	const found: DictionaryMatch[] = [];
	for (let at = 0; at < chars.length; ) {
		const hit = longest(matcher, chars, folded, at);
		if (hit) found.push({ start: origin?.[at] ?? at, end: origin?.[hit.end] ?? hit.end, rule: hit.rule });
		at = hit ? hit.end : at + 1;
	}
	return found;
}

function buildMatcher(rules: readonly DictionaryRule[]): Matcher {
	const matcher = { whole: emptyTrie(), wholeFolded: emptyTrie(), any: emptyTrie(), anyFolded: emptyTrie() };
	for (const rule of rules) {
		const chars = composed(rule.match).chars;
		if (rule.caseSensitive) plant(rule.wordBoundaries ? matcher.whole : matcher.any, chars, rule);
		else plant(rule.wordBoundaries ? matcher.wholeFolded : matcher.anyFolded, foldCase(chars), rule);
	}
	return matcher;
}

const emptyTrie = (): Trie => ({ letter: [-1], child: [0], others: [undefined], rules: new Map() });

function plant(trie: Trie, letters: string, rule: DictionaryRule): void {
	let node = 0;
	for (let at = 0; at < letters.length; at++) {
		const code = letters.charCodeAt(at);
		node = step(trie, node, code) ?? grow(trie, node, code);
	}
	if (node !== 0 && !trie.rules.has(node)) trie.rules.set(node, rule);
}

function grow(trie: Trie, node: number, code: number): number {
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

function step(trie: Trie, node: number, code: number): number | undefined {
	return trie.letter[node] === code ? trie.child[node] : trie.others[node]?.get(code);
}

type Hit = { end: number; rule: DictionaryRule };

function longest(matcher: Matcher, chars: string, folded: string, at: number): Hit | undefined {
	const inside = joins(before(chars, at), chars.codePointAt(at));
	let best: Hit | undefined;
	const look = (trie: Trie, letters: string, whole: boolean) => {
		const hit = longestIn(trie, letters, chars, at, whole);
		if (hit && (!best || hit.end > best.end)) best = hit;
	};
	if (!inside) look(matcher.whole, chars, true);
	look(matcher.any, chars, false);
	if (!inside) look(matcher.wholeFolded, folded, true);
	look(matcher.anyFolded, folded, false);
	return best;
}

function longestIn(trie: Trie, letters: string, chars: string, from: number, whole: boolean): Hit | undefined {
	if (trie.rules.size === 0) return undefined;
	let best: Hit | undefined;
	let node = 0;
	for (let at = from; at < letters.length; at++) {
		const next = step(trie, node, letters.charCodeAt(at));
		if (next === undefined) break;
		node = next;
		const rule = trie.rules.get(node);
		if (rule && !(whole && joins(before(chars, at + 1), chars.codePointAt(at + 1)))) best = { end: at + 1, rule };
	}
	return best;
}

const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;
/** Scripts written without spaces between words: a boundary asked of them would never be found. */
const unspaced =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Most questions are about ASCII, and a table answers them without a regular expression. */
const asciiWord = Uint8Array.from({ length: 128 }, (_, code) =>
	wordCharacter.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Whether two neighbouring characters belong to one word. */
function joins(left: number | undefined, right: number | undefined): boolean {
	return left !== undefined && right !== undefined && inWord(left) && inWord(right);
}

function inWord(code: number): boolean {
	if (code < 128) return asciiWord[code] === 1;
	const character = String.fromCodePoint(code);
	return wordCharacter.test(character) && !unspaced.test(character);
}

function before(chars: string, at: number): number | undefined {
	if (at === 0) return undefined;
	const code = chars.charCodeAt(at - 1);
	return code >= 0xdc00 && code <= 0xdfff && at > 1 ? chars.codePointAt(at - 2) : code;
}

/**
 * The text as it is compared: accents composed, any white space a space, the typographer's apostrophe the typewriter's. `origin` says
 * where each unit was written, and is left out where nothing moved.
 */
function composed(text: string): { chars: string; origin?: number[] } {
	if (text.normalize("NFC") === text) return { chars: levelled(text) };
	let chars = "";
	const origin: number[] = [];
	for (const cluster of text.matchAll(/\P{M}\p{M}*|\p{M}+/gsu)) {
		const whole = cluster[0].normalize("NFC");
		for (let at = 0; at < whole.length; at++) origin.push(cluster.index);
		chars += whole;
	}
	origin.push(text.length);
	return { chars: levelled(chars), origin };
}

function levelled(text: string): string {
	return text.replaceAll(/[\s’]/g, (character) => (character === "’" ? "'" : " "));
}

/** Lower case that never changes a length, so that places stay places. */
function foldCase(text: string): string {
	const lower = text.toUpperCase().toLowerCase();
	// Only ASCII is sure to keep every place by folding at once; ß and ﬁ, for two, would move what follows.
	if (/^\p{ASCII}*$/u.test(text)) return lower;
	let folded = "";
	for (const character of text) {
		const small = character.toUpperCase().toLowerCase();
		folded += small.length === character.length ? small : character;
	}
	return folded;
}
