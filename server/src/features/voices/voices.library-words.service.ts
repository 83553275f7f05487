// What somebody means who looks for a voice in plain words. Always: a word that says what a voice is like becomes a condition on its labels,
// every other word is looked for in names and descriptions, and nothing that was said is silently left out.

/** From what is given up first when nothing fits, to what is held on to. */
const heldLast = ["use_case", "pace", "pitch", "age", "word", "accent", "gender", "language"] as const;
type Kind = (typeof heldLast)[number];

/** One thing that was said: a voice has to have one of its lexemes. */
export type Condition = {
	kind: Kind;
	/** As it was written. */
	said: string;
	/** What it was taken for; of a plain word the word itself. */
	value: string;
	lexemes: string[];
	/** The word may go on: whoever types has not finished it. */
	open: boolean;
};

const meanings: Record<Exclude<Kind, "word" | "language">, Record<string, string>> = {
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
	pitch: { low: "deep low bass baritone", high: "high soprano" },
	pace: { slow: "slow unhurried", fast: "fast quick brisk rapid" },
};

/** Names of languages as people write them, beside their tags. */
const languageNames = new Intl.DisplayNames(["en"], { type: "language" });
const languageTags =
	"en hi pt zh es fr de ja ar ru ko id it nl tr pl sv fil ms ro uk el cs da fi bg hr sk ta hu no vi ca he fa th sr sl lt lv et is ga cy eu gl bn te mr ur sw af".split(
		" ",
	);
const otherNames: Record<string, string> = { mandarin: "zh", castilian: "es", tagalog: "fil", farsi: "fa" };
const languagesByName = new Map([
	...languageTags.map((tag) => [folded(nameOfLanguage(tag)), tag] as const),
	...Object.entries(otherNames),
]);

const meaningOf = new Map<string, { kind: Exclude<Kind, "word" | "language">; value: string }[]>();
for (const [kind, values] of Object.entries(meanings) as [Exclude<Kind, "word" | "language">, Record<string, string>][])
	for (const [value, words] of Object.entries(values))
		for (const word of words.split(" ")) meaningOf.set(word, [...(meaningOf.get(word) ?? []), { kind, value }]);

const saysNothing = new Set(
	"a an the for with and or of in on to by as at from voice voices speaker speaking sound sounds sounding like who that which is are be i want need would please my me some someone somebody something very really quite accent accented".split(
		" ",
	),
);

const mostWords = 12;
const shortestOpen = 3;

/** What is no language keeps its tag for a name. */
export function nameOfLanguage(tag: string): string {
	try {
		return languageNames.of(tag) ?? tag;
	} catch {
		return tag;
	}
}

