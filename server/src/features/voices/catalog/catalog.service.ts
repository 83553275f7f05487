// The list of voices a caller can use: visible voices of the workspace plus shipped voices.
// Invariant: pages have no gaps or duplicates, even if voices are added meanwhile.
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { primaryLanguage } from "@timbre/contract/language.ts";
import { isForeignModelId } from "@timbre/contract/models/rules.ts";
import type { voicesEndpoints } from "@timbre/contract/voices/endpoints.ts";
import type { VoiceAccent, VoicesQuery } from "@timbre/contract/voices/own.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { vendorVoices } from "@timbre/engines/speech/data/vendor-voices.ts";
import { findUnstorableText } from "../../../core/security/unstorable-text.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { modelForEngine } from "../../models/models.public.ts";
import {
	getAllSharedRoles,
	getSharedRoles,
	type ResourceCaller,
	resolveRole,
} from "../../workspace/workspace.sharing.public.ts";
import { voiceAccess, voiceNotFound } from "../access/roles.service.ts";
import { requireCollection } from "../collections/collections.service.ts";
import { presentOwn, presentUserState } from "../own/own.present.ts";
import { presentVoice } from "../shipped/shipped.present.ts";
import { listShippedById } from "../shipped/shipped.repo.ts";
import { resolveVoiceId } from "../shipped/vendor.service.ts";
import {
	type CatalogCursor,
	type CatalogFilter,
	type CatalogPage,
	countCatalog,
	listAccentRows,
	listCatalog,
	listExtras,
	listOwn,
	type SearchTerm,
	type Viewer,
} from "./catalog.repo.ts";
import { parseQuery, tokenize } from "./query.ts";

export type CatalogDeps = { db: Database; publicUrl: string };

const everything: CatalogFilter = { customRates: true, liveModerated: true, highQuality: false };
const newestFirst = { sort: "created", descending: true } as const;

export async function listVoices(
	deps: CatalogDeps,
	caller: ResourceCaller,
	showLegacy: boolean,
): Promise<{ voices: Voice[] }> {
	const viewer = await viewerOf(deps.db, caller);
	const rows = await listCatalog(deps.db, caller.workspaceId, viewer, everything, newestFirst);
	const voices = await present(deps, caller, rows);
	return { voices: showLegacy ? [...voices, ...(await legacyVoices(deps.db, voices))] : voices };
}

/** ElevenLabs's default voices, each as the shipped voice that its id stands for. */
async function legacyVoices(db: Database, voices: readonly Voice[]): Promise<Voice[]> {
	const shipped = new Map(voices.map((voice) => [voice.voice_id, voice]));
	const legacy: Voice[] = [];
	for (const { id, name } of vendorVoices.values()) {
		const voice = shipped.get(await resolveVoiceId(db, id));
		if (voice) legacy.push({ ...voice, voice_id: id, name, description: `Spoken by ${voice.name}.`, is_legacy: true });
	}
	return legacy;
}

