// Parses plain-text searches for voices.
// Invariant: a word that describes a voice becomes a condition on its labels, every other word is searched in names and
// descriptions, and no word is dropped silently.
import { languageName } from "@timbre/contract/language.ts";

export type ConditionKind =
	| "use_case"
	| "manner"
	| "pace"
	| "pitch"
	| "age"
	| "word"
	| "accent"
	| "gender"
	| "language";
type LabelKind = Exclude<ConditionKind, "word" | "language">;

/** A condition: a voice must have at least one of its lexemes. */
export type Condition = {
	kind: ConditionKind;
	/** The word as typed. */
	word: string;
	/** The parsed value; for a plain word, the word itself. */
	value: string;
	lexemes: string[];
	/** Matches as a prefix, because the user may still be typing the word. */
	isPrefix: boolean;
};

const meanings: Record<LabelKind, Record<string, string>> = {
	gender: {
		female: "female woman women lady girl feminine she grandmother grandma",
		male: "male man men guy gentleman boy masculine he grandfather grandpa",
		neutral: "neutral androgynous nonbinary",
	},
	age: {
		young: "young younger youthful teen teenage teenager kid child childlike boy girl",
		middle_aged: "middle-aged middleaged mature adult",
		old: "old older elderly senior aged grandmother grandma grandfather grandpa",
	},
	accent: {
		american: "american us usa",
		british: "british uk britain england",
		australian: "australian aussie",
		irish: "irish",
		scottish: "scottish",
		indian: "indian",
		canadian: "canadian",
		brazilian: "brazilian",
		mexican: "mexican",
		african: "african",
		nigerian: "nigerian",
		southern: "southern",
	},
	use_case: {
		narrative_story:
			"audiobook audiobooks narration narrator narrative story stories storytelling storyteller book books",
		conversational: "conversational conversation chat podcast podcasts assistant agent support call calls",
		characters_animation: "character characters animation cartoon game games gaming villain hero wizard",
		social_media: "social tiktok youtube shorts reels influencer",
		entertainment_tv: "tv film films movie movies trailer trailers entertainment radio",
		advertisement: "ad ads advert adverts advertisement advertising commercial commercials promo",
		informative_educational:
			"education educational tutorial tutorials elearning e-learning explainer documentary news informative lecture teacher training",
	},
	manner: {
		calm: "calm calmer soothing gentle serene relaxed composed even steady",
		lively: "lively energetic expressive animated excited enthusiastic cheerful upbeat dramatic",
	},
	pitch: { low: "deep low bass baritone", high: "high soprano" },
	pace: { slow: "slow unhurried", fast: "fast quick brisk rapid" },
};

const languageTags =
	"en hi pt zh es fr de ja ar ru ko id it nl tr pl sv fil ms ro uk el cs da fi bg hr sk ta hu no vi ca he fa th sr sl lt lv et is ga cy eu gl bn te mr ur sw af".split(
		" ",
	);
const otherNames: Record<string, string> = { mandarin: "zh", castilian: "es", tagalog: "fil", farsi: "fa" };
const languagesByName = new Map([
	...languageTags.map((tag) => [foldText(languageName(tag)), tag] as const),
	...Object.entries(otherNames),
]);

const meaningOf = new Map<string, { kind: LabelKind; value: string }[]>();
for (const [kind, values] of Object.entries(meanings) as [LabelKind, Record<string, string>][])
	for (const [value, words] of Object.entries(values))
		for (const word of words.split(" ")) meaningOf.set(word, [...(meaningOf.get(word) ?? []), { kind, value }]);

const stopWords = new Set(
	"a an the for with and or of in on to by as at from voice voices speaker speaking sound sounds sounding like who that which is are be i want need would please my me some someone somebody something very really quite accent accented".split(
		" ",
	),
);

const maxWords = 12;
const minPrefixLength = 3;

export function foldText(text: string): string {
	return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** Letters and digits, with hyphens inside. */
export const wordPattern = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu;

/** Splits text like the index does. Hyphens inside words are kept for meanings that contain one. */
export function tokenize(text: string): string[] {
	return (
		foldText(text)
			.replaceAll(/['’]s\b/g, "")
			.match(wordPattern) ?? []
	);
}

/** Parses a search into conditions. `corrected` maps misspelled words to corrections. */
export function parseQuery(search: string, corrected: ReadonlyMap<string, string> = new Map()): Condition[] {
	const words = tokenize(search.replaceAll(/middle[ -]aged?/gi, "middle-aged")).slice(0, maxWords);
	const conditions: Condition[] = [];
	const stillTyping = /[\p{L}\p{N}]$/u.test(search);
	for (const [at, typed] of words.entries()) {
		const word = corrected.get(typed) ?? typed;
		if (stopWords.has(word)) continue;
		const last = stillTyping && at === words.length - 1;
		for (const condition of meaningsOf(word)) add(conditions, { ...condition, word: typed, isPrefix: false });
		const language = languagesByName.get(word);
		if (language) {
			add(conditions, {
				kind: "language",
				word: typed,
				value: language,
				lexemes: [`language:${language}`, `accent:${word}`],
				isPrefix: false,
			});
		} else if (!meaningOf.has(word)) {
			for (const part of word.split("-"))
				if (!stopWords.has(part))
					add(conditions, {
						kind: "word",
						word: typed,
						value: part,
						lexemes: [part],
						isPrefix: last && part.length >= minPrefixLength,
					});
		}
	}
	return conditions;
}

/** The word itself also matches, for voices whose description has what their labels lack. */
function meaningsOf(word: string): Omit<Condition, "word" | "isPrefix">[] {
	return (meaningOf.get(word) ?? []).map(({ kind, value }) => ({
		kind,
		value,
		// Shipped voices have no age; some sound older or younger than others.
		lexemes: [
			`${kind}:${value}`,
			...(kind === "age" ? [`sounds:${value}`] : []),
			...(word.includes("-") ? [] : [word]),
		],
	}));
}

/** Merges conditions of the same kind ("grandmother, an old lady"); if they contradict each other, either matches. */
function add(conditions: Condition[], condition: Condition): void {
	const same = conditions.find(
		({ kind, value }) => kind === condition.kind && (kind !== "word" || value === condition.value),
	);
	if (!same) conditions.push(condition);
	else same.lexemes = [...new Set([...same.lexemes, ...condition.lexemes])];
}
