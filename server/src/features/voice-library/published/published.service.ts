// The library as workspace members see it: search, filters and single voices.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { LibraryPage, LibraryVoice, voiceLibraryEndpoints } from "@timbre/contract/voice-library/endpoints.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import {
	denialOf,
	findPublication,
	findPublications,
	listFavorites,
	listVoiceStatuses,
	type PublicationRow,
} from "../../voices/voices.public.ts";
import type { LibraryFilters } from "../search/search.repo.ts";
import { searchLibrary } from "../search/search.service.ts";
import { findCopies } from "../sharing/sharing.repo.ts";
import { type LibraryViewer, presentFacets, presentLibraryVoice } from "./published.present.ts";
import { findClips, listFacets } from "./published.repo.ts";

type LibraryQuery = InputOf<typeof voiceLibraryEndpoints.listSharedVoices>["query"];

export async function listPublished(db: Database, viewer: LibraryViewer, query: LibraryQuery): Promise<LibraryPage> {
	const found = await searchLibrary(db, {
		text: query.search ?? "",
		filters: filtersOf(query),
		owner: query.owner_id,
		sort: query.sort,
		size: query.page_size,
		page: query.page,
		lastSortId: query.last_sort_id,
	});
	return {
		voices: await listPublishedByIds(db, viewer, found.ids),
		has_more: found.hasMore,
		total_count: found.total,
		total_count_capped: found.capped,
		last_sort_id: found.lastSortId,
		understood: found.understood,
	};
}

/** In the order of `ids`, without voices that were removed meanwhile. */
export async function listPublishedByIds(
	db: Db,
	viewer: LibraryViewer,
	ids: readonly string[],
	similarities: ReadonlyMap<string, number> = new Map(),
): Promise<LibraryVoice[]> {
	const rows = new Map((await findPublications(db, GLOBAL, ids)).map((row) => [row.id, row]));
	const voices = ids.flatMap((id) => rows.get(id) ?? []);
	return presentLibraryVoices(db, viewer, voices, similarities);
}

/** Voices that are blocked or without consent are only shown to their own workspace. */
export async function presentLibraryVoices(
	db: Db,
	viewer: LibraryViewer,
	published: readonly PublicationRow[],
	similarities: ReadonlyMap<string, number> = new Map(),
): Promise<LibraryVoice[]> {
	const unusable = await findUnusable(db, published);
	const rows = published.filter((row) => !unusable.has(row.id) || row.workspace_id === viewer.workspaceId);
	const ids = rows.map(({ id }) => id);
	const [found, own, favorites] = await Promise.all([
		findClips(db, GLOBAL, ids),
		findCopies(db, viewer.workspaceId, viewer.userId, ids),
		listFavorites(db, viewer.workspaceId, viewer.userId, ids),
	]);
	const clips = Map.groupBy(found, ({ voice_id }) => voice_id);
	const copies = new Map(own.map((copy) => [copy.source_voice_id, copy]));
	return rows.map((row) =>
		presentLibraryVoice(row, viewer, {
			clips: clips.get(row.voice_id) ?? [],
			copy: isShipped(row)
				? { id: row.voice_id, source_voice_id: row.voice_id, bookmarked: favorites.includes(row.voice_id) }
				: copies.get(row.id),
			similarity: similarities.get(row.id),
		}),
	);
}

/** Shipped voices can be used by every workspace, so they are never copied. */
export function isShipped({ origin }: Pick<PublicationRow, "origin">): boolean {
	return origin === "shipped";
}

async function findUnusable(db: Db, rows: readonly PublicationRow[]): Promise<Set<string>> {
	const ownIds = rows.filter((row) => row.workspace_id !== null).map(({ voice_id }) => voice_id);
	if (ownIds.length === 0) return new Set();
	const statuses = await listVoiceStatuses(db, GLOBAL, ownIds);
	return new Set(statuses.filter((status) => denialOf(status) !== undefined).map(({ id }) => id));
}

export async function getPublishedVoice(
	db: Database,
	viewer: LibraryViewer,
	{ public_user_id, voice_id }: { public_user_id: string; voice_id: string },
): Promise<LibraryVoice> {
	const row = await findPublication(db, GLOBAL, voice_id);
	// The owner still sees unlisted voices.
	if (!row || row.public_owner_id !== public_user_id || !(row.listed || row.workspace_id === viewer.workspaceId))
		throw libraryVoiceNotFound(voice_id);
	const [voice] = await presentLibraryVoices(db, viewer, [row]);
	if (!voice) throw libraryVoiceNotFound(voice_id);
	return voice;
}

export async function getFacets(db: Database): Promise<ResponseOf<typeof voiceLibraryEndpoints.listLibraryFilters>> {
	return presentFacets(await listFacets(db, GLOBAL));
}

export function libraryVoiceNotFound(id: string): AppError {
	return new AppError("voice_not_found", `There is no voice with the id ${id} in the library.`, { param: "voice_id" });
}

/** A language tag with a region filters by locale. */
function filtersOf(query: LibraryQuery): LibraryFilters {
	const region = [query.locale, query.language].find((tag) => tag?.includes("-"));
	const language = query.language?.includes("-") ? undefined : query.language?.toLowerCase();
	return {
		...(query.category ? { category: query.category } : {}),
		...(query.gender ? { gender: query.gender.toLowerCase() } : {}),
		...(query.age ? { age: query.age.toLowerCase() } : {}),
		...(query.accent ? { accent: query.accent.toLowerCase() } : {}),
		...(language ? { language } : {}),
		...(region ? { locale: canonical(region) } : {}),
		...(query.use_cases?.length ? { use_cases: query.use_cases.map((one) => one.toLowerCase()) } : {}),
		...(query.descriptives?.length ? { descriptives: query.descriptives.map((one) => one.toLowerCase()) } : {}),
		...(query.min_notice_period_days ? { min_notice_period_days: query.min_notice_period_days } : {}),
		featured: query.featured,
		defaultRateOnly: !query.include_custom_rates,
		unmoderatedOnly: !query.include_live_moderated,
		reader: query.reader_app_enabled,
	};
}

/** Canonical form of a tag: "en-gb" becomes "en-GB". */
function canonical(tag: string): string {
	try {
		return Intl.getCanonicalLocales(tag)[0] ?? tag;
	} catch {
		return tag;
	}
}
