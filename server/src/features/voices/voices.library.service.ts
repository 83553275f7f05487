// What a visitor sees of the shipped voices: the best few of a language to try, and all of them to browse. Nobody is signed in here,
// so nothing but the catalogue is ever shown.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { maxTryCharacters } from "@timbre/contract/speech.ts";
import type { LibraryFilter, VoiceTier, voicesEndpoints } from "@timbre/contract/voices.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type ModelNames, presentTryVoice, tierOf } from "./voices.present.ts";
import { listShipped, type ShippedVoiceRow } from "./voices.repo.ts";

type TryQuery = InputOf<typeof voicesEndpoints.listTryVoices>["query"];
type TryAnswer = ResponseOf<typeof voicesEndpoints.listTryVoices>;
type LibraryQuery = InputOf<typeof voicesEndpoints.listLibrary>["query"];
type LibraryAnswer = ResponseOf<typeof voicesEndpoints.listLibrary>;

/** Of equally good voices those that most people like come first. */
export const favourites = ["af_heart", "am_michael", "bf_emma", "bm_george", "af_bella", "am_puck"];
const tryCount = 6;
const tierNames: Record<VoiceTier, string> = {
	quality: "Natural",
	remote: "Remote",
	fast: "Fast",
	basic: "Basic, robotic",
	fake: "Test tone",
};
const tiersBestFirst = Object.keys(tierNames) as VoiceTier[];
const languageNames = new Intl.DisplayNames(["en"], { type: "language" });
/** Other tags of the same languages. */
const otherTags: Record<string, string> = { tl: "fil", nb: "no", nn: "no", cmn: "zh", in: "id", iw: "he" };

export async function readTryVoices(
	db: Database,
	models: ModelNames,
	publicUrl: string,
	query: TryQuery,
): Promise<TryAnswer> {
	const rows = await listShipped(db);
	const spoken = query.language === undefined ? rows : rows.filter((row) => speaks(row, primary(query.language ?? "")));
	const wanted = rows.find((row) => row.id === query.voice_id);
	const best = spoken.toSorted((one, other) => place(one, query.language) - place(other, query.language));
	const chosen = [...(wanted ? [wanted] : []), ...best.filter((row) => row !== wanted)].slice(0, tryCount);
	return {
		language: query.language ?? null,
		voices: chosen.map((row) => presentTryVoice(row, models, publicUrl)),
		max_characters: maxTryCharacters,
	};
}

export async function readLibrary(
	db: Database,
	models: ModelNames,
	publicUrl: string,
	query: LibraryQuery,
): Promise<LibraryAnswer> {
	const rows = (await listShipped(db)).toSorted((one, other) => place(one) - place(other));
	const words = folded(query.search).split(/\s+/).filter(Boolean);
	const found = rows.filter(
		(row) =>
			(query.language === undefined || inLanguage(row, query.language)) &&
			(query.gender === undefined || label(row, "gender") === query.gender) &&
			(query.accent === undefined || label(row, "accent") === query.accent) &&
			(query.tier === undefined || tierOf(row) === query.tier) &&
			(words.length === 0 || matches(row, words)),
	);
	const from = (query.page - 1) * query.page_size;
	return {
		voices: found.slice(from, from + query.page_size).map((row) => presentTryVoice(row, models, publicUrl)),
		total: found.length,
		page: query.page,
		pages: Math.ceil(found.length / query.page_size),
		page_size: query.page_size,
		filters: {
			languages: counted(rows, (row) => primary(row.language), nameOfLanguage).sort((one, other) =>
				one.name.localeCompare(other.name),
			),
			genders: counted(rows, (row) => label(row, "gender"), capitalised),
			accents: counted(rows, (row) => label(row, "accent"), capitalised),
			tiers: counted(rows, tierOf, (tier) => tierNames[tier as VoiceTier]),
		},
	};
}

const primary = (tag: string) => {
	const first = tag.toLowerCase().split("-")[0] ?? tag;
	return otherTags[first] ?? first;
};
const label = (row: ShippedVoiceRow, name: string) => (row.labels as Record<string, string>)[name];
const nameOfLanguage = (tag: string) => languageNames.of(tag) ?? tag;
const capitalised = (value: string) => value.charAt(0).toUpperCase() + value.slice(1);
const folded = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** A tone says nothing in any language equally well. */
function speaks(row: ShippedVoiceRow, language: string): boolean {
	return tierOf(row) === "fake" || primary(row.language) === language;
}

function inLanguage(row: ShippedVoiceRow, asked: string): boolean {
	return asked.includes("-")
		? row.language.toLowerCase() === asked.toLowerCase()
		: primary(row.language) === primary(asked);
}

/** The better the engine the earlier; then the asked region, clear voices, favourites. The sort keeps the catalogue's order for the rest. */
function place(row: ShippedVoiceRow, asked?: string): number {
	const elsewhere = asked?.includes("-") && row.language.toLowerCase() !== asked.toLowerCase();
	const favourite = favourites.indexOf(row.speaker);
	return (
		tiersBestFirst.indexOf(tierOf(row)) * 1_000 +
		(elsewhere ? 500 : 0) +
		(label(row, "clarity") === undefined ? 0 : 100) +
		(favourite < 0 ? favourites.length : favourite)
	);
}

function matches(row: ShippedVoiceRow, words: readonly string[]): boolean {
	const text = folded(
		[row.name, row.description, row.accent, label(row, "gender"), nameOfLanguage(row.language), row.language].join(" "),
	);
	return words.every((word) => text.includes(word));
}

function counted(
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
