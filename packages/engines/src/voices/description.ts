// Parses a voice description into traits the engines can produce. It is a plain word list: everything it recognizes is
// in this file, and unrecognized words are reported.

export type RequestedTraits = {
	gender?: "female" | "male";
	age?: "young" | "middle-aged" | "old";
	accent?: string;
	/** BCP 47, if the description names a language to speak. */
	language?: string;
	/** 1 is the plain word ("high"; "low" is -1), scaled by the words before it. */
	pitch?: number;
	pace?: number;
	brightness?: number;
	liveliness?: number;
};
export type Scale = "pitch" | "pace" | "brightness" | "liveliness";
export type ParsedDescription = { requested: RequestedTraits; unrecognizedWords: string[] };

const genders: Record<NonNullable<RequestedTraits["gender"]>, string> = {
	female:
		"woman women female feminine lady girl she her hers mother mom mum grandmother grandma granny aunt sister daughter queen princess witch goddess actress hostess heroine waitress alto soprano",
	male: "man men male masculine guy gentleman boy lad he his him father dad grandfather grandpa uncle brother son king prince wizard actor host hero waiter baritone tenor butler monk",
};
const ages: Record<NonNullable<RequestedTraits["age"]>, string> = {
	young: "young younger youthful teen teenage teenager child childlike kid boy girl twenties student",
	"middle-aged": "middle-aged forties fifties adult mature",
	old: "old older elderly aged senior ancient grandmother grandma granny grandfather grandpa seventies eighties weathered",
};
/**
 * The engines speak only American and British English; the others are recognized so that they can be reported as not
 * met.
 */
const accents: Record<string, string> = {
	american: "american californian texan us usa",
	british: "british english-accent london londoner uk rp oxford",
	australian: "australian aussie",
	irish: "irish",
	scottish: "scottish scots",
	indian: "indian",
	french: "french",
	spanish: "spanish latino latina castilian mexican",
	italian: "italian",
	german: "german",
	japanese: "japanese",
	chinese: "chinese mandarin",
	brazilian: "brazilian portuguese",
	russian: "russian",
};
const languages: Record<string, string> = {
	english: "en",
	spanish: "es",
	french: "fr",
	italian: "it",
	portuguese: "pt-BR",
	hindi: "hi",
	japanese: "ja",
	mandarin: "zh",
	chinese: "zh",
};
const scales: Record<Scale, { more: string; less: string; middle: string }> = {
	pitch: {
		more: "high higher high-pitched high-voiced squeaky shrill soprano piping falsetto treble",
		less: "low lower low-pitched deep deeper deep-voiced bass baritone booming rumbling resonant gravelly",
		middle: "mid-range medium-pitched",
	},
	pace: {
		more: "fast faster quick quicker quickly rapid rapidly brisk briskly speedy hurried fast-paced fast-talking rushed swift snappy",
		less: "slow slower slowly slow-paced unhurried leisurely deliberate measured drawling lingering ponderous patient",
		middle: "medium-paced steady-paced",
	},
	brightness: {
		more: "bright brighter crisp crisper sharp sharper thin tinny clear clearer sparkling ringing nasal",
		less: "dark darker warm warmer mellow rich richer velvety muffled smoky smooth soft softer round husky",
		middle: "balanced",
	},
	liveliness: {
		more: "lively livelier animated expressive energetic excited exciting enthusiastic cheerful dramatic dynamic playful bubbly passionate vivid upbeat theatrical emphatic",
		less: "calm calmer flat monotone monotonous even steady serious soothing gentle composed serene stoic relaxed neutral deadpan sober reserved meditative",
		middle: "conversational natural",
	},
};
/** Words that also imply a pace, less than a pace word itself. */
const impliedPace: Record<string, number> = {
	energetic: 0.4,
	excited: 0.5,
	upbeat: 0.4,
	bubbly: 0.5,
	soothing: -0.4,
	meditative: -0.6,
	serene: -0.4,
	relaxed: -0.4,
};
const intensifiers = new Set(
	"very extremely really super incredibly much especially unusually remarkably exceptionally".split(" "),
);
const softeners = new Set("slightly somewhat bit little fairly rather quite moderately".split(" "));
const negations = new Set("not no never without don't isn't neither nor".split(" "));
const strengths = { plain: 1, stronger: 1.6, weaker: 0.5 };

/** Words without a trait that are not reported as unrecognized. */
const ignoredWords = new Set(
	(
		"a an the and or but with of in on at to for from by as is are was be been has have had that this it its who whose which like " +
		"sounding sounds sound voice voices speaks speaking speak spoken speaker tone toned talk talks talking says pitch pitched pace paced speed accent " +
		"accented register range timbre quality person people character narrator narration narrating reader reading reads audiobook audiobooks story stories storyteller " +
		"style kind type way make made more less most very too so than then into about bit little his her our your their my i you we they one some any all " +
		"great good nice pleasant professional announcer podcast news documentary video videos commercial ad ads assistant perfect suitable natural " +
		"language english-language native delivery manner age aged years-old year-old years early late mid using use think imagine tells telling"
	).split(" "),
);

