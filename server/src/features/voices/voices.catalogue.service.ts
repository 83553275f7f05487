// The one list of voices a caller can speak with: those of the workspace that the caller knows, and those that come with the server.
// Always: pages follow each other without gaps or repeats, whatever is added meanwhile.
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import type { VoiceAccent, VoicesQuery } from "@timbre/contract/voices.own.ts";
import type { voicesEndpoints } from "@timbre/contract/voices.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { unstorable } from "../../core/unstorable.ts";
import { getAllShared, getShared, roleOn, type Sharer } from "../workspace/workspace.sharing.public.ts";
import {
	type CatalogueFilter,
	type CatalogueMark,
	type CataloguePage,
	countCatalogue,
	listAccentRows,
	listCatalogue,
	listExtras,
	listOwn,
	type Meant,
	type Viewer,
} from "./voices.catalogue.repo.ts";
import { requireCollection } from "./voices.collections.service.ts";
import { understand, wordsOf } from "./voices.library-words.service.ts";
import { presentKept, presentOwn } from "./voices.own.present.ts";
import { accessFacts, noSuchVoice } from "./voices.own.service.ts";
import { presentVoice } from "./voices.present.ts";
import { listShippedById } from "./voices.repo.ts";

export type CatalogueDeps = { db: Database; modelOf: (engine: string) => string; publicUrl: string };

const everything: CatalogueFilter = { customRates: true, liveModerated: true, highQuality: false };
const newestFirst = { sort: "created", descending: true } as const;

export async function readVoices(deps: CatalogueDeps, caller: Sharer): Promise<{ voices: Voice[] }> {
	const viewer = await viewerOf(deps.db, caller);
	const rows = await listCatalogue(deps.db, caller.workspaceId, viewer, everything, newestFirst);
	return { voices: await present(deps, caller, rows) };
}

export async function searchVoices(
	deps: CatalogueDeps,
	caller: Sharer,
	query: VoicesQuery,
): Promise<ResponseOf<typeof voicesEndpoints.searchVoices>> {
	const { db } = deps;
	const { workspaceId } = caller;
	if (query.collection_id !== undefined) await requireCollection(db, caller, query.collection_id);
	const viewer = await viewerOf(db, caller);
	const filter = filterOf(query);
	const page = pageOf(query);
	const [rows, total] = await Promise.all([
		listCatalogue(db, workspaceId, viewer, filter, { ...page, limit: query.page_size + 1 }),
		query.include_total_count ? countCatalogue(db, workspaceId, viewer, filter) : -1,
	]);
	const shown = rows.slice(0, query.page_size);
	const last = rows.length > shown.length ? shown.at(-1) : undefined;
	return {
		voices: await present(deps, caller, shown),
		has_more: last !== undefined,
		total_count: total,
		next_page_token: last ? tokenOf(page, last) : null,
	};
}

export async function readVoice(deps: CatalogueDeps, caller: Sharer, id: string): Promise<Voice> {
	const viewer = await viewerOf(deps.db, caller, id);
	const rows = await listCatalogue(
		deps.db,
		caller.workspaceId,
		viewer,
		{ ...everything, ids: [id] },
		{ ...newestFirst, limit: 1 },
	);
	const [voice] = await present(deps, caller, rows);
	if (!voice) throw noSuchVoice(id);
	return voice;
}

export async function readAccents(
	{ db, modelOf }: CatalogueDeps,
	query: { language?: string; model_id?: string },
): Promise<{ accents: VoiceAccent[] }> {
	const accents = new Map<string, VoiceAccent>();
	for (const { engine, language, accent } of await listAccentRows(db, query.language)) {
		if (accent === null || (query.model_id !== undefined && modelOf(engine) !== query.model_id)) continue;
		accents.set(`${language} ${accent}`, {
			accent,
			language: language.split("-")[0] ?? language,
			code: language,
			name: accent.charAt(0).toUpperCase() + accent.slice(1),
		});
	}
	return { accents: [...accents.values()] };
}