export async function searchVoices(
	deps: CatalogDeps,
	caller: ResourceCaller,
	query: VoicesQuery,
): Promise<ResponseOf<typeof voicesEndpoints.searchVoices>> {
	const { db } = deps;
	const { workspaceId } = caller;
	if (query.collection_id !== undefined) await requireCollection(db, caller, query.collection_id);
	const viewer = await viewerOf(db, caller);
	const filter = filterOf(query);
	const page = pageOf(query);
	const [rows, total] = await Promise.all([
		listCatalog(db, workspaceId, viewer, filter, { ...page, limit: query.page_size + 1 }),
		query.include_total_count ? countCatalog(db, workspaceId, viewer, filter) : -1,
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

export async function getVoice(deps: CatalogDeps, caller: ResourceCaller, id: string): Promise<Voice> {
	const viewer = await viewerOf(deps.db, caller, id);
	const rows = await listCatalog(
		deps.db,
		caller.workspaceId,
		viewer,
		{ ...everything, ids: [id] },
		{ ...newestFirst, limit: 1 },
	);
	const [voice] = await present(deps, caller, rows);
	if (!voice) throw voiceNotFound(id);
	return voice;
}

/** The id of the caller's newest voice with this name, otherwise of a shipped one. */
export async function findVoiceByName(db: Database, caller: ResourceCaller, name: string): Promise<string | undefined> {
	const viewer = await viewerOf(db, caller);
	const page = { ...newestFirst, limit: 1 };
	return (await listCatalog(db, caller.workspaceId, viewer, { ...everything, name }, page))[0]?.id;
}

export async function listAccents(
	{ db }: Pick<CatalogDeps, "db">,
	query: { language?: string; model_id?: string },
): Promise<{ accents: VoiceAccent[] }> {
	const accents = new Map<string, VoiceAccent>();
	const model = query.model_id === undefined || isForeignModelId(query.model_id) ? undefined : query.model_id;
	for (const { engine, language, accent } of await listAccentRows(db, GLOBAL, query.language)) {
		if (accent === null || (model !== undefined && modelForEngine(engine).id !== model)) continue;
		accents.set(`${language} ${accent}`, {
			accent,
			language: primaryLanguage(language),
			code: language,
			name: accent.charAt(0).toUpperCase() + accent.slice(1),
		});
	}
	return { accents: [...accents.values()] };
}

async function viewerOf(db: Db, caller: ResourceCaller, only?: string): Promise<Viewer> {
	const shared =
		only === undefined
			? await getAllSharedRoles(db, caller, "voice")
			: await getSharedRoles(db, caller, "voice", [only]);
	return { userId: caller.userId, everything: caller.role === "admin", shared: [...shared.keys()] };
}

async function present(
	{ db, publicUrl }: CatalogDeps,
	caller: ResourceCaller,
	rows: readonly { id: string; own: boolean }[],
): Promise<Voice[]> {
	const ids = rows.map(({ id }) => id);
	const ownIds = rows.filter(({ own }) => own).map(({ id }) => id);
	const [shipped, own, extras, shared] = await Promise.all([
		listShippedById(
			db,
			GLOBAL,
			rows.filter((row) => !row.own).map(({ id }) => id),
		),
		listOwn(db, caller.workspaceId, ownIds),
		listExtras(db, caller.workspaceId, caller.userId, ids),
		getSharedRoles(db, caller, "voice", ownIds),
	]);
	const shippedById = new Map(shipped.map((row) => [row.id, row]));
	const ownById = new Map(own.map((row) => [row.id, row]));
	return rows.flatMap(({ id }): Voice[] => {
		const ownRow = ownById.get(id);
		if (ownRow) {
			const role = resolveRole(voiceAccess(ownRow), caller, shared.get(id)) ?? "viewer";
			return [presentOwn(ownRow, extras, { publicUrl, userId: caller.userId, role })];
		}
		const row = shippedById.get(id);
		return row ? [{ ...presentVoice(row, publicUrl), ...presentUserState(id, extras) }] : [];
	});
}

function filterOf(query: VoicesQuery): CatalogFilter {
	return {
		terms: searchTerms(query.search ?? ""),
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

/** Parses a search like the library does, but stop words alone are searched as parts of names. */
function searchTerms(search: string): SearchTerm[] {
	if (search === "") return [];
	const conditions = parseQuery(search);
	if (conditions.length > 0) return conditions;
	const words = tokenize(search);
	return (words.length > 0 ? words : [search]).map((word) => ({ kind: "word", lexemes: [word] }));
}

function pageOf(query: VoicesQuery): CatalogPage {
	const sort = query.sort === "name" ? "name" : "created";
	const descending = (query.sort_direction ?? (sort === "name" ? "asc" : "desc")) === "desc";
	const after = query.next_page_token === undefined ? undefined : cursorOf(query.next_page_token, sort, descending);
	return { sort, descending, ...(after ? { after } : {}) };
}

function tokenOf({ sort, descending }: CatalogPage, { key, tie, id }: CatalogCursor): string {
	return Buffer.from(JSON.stringify([sort, descending, key, tie, id])).toString("base64url");
}

function cursorOf(token: string, sort: string, descending: boolean): CatalogCursor {
	const parts = decodeToken(token);
	if (parts?.length === 5) {
		const [tokenSort, tokenDescending, key, tie, id] = parts;
		const validKey = sort === "name" ? typeof key === "string" : Number.isSafeInteger(key);
		const validPosition = Number.isInteger(tie) && Math.abs(Number(tie)) < 2 ** 31 && typeof id === "string";
		if (
			tokenSort === sort &&
			tokenDescending === descending &&
			validKey &&
			validPosition &&
			findUnstorableText(parts) === undefined
		)
			return { key: key as string | number, tie: Number(tie), id };
	}
	throw new AppError(
		"invalid_request",
		"This next_page_token does not belong to this list. Omit it to start from the beginning.",
		{ param: "next_page_token" },
	);
}

function decodeToken(token: string): unknown[] | undefined {
	try {
		const parts: unknown = JSON.parse(Buffer.from(token, "base64url").toString());
		return Array.isArray(parts) ? parts : undefined;
	} catch {
		return undefined;
	}
}
