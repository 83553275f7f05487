import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { readRow } from "../../../core/json-columns/column.ts";
import { type ReaderRestriction, voiceColumns, voicePublicationColumns } from "../../../core/json-columns/voices.ts";
import type { Global } from "../../../core/tenancy.ts";
import type { OwnCopy } from "../published/published.present.ts";

/** The user's copies of these voices: library copies of the workspace, and their own copies from share links. */
export async function findCopies(
	db: Db,
	workspaceId: string,
	userId: string,
	voiceIds: readonly string[],
): Promise<OwnCopy[]> {
	if (voiceIds.length === 0) return [];
	return db
		.selectFrom("voice")
		.select(["id", "source_voice_id", "bookmarked"])
		.where("workspace_id", "=", workspaceId)
		.where("source_voice_id", "in", voiceIds)
		.where((eb) => eb.or([eb("publication_id", "is not", null), eb("created_by", "=", userId)]))
		.where("origin", "=", "library")
		.execute();
}

/** Across workspaces by design: copies of a publication, ordered by id. */
export async function listCopiesOf(db: Db, _scope: Global, publicationId: string, after: string, limit: number) {
	return db
		.selectFrom("voice")
		.select(["id", "workspace_id", "created_by", "name"])
		.where("publication_id", "=", publicationId)
		.where("origin", "=", "library")
		.where("id", ">", after)
		.orderBy("id")
		.limit(limit)
		.execute();
}

export type ShareableRow = NonNullable<Awaited<ReturnType<typeof findShareable>>>;

/** A voice the workspace created, not a library copy. */
export async function findShareable(db: Db, workspaceId: string, id: string) {
	const row = await shareable(db).where("workspace_id", "=", workspaceId).where("id", "=", id).executeTakeFirst();
	return row && readRow(voiceColumns, row);
}

/** Without a workspace by design: looked up through its share link. */
export async function findShared(db: Db, _scope: Global, publicUserId: string, id: string) {
	const share = await db
		.selectFrom("voice_share")
		.select(["emails", "created_at", "public_user_id"])
		.where("voice_id", "=", id)
		.where("public_user_id", "=", publicUserId)
		.where("enabled", "=", true)
		.executeTakeFirst();
	const voice = share && (await shareable(db).where("id", "=", id).executeTakeFirst());
	return voice && { voice: readRow(voiceColumns, voice), share };
}

function shareable(db: Db) {
	return db
		.selectFrom("voice")
		.select([
			"id",
			"workspace_id",
			"created_by",
			"name",
			"description",
			"category",
			"labels",
			"language",
			"engine",
			"speaker",
			"origin",
			"origin_facts",
			"requires_verification",
			"created_at",
		])
		.where("origin", "<>", "library");
}

export type ShareRow = { enabled: boolean; emails: string[]; created_at: Date; public_user_id: string };

export async function findShare(db: Db, workspaceId: string, voiceId: string): Promise<ShareRow | undefined> {
	return db
		.selectFrom("voice_share")
		.select(["enabled", "emails", "created_at", "public_user_id"])
		.where("workspace_id", "=", workspaceId)
		.where("voice_id", "=", voiceId)
		.executeTakeFirst();
}

export async function saveShare(
	db: Db,
	workspaceId: string,
	voiceId: string,
	share: { enabled: boolean; emails: readonly string[]; publicUserId: string },
): Promise<void> {
	const values = { enabled: share.enabled, emails: [...share.emails], public_user_id: share.publicUserId };
	await db
		.insertInto("voice_share")
		.values({ voice_id: voiceId, workspace_id: workspaceId, ...values })
		.onConflict((conflict) => conflict.column("voice_id").doUpdateSet(values))
		.execute();
}

export type NewPublication = {
	id: string;
	workspaceId: string | null;
	publicOwnerId: string;
	ownerName: string;
	name: string;
	nameKey: string;
	description: string | null;
	category: string;
	origin: string;
	language: string;
	locale: string | null;
	accent: string;
	gender: string;
	age: string;
	descriptive: string;
	useCase: string;
	labels: Record<string, string>;
	engine: string;
	speaker: string;
	reviewStatus: string;
	reviewMessage: string | null;
	rate: number | null;
	fiatRate: number | null;
	noticePeriodDays: number;
	liveModeration: boolean;
	freeUsersAllowed: boolean;
	remixingAllowed: boolean;
	readerApp: boolean;
	readerRestrictedOn: ReaderRestriction[];
	previewHistoryItemId: string | null;
	/** Featured by the server. */
	featured: boolean;
	trendBase: number;
	searchText: string;
	marks: string[];
	publishedAt?: Date;
};