async function viewerOf(db: Db, caller: Sharer, only?: string): Promise<Viewer> {
	const shared =
		only === undefined ? await getAllShared(db, caller, "voice") : await getShared(db, caller, "voice", [only]);
	return { userId: caller.userId, everything: caller.role === "admin", shared: [...shared.keys()] };
}

async function present(
	{ db, modelOf, publicUrl }: CatalogueDeps,
	caller: Sharer,
	rows: readonly { id: string; own: boolean }[],
): Promise<Voice[]> {
	const ids = rows.map(({ id }) => id);
	const ownIds = rows.filter(({ own }) => own).map(({ id }) => id);
	const [shipped, own, extras, shared] = await Promise.all([
		listShippedById(
			db,
			rows.filter((row) => !row.own).map(({ id }) => id),
		),
		listOwn(db, caller.workspaceId, ownIds),
		listExtras(db, caller.workspaceId, caller.userId, ids),
		getShared(db, caller, "voice", ownIds),
	]);
	const shippedById = new Map(shipped.map((row) => [row.id, row]));
	const ownById = new Map(own.map((row) => [row.id, row]));
	return rows.flatMap(({ id }): Voice[] => {
		const ownRow = ownById.get(id);
		if (ownRow) {
			const role = roleOn(accessFacts(ownRow), caller, shared.get(id)) ?? "viewer";
			return [presentOwn(ownRow, extras, { modelOf, publicUrl, userId: caller.userId, role })];
		}
		const row = shippedById.get(id);
		return row ? [{ ...presentVoice(row, modelOf(row.engine), publicUrl), ...presentKept(id, extras) }] : [];
	});
}

function filterOf(query: VoicesQuery): CatalogueFilter {
	return {
		meant: meantBy(query.search ?? ""),
		type: query.voice_type,
		category: query.category,
		fineTuningState: query.fine_tuning_state,
		collectionId: query.collection_id,
		gender: query.gender,
		age: query.age,
		accent: query.accent,
		languages: query.language,
		useCases: query.use_cases,
		minNoticeDays: query.min_notice_period_days,
		customRates: query.include_custom_rates ?? true,
		liveModerated: query.include_live_moderated ?? true,
		highQuality: query.high_quality ?? false,
		ids: query.voice_ids,
	};
}

/** As the library understands it; what would say nothing there is a part of a name here. */
function meantBy(search: string): Meant[] {
	if (search === "") return [];
	const conditions = understand(search);
	if (conditions.length > 0) return conditions;
	const words = wordsOf(search);
	return (words.length > 0 ? words : [search]).map((word) => ({ kind: "word", lexemes: [word] }));
}

function pageOf(query: VoicesQuery): CataloguePage {
	const sort = query.sort === "name" ? "name" : "created";
	const descending = (query.sort_direction ?? (sort === "name" ? "asc" : "desc")) === "desc";
	const after = query.next_page_token === undefined ? undefined : markOf(query.next_page_token, sort, descending);
	return { sort, descending, ...(after ? { after } : {}) };
}

function tokenOf({ sort, descending }: CataloguePage, { key, tie, id }: CatalogueMark): string {
	return Buffer.from(JSON.stringify([sort, descending, key, tie, id])).toString("base64url");
}

function markOf(token: string, sort: string, descending: boolean): CatalogueMark {
	const parts = readToken(token);
	if (parts?.length === 5) {
		const [forSort, forWay, key, tie, id] = parts;
		const right = sort === "name" ? typeof key === "string" : Number.isSafeInteger(key);
		const placed = Number.isInteger(tie) && Math.abs(Number(tie)) < 2 ** 31 && typeof id === "string";
		if (forSort === sort && forWay === descending && right && placed && unstorable(parts) === undefined)
			return { key: key as string | number, tie: Number(tie), id };
	}
	throw new AppError(
		"invalid_request",
		"This next_page_token does not belong to this list. Leave it out to begin at the start.",
		{ param: "next_page_token" },
	);
}

function readToken(token: string): unknown[] | undefined {
	try {
		const parts: unknown = JSON.parse(Buffer.from(token, "base64url").toString());
		return Array.isArray(parts) ? parts : undefined;
	} catch {
		return undefined;
	}
}
