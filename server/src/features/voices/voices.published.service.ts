// The library as a member of a workspace sees it: to search, to filter, to look at one voice.

import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { LibraryPage, LibraryVoice, libraryEndpoints } from "@timbre/contract/voices.library.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { type LibraryViewer, presentFacets, presentLibraryVoice } from "./voices.library.present.ts";
import {
	findClips,
	findPublication,
	findPublications,
	type LibraryFilters,
	listFacets,
	type PublicationRow,
} from "./voices.library.repo.ts";
import { searchLibrary } from "./voices.library-search.service.ts";
import { refusalOf } from "./voices.own.present.ts";
import { findCopies } from "./voices.sharing.repo.ts";
import { listStandings } from "./voices.standing.repo.ts";

type LibraryQuery = InputOf<typeof libraryEndpoints.listSharedVoices>["query"];

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
		voices: await readPublished(db, viewer, found.ids),
		has_more: found.hasMore,
		total_count: found.total,
		total_count_capped: found.capped,
		last_sort_id: found.lastSortId,
		understood: found.understood,
	};
}

/** In the order of their ids; one that was removed meanwhile is not there. */
export async function readPublished(
	db: Db,
	viewer: LibraryViewer,
	ids: readonly string[],
	similarities: ReadonlyMap<string, number> = new Map(),
): Promise<LibraryVoice[]> {
	const rows = new Map((await findPublications(db, ids)).map((row) => [row.id, row]));
	const voices = ids.flatMap((id) => rows.get(id) ?? []);
	return presentAll(db, viewer, voices, similarities);
}

/** What may not be spoken at the moment, because it is blocked or its speaker has taken it back, is shown to its own people alone. */
export async function presentAll(
	db: Db,
	viewer: LibraryViewer,
	published: readonly PublicationRow[],
	similarities: ReadonlyMap<string, number> = new Map(),
): Promise<LibraryVoice[]> {
	const silent = await findSilent(db, published);
	const rows = published.filter((row) => !silent.has(row.id) || row.workspace_id === viewer.workspaceId);
	const ids = rows.map(({ id }) => id);
	const [found, own] = await Promise.all([findClips(db, ids), findCopies(db, viewer.workspaceId, viewer.userId, ids)]);
	const clips = Map.groupBy(found, ({ voice_id }) => voice_id);
	const copies = new Map(own.map((copy) => [copy.source_voice_id, copy]));
	return rows.map((row) =>
		presentLibraryVoice(row, viewer, {
			clips: clips.get(row.voice_id) ?? [],
			copy: copies.get(row.id),
			similarity: similarities.get(row.id),
		}),
	);
}

async function findSilent(db: Db, rows: readonly PublicationRow[]): Promise<Set<string>> {
	const made = rows.filter((row) => row.workspace_id !== null).map(({ voice_id }) => voice_id);
	if (made.length === 0) return new Set();
	const standings = await listStandings(db, made);
	return new Set(standings.filter((standing) => refusalOf(standing) !== undefined).map(({ id }) => id));
}

export async function readPublishedVoice(
	db: Database,
	viewer: LibraryViewer,
	{ public_user_id, voice_id }: { public_user_id: string; voice_id: string },
): Promise<LibraryVoice> {
	const row = await findPublication(db, voice_id);
	// Its owner still sees what is no longer listed.
	if (!row || row.public_owner_id !== public_user_id || !(row.listed || row.workspace_id === viewer.workspaceId))
		throw noSuchVoice(voice_id);
	const [voice] = await presentAll(db, viewer, [row]);
	if (!voice) throw noSuchVoice(voice_id);
	return voice;
}

export async function readFacets(db: Database): Promise<ResponseOf<typeof libraryEndpoints.listLibraryFilters>> {
	return presentFacets(await listFacets(db));
}

export function noSuchVoice(id: string): AppError {
	return new AppError("voice_not_found", `There is no voice with the id ${id} in the library.`, { param: "voice_id" });
}

/** A tag with a region asks for that region. */
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
		usualRateOnly: !query.include_custom_rates,
		notModerated: !query.include_live_moderated,
		reader: query.reader_app_enabled,
	};
}

/** "en-gb" is en-GB. */
function canonical(tag: string): string {
	try {
		return Intl.getCanonicalLocales(tag)[0] ?? tag;
	} catch {
		return tag;
	}
}