/** Publishes voices or updates their terms. Removed voices are published again. */
export async function upsertPublications(
	db: Db,
	_scope: Global,
	publications: readonly NewPublication[],
): Promise<void> {
	if (publications.length === 0) return;
	const rows = publications.map(publicationValues);
	await db
		.insertInto("voice_publication")
		.values(rows)
		.onConflict((conflict) =>
			conflict.column("id").doUpdateSet((eb) => ({
				...Object.fromEntries(updatedColumns.map((column) => [column, eb.ref(`excluded.${column}`)])),
				status: "enabled",
				disable_at: null,
				// The catalog decides for shipped voices.
				featured: sql<boolean>`case when excluded.workspace_id is null then excluded.featured else voice_publication.featured end`,
				trending: sql<number>`voice_publication.trending - voice_publication.trend_base + excluded.trend_base`,
			})),
		)
		.execute();
}

const updatedColumns = [
	"public_owner_id",
	"owner_name",
	"name",
	"name_key",
	"description",
	"category",
	"origin",
	"language",
	"locale",
	"accent",
	"gender",
	"age",
	"descriptive",
	"use_case",
	"labels",
	"engine",
	"speaker",
	"review_status",
	"review_message",
	"rate",
	"fiat_rate",
	"notice_period_days",
	"live_moderation_enabled",
	"free_users_allowed",
	"voice_mixing_allowed",
	"reader_app_enabled",
	"reader_restricted_on",
	"preview_history_item_id",
	"trend_base",
	"search_text",
	"marks",
] as const;

function publicationValues(one: NewPublication) {
	return {
		id: one.id,
		voice_id: one.id,
		workspace_id: one.workspaceId,
		public_owner_id: one.publicOwnerId,
		owner_name: one.ownerName,
		name: one.name,
		name_key: one.nameKey,
		description: one.description,
		category: one.category,
		origin: one.origin,
		language: one.language,
		locale: one.locale,
		accent: one.accent,
		gender: one.gender,
		age: one.age,
		descriptive: one.descriptive,
		use_case: one.useCase,
		labels: voicePublicationColumns.labels.write(one.labels),
		engine: one.engine,
		speaker: one.speaker,
		review_status: one.reviewStatus,
		review_message: one.reviewMessage,
		rate: one.rate,
		fiat_rate: one.fiatRate,
		notice_period_days: one.noticePeriodDays,
		live_moderation_enabled: one.liveModeration,
		free_users_allowed: one.freeUsersAllowed,
		voice_mixing_allowed: one.remixingAllowed,
		reader_app_enabled: one.readerApp,
		reader_restricted_on: voicePublicationColumns.reader_restricted_on.write(one.readerRestrictedOn),
		preview_history_item_id: one.previewHistoryItemId,
		featured: one.featured,
		trend_base: one.trendBase,
		trending: one.trendBase,
		search_text: one.searchText,
		marks: one.marks,
		...(one.publishedAt ? { published_at: one.publishedAt } : {}),
	};
}

/** Publications of shipped voices, compared on start so that unchanged rows are not rewritten. */
export async function listShippedPublications(db: Db, _scope: Global) {
	return db
		.selectFrom("voice_publication")
		.select(["id", "search_text", "engine", "speaker", "description", "featured", "trend_base"])
		.where("workspace_id", "is", null)
		.where("origin", "=", "shipped")
		.execute();
}

export async function deletePublications(db: Db, _scope: Global, ids: readonly string[]): Promise<void> {
	if (ids.length === 0) return;
	await db.deleteFrom("voice_publication").where("id", "in", ids).execute();
}

export async function incrementAddedCount(db: Db, _scope: Global, publicationId: string): Promise<void> {
	await db
		.updateTable("voice_publication")
		.set((eb) => ({ added_count: eb("added_count", "+", 1) }))
		.where("id", "=", publicationId)
		.execute();
}
