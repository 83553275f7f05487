// Shipped voices for visitors: the best voices of a language to try, and the full list to browse.
// Invariant: visitors have no session, so only the catalog is shown.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { languageName, primaryLanguage } from "@timbre/contract/language.ts";
import { maxTryCharacters } from "@timbre/contract/speech/endpoints.ts";
import type { LibraryFilter, VoiceTier, voicesEndpoints } from "@timbre/contract/voices/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { shippedTraits } from "@timbre/engines/voices/shipped-traits.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { type Condition, type ConditionKind, foldText, parseQuery, tokenize } from "../catalog/query.ts";
import { presentTryVoice, tierOf } from "./shipped.present.ts";
import { listShipped, type ShippedVoiceRow } from "./shipped.repo.ts";

type TryQuery = InputOf<typeof voicesEndpoints.listTryVoices>["query"];
type TryResponse = ResponseOf<typeof voicesEndpoints.listTryVoices>;
type LibraryQuery = InputOf<typeof voicesEndpoints.listLibrary>["query"];
type LibraryResponse = ResponseOf<typeof voicesEndpoints.listLibrary>;

/** Popular speakers, listed first among equally good ones. */
export const featuredSpeakers = ["af_heart", "am_michael", "bf_emma", "bm_george", "af_bella", "am_puck"];
const tryCount = 6;
const tierNames: Record<VoiceTier, string> = {
	quality: "Natural",
	remote: "Remote",
	fast: "Fast",
	basic: "Basic, robotic",
	fake: "Test tone",
};
const tiersBestFirst = Object.keys(tierNames) as VoiceTier[];
/** Aliases of language tags. */
const otherTags: Record<string, string> = { tl: "fil", nb: "no", nn: "no", cmn: "zh", in: "id", iw: "he" };

export async function listTryVoices(db: Database, publicUrl: string, query: TryQuery): Promise<TryResponse> {
	const rows = await listShipped(db, GLOBAL);
	const matching =
		query.language === undefined ? rows : rows.filter((row) => speaks(row, primary(query.language ?? "")));
	const requested = rows.find((row) => row.id === query.voice_id);
	const best = matching.toSorted((one, other) => rankOf(one, query.language) - rankOf(other, query.language));
	const chosen = [...(requested ? [requested] : []), ...best.filter((row) => row !== requested)].slice(0, tryCount);
	return {
		language: query.language ?? null,
		voices: chosen.map((row) => presentTryVoice(row, publicUrl)),
		max_characters: maxTryCharacters,
	};
}

export async function listLibrary(db: Database, publicUrl: string, query: LibraryQuery): Promise<LibraryResponse> {
	const rows = (await listShipped(db, GLOBAL)).toSorted((one, other) => rankOf(one) - rankOf(other));
	const found = search(
		rows.filter(
			(row) =>
				(query.language === undefined || inLanguage(row, query.language)) &&
				(query.gender === undefined || label(row, "gender") === query.gender) &&
				(query.accent === undefined || label(row, "accent") === query.accent) &&
				(query.tier === undefined || tierOf(row) === query.tier),
		),
		searchTerms(query.search),
	);
	const from = (query.page - 1) * query.page_size;
	return {
		voices: found.slice(from, from + query.page_size).map((row) => presentTryVoice(row, publicUrl)),
		total: found.length,
		page: query.page,
		pages: Math.ceil(found.length / query.page_size),
		page_size: query.page_size,
		filters: {
			languages: countBy(rows, (row) => primary(row.language), languageName).sort((one, other) =>
				one.name.localeCompare(other.name),
			),
			genders: countBy(rows, (row) => label(row, "gender"), capitalized),
			accents: countBy(rows, (row) => label(row, "accent"), capitalized),
			tiers: countBy(rows, tierOf, (tier) => tierNames[tier as VoiceTier]),
		},
	};
}

const primary = (tag: string) => {
	const first = primaryLanguage(tag);
	return otherTags[first] ?? first;
};
const label = (row: ShippedVoiceRow, name: string) => row.labels[name];
const capitalized = (value: string) => value.charAt(0).toUpperCase() + value.slice(1);

/** Test tones fit any language. */
function speaks(row: ShippedVoiceRow, language: string): boolean {
	return tierOf(row) === "fake" || primary(row.language) === language;
}

function inLanguage(row: ShippedVoiceRow, language: string): boolean {
	return language.includes("-")
		? row.language.toLowerCase() === language.toLowerCase()
		: primary(row.language) === primary(language);
}

/**
 * Sort rank: better engines first, then the requested region, clear voices and popular speakers. Ties keep the catalog
 * order.
 */
function rankOf(row: ShippedVoiceRow, language?: string): number {
	const otherRegion = language?.includes("-") && row.language.toLowerCase() !== language.toLowerCase();
	const popularity = featuredSpeakers.indexOf(row.speaker);
	return (
		tiersBestFirst.indexOf(tierOf(row)) * 1_000 +
		(otherRegion ? 500 : 0) +
		(label(row, "clarity") === undefined ? 0 : 100) +
		(popularity < 0 ? featuredSpeakers.length : popularity)
	);
}

type SearchTerm = Pick<Condition, "kind" | "lexemes">;

/** Parses a search like the library of the app. Text without a meaning is searched as it is. */
function searchTerms(search: string): SearchTerm[] {
	const conditions = parseQuery(search);
	if (conditions.length > 0) return conditions;
	return foldText(search)
		.split(/\s+/)
		.filter(Boolean)
		.map((word) => ({ kind: "word", lexemes: [word] }));
}

/** Facts about a voice; how it sounds is a matter of degree. */
const factKinds: readonly ConditionKind[] = ["word", "gender", "accent", "language"];

/** Voices that match all facts and, of those, the ones that sound most like the description. */
function search(rows: readonly ShippedVoiceRow[], terms: readonly SearchTerm[]): ShippedVoiceRow[] {
	const facts = terms.filter(({ kind }) => factKinds.includes(kind));
	const traits = terms.filter(({ kind }) => !factKinds.includes(kind));
	const found = rows.flatMap((row) => {
		const matches = matcherOf(row);
		return facts.every(matches) ? [{ row, traits: traits.filter(matches).length }] : [];
	});
	const most = Math.max(0, ...found.map((hit) => hit.traits));
	return found.filter((hit) => hit.traits === most).map(({ row }) => row);
}

/** Plain words match anywhere. Words with a meaning match a label, a measured trait or a whole word. */
function matcherOf(row: ShippedVoiceRow): (term: SearchTerm) => boolean {
	const text = foldText(
		[row.name, row.description, row.accent, label(row, "gender"), languageName(row.language), row.language].join(" "),
	);
	const facts = { ...shippedTraits(row.engine, row.speaker), ...row.labels, language: primary(row.language) };
	const known = new Set([...Object.entries(facts).map(([kind, value]) => `${kind}:${value}`), ...tokenize(text)]);
	return ({ kind, lexemes }) =>
		lexemes.some((lexeme) => known.has(lexeme) || (kind === "word" && text.includes(lexeme)));
}

function countBy(
	rows: readonly ShippedVoiceRow[],
	keyOf: (row: ShippedVoiceRow) => string | undefined,
	nameOf: (value: string) => string,
): LibraryFilter[] {
	const counts = new Map<string, number>();
	for (const row of rows) {
		const value = keyOf(row);
		if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
	}
	return [...counts].map(([value, count]) => ({ value, name: nameOf(value), count }));
}