export function folded(text: string): string {
	return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** Letters and digits, with hyphens inside. */
export const wordPattern = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu;

/** As the index has them: letters and digits, hyphens inside a word kept for those meanings that have one. */
export function wordsOf(text: string): string[] {
	return (
		folded(text)
			.replaceAll(/['’]s\b/g, "")
			.match(wordPattern) ?? []
	);
}

/** What the words mean. `corrected` replaces misspelt ones. */
export function understand(search: string, corrected: ReadonlyMap<string, string> = new Map()): Condition[] {
	const words = wordsOf(search.replaceAll(/middle[ -]aged?/gi, "middle-aged")).slice(0, mostWords);
	const conditions: Condition[] = [];
	const stillTyping = /[\p{L}\p{N}]$/u.test(search);
	for (const [at, said] of words.entries()) {
		const word = corrected.get(said) ?? said;
		if (saysNothing.has(word)) continue;
		const last = stillTyping && at === words.length - 1;
		for (const condition of meant(word)) add(conditions, { ...condition, said, open: false });
		const language = languagesByName.get(word);
		if (language) {
			add(conditions, {
				kind: "language",
				said,
				value: language,
				lexemes: [`language:${language}`, `accent:${word}`],
				open: false,
			});
		} else if (!meaningOf.has(word)) {
			for (const part of word.split("-"))
				if (!saysNothing.has(part))
					add(conditions, {
						kind: "word",
						said,
						value: part,
						lexemes: [part],
						open: last && part.length >= shortestOpen,
					});
		}
	}
	return conditions;
}

/** The word itself will do as well, for a voice whose description says what its labels do not. */
function meant(word: string): Omit<Condition, "said" | "open">[] {
	return (meaningOf.get(word) ?? []).map(({ kind, value }) => ({
		kind,
		value,
		lexemes: [`${kind}:${value}`, ...(word.includes("-") ? [] : [word])],
	}));
}

/** "Grandmother, an old lady": the same thing said twice is one condition, and of two that exclude each other either will do. */
function add(conditions: Condition[], condition: Condition): void {
	const same = conditions.find(
		({ kind, value }) => kind === condition.kind && (kind !== "word" || value === condition.value),
	);
	if (!same) conditions.push(condition);
	else same.lexemes = [...new Set([...same.lexemes, ...condition.lexemes])];
}

/** The same conditions with ever fewer of them, until one is left. */
export function* relaxed(conditions: readonly Condition[]): Generator<Condition[]> {
	let left = [...conditions];
	for (const kind of heldLast) {
		while (left.length > 1) {
			const at = left.findLastIndex((condition) => condition.kind === kind);
			if (at < 0) break;
			left = left.toSpliced(at, 1);
			yield left;
		}
	}
}

/** Plain words that the library's vocabulary should know. */
export function plainWords(conditions: readonly Condition[]): Condition[] {
	return conditions.filter(({ kind }) => kind === "word");
}

/** The word that one slip of the fingers made this one of; of a long word two. */
export function nearest(word: string, known: readonly string[]): string | undefined {
	const most = word.length >= 8 ? 2 : 1;
	let best: string | undefined;
	let least = most + 1;
	for (const other of known) {
		const slips = slipsBetween(word, other);
		if (slips >= least) continue;
		best = other;
		least = slips;
	}
	return best;
}

/** Letters put in, left out, taken for another or exchanged with the next. */
function slipsBetween(one: string, other: string): number {
	let before: number[] = [];
	let last = Array.from({ length: other.length + 1 }, (_, at) => at);
	for (let at = 1; at <= one.length; at++) {
		const row = [at];
		for (let to = 1; to <= other.length; to++) {
			const same = one[at - 1] === other[to - 1] ? 0 : 1;
			let slips = Math.min((row[to - 1] ?? 0) + 1, (last[to] ?? 0) + 1, (last[to - 1] ?? 0) + same);
			if (at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1])
				slips = Math.min(slips, (before[to - 2] ?? 0) + 1);
			row.push(slips);
		}
		before = last;
		last = row;
	}
	return last[other.length] ?? 0;
}

/** For the index: all of the conditions, any lexeme of each. */
export function textQuery(conditions: readonly Condition[]): string {
	return conditions
		.map(({ lexemes, open }) => `(${lexemes.map((lexeme) => quoted(lexeme) + (open ? ":*" : "")).join(" | ")})`)
		.join(" & ");
}

function quoted(lexeme: string): string {
	return `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

export type Labelled = {
	language: string;
	locale: string | null;
	accent: string;
	gender: string;
	age: string;
	use_case: string;
	descriptive: string;
	category: string;
	owner: string;
	featured: boolean;
	reader: boolean;
	labels: Record<string, string>;
};

/** What a published voice is found by, as lexemes that nobody writes. */
export function marksOf(voice: Labelled): string[] {
	const { pitch, pace } = voice.labels;
	const marks = {
		language: voice.language,
		locale: voice.locale,
		accent: voice.accent,
		gender: voice.gender,
		age: voice.age,
		use_case: voice.use_case,
		descriptive: voice.descriptive,
		category: voice.category,
		owner: voice.owner,
		pitch,
		pace,
	};
	return [
		...Object.entries(marks).flatMap(([kind, value]) => (value ? [mark(kind, value)] : [])),
		...(voice.featured ? ["featured"] : []),
		...(voice.reader ? ["reader"] : []),
	];
}

export function mark(kind: string, value: string): string {
	return `${kind}:${kind === "owner" ? value : value.toLowerCase()}`;
}

/** What is read when somebody searches: the name, the description and the labels in words. */
export function searchTextOf(
	voice: Labelled & { name: string; description: string | null; owner_name: string },
): string {
	const parts = [
		voice.name,
		voice.description ?? "",
		nameOfLanguage(voice.language),
		voice.accent,
		voice.gender,
		voice.age,
		voice.use_case,
		voice.descriptive,
		voice.owner_name,
		...Object.values(voice.labels),
	];
	// As the words of a search are taken apart, so are these.
	return [...new Set(wordsOf(parts.join(" ").replaceAll("_", " ")).flatMap((word) => word.split("-")))].join(" ");
}