const lists = <Key extends string>(table: Record<Key, string>) =>
	(Object.entries(table) as [Key, string][]).flatMap(([key, words]) =>
		words.split(" ").map((word) => [word, key] as const),
	);
const genderOf = new Map(lists(genders));
const ageOf = new Map<string, NonNullable<RequestedTraits["age"]>>();
for (const [word, age] of lists(ages)) if (!ageOf.has(word) || age === "old") ageOf.set(word, age);
const accentOf = new Map(lists(accents));
const scaleOf = new Map<string, { scale: Scale; direction: number }>();
for (const scale of Object.keys(scales) as Scale[])
	for (const [side, direction] of [
		["more", 1],
		["less", -1],
		["middle", 0],
	] as const)
		for (const word of scales[scale][side].split(" ")) scaleOf.set(word, { scale, direction });

/** Next words that give a trait word another meaning. */
const otherMeanings: Record<string, RegExp> = {
	low: /^(energy|volume|key|latency)$/,
	high: /^(energy|quality|volume|definition|end)$/,
	clear: /^(diction|articulation|pronunciation|enunciation)$/,
	old: /^(school|fashioned|time)$/,
};

export function parseDescription(description: string): ParsedDescription {
	const clauses = description
		.toLowerCase()
		.replaceAll(/[’]/g, "'")
		.replaceAll(/\bmiddle aged\b/g, "middle-aged")
		.replaceAll(/\b(high|low)[ -]+(?:in )?pitch(?:ed)?\b/g, "$1-pitched")
		.replaceAll(/\b(?:high|full of) energy\b/g, "energetic")
		.replaceAll(/\blow energy\b/g, "calm")
		.replaceAll(/\benglish accent\b/g, "british accent")
		.split(/[,.;:!?()]|\b(?:but|yet)\b/)
		.map((clause) => clause.split(/[^\p{L}\p{N}'-]+/u).filter((word) => word !== ""));
	const paceNamed = clauses.flat().some((word) => scaleOf.get(word)?.scale === "pace");
	const requested: RequestedTraits = {};
	const sums: Partial<Record<Scale, { sum: number; strongest: number; count: number }>> = {};
	const unrecognized: string[] = [];
	const add = (scale: Scale, value: number) => {
		const total = sums[scale] ?? { sum: 0, strongest: 0, count: 0 };
		sums[scale] = {
			sum: total.sum + value,
			strongest: Math.max(total.strongest, Math.abs(value)),
			count: total.count + 1,
		};
	};
	let genderVotes = 0;
	const read = (words: readonly string[], at: number, word: string) => {
		if (otherMeanings[word]?.test(words[at + 1] ?? "")) return;
		const before = words.slice(Math.max(0, at - 3), at);
		const negated = before.some((earlier) => negations.has(earlier));
		const scale = scaleOf.get(word);
		const gender = genderOf.get(word);
		const age = ageOf.get(word);
		const accent = accentOf.get(word);
		const language = languages[word];
		const recognized = !!(scale || gender || age || accent || language);
		if (
			!recognized &&
			!ignoredWords.has(word) &&
			!intensifiers.has(word) &&
			!softeners.has(word) &&
			!negations.has(word) &&
			!/^\d/.test(word)
		)
			unrecognized.push(word);
		if (negated) return;
		if (scale) add(scale.scale, (before.at(-1) === "less" ? -1 : 1) * scale.direction * strengthOf(before));
		const pace = impliedPace[word];
		if (pace !== undefined && !paceNamed) add("pace", pace);
		if (gender) genderVotes += gender === "female" ? 1 : -1;
		if (age) requested.age = age;
		if (language && /^(in|speaking|speaks|speak|native|fluent)$/.test(before.at(-1) ?? ""))
			requested.language = language;
		else if (accent) requested.accent = accent;
	};
	for (const words of clauses) for (const [at, word] of words.entries()) read(words, at, word);
	if (genderVotes !== 0) requested.gender = genderVotes > 0 ? "female" : "male";
	// Synonyms don't add up.
	for (const [scale, { sum, strongest }] of Object.entries(sums) as [Scale, { sum: number; strongest: number }][])
		requested[scale] = Math.sign(sum) * Math.min(Math.abs(sum), strongest);
	return { requested, unrecognizedWords: [...new Set(unrecognized)] };
}

function strengthOf(before: readonly string[]): number {
	const nearest = before.slice(-2);
	if (nearest.some((word) => intensifiers.has(word))) return strengths.stronger;
	return nearest.some((word) => softeners.has(word)) ? strengths.weaker : strengths.plain;
}
