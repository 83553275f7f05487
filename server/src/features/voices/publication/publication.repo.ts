import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { readRow } from "../../../core/json-columns/column.ts";
import { voicePublicationColumns } from "../../../core/json-columns/voices.ts";
import { GLOBAL, type Global } from "../../../core/tenancy.ts";

const columns = [
	"id",
	"voice_id",
	"workspace_id",
	"public_owner_id",
	"owner_name",
	"name",
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
	"status",
	"review_status",
	"review_message",
	"listed",
	"rate",
	"fiat_rate",
	"notice_period_days",
	"disable_at",
	"live_moderation_enabled",
	"free_users_allowed",
	"voice_mixing_allowed",
	"reader_app_enabled",
	"reader_restricted_on",
	"preview_history_item_id",
	"featured",
	"added_count",
	"characters_7d",
	"characters_1y",
	"published_at",
] as const;

export type PublicationRow = Awaited<ReturnType<typeof findPublications>>[number];

/** Unordered. */
export async function findPublications(db: Db, _scope: Global, ids: readonly string[]) {
	if (ids.length === 0) return [];
	const rows = await db.selectFrom("voice_publication").select(columns).where("id", "in", ids).execute();
	return rows.map((row) => readRow(voicePublicationColumns, row));
}

export async function findPublication(db: Db, _scope: Global, id: string): Promise<PublicationRow | undefined> {
	return (await findPublications(db, GLOBAL, [id]))[0];
}

/** Across workspaces by design: sets when the copies of a removed voice end; null means never. */
export async function updateCopiesEnd(
	db: Db,
	_scope: Global,
	publicationId: string,
	disableAt: Date | null,
): Promise<void> {
	await db
		.updateTable("voice")
		.set(disableAt === null ? { disable_at: null, disabled_at: null } : { disable_at: disableAt })
		.where("publication_id", "=", publicationId)
		.where("origin", "=", "library")
		.execute();
}

/** Disables only copies that still end at that time; publishing again resets it. */
export async function disableCopies(db: Db, _scope: Global, publicationId: string, disableAt: Date): Promise<number> {
	const updated = await db
		.updateTable("voice")
		.set({ disabled_at: sql`now()` })
		.where("publication_id", "=", publicationId)
		.where("origin", "=", "library")
		.where("disable_at", "=", disableAt)
		.where("disabled_at", "is", null)
		.executeTakeFirst();
	return Number(updated.numUpdatedRows);
}

/** Across workspaces by design: copies of a voice from a person end with it. */
export async function disableCopiesOf(db: Db, _scope: Global, sourceVoiceId: string): Promise<void> {
	await sql`
		update voice set disabled_at = now()
		where origin = 'library' and disabled_at is null and (
			source_voice_id = ${sourceVoiceId}
			or publication_id in (select id from voice_publication where voice_id = ${sourceVoiceId})
		)`.execute(db);
}

/** Removes a voice from the library and returns when its copies end. */
export async function withdrawPublication(db: Db, workspaceId: string, voiceId: string) {
	return db
		.updateTable("voice_publication")
		.set({
			status: "disabled",
			disable_at: sql<Date>`coalesce(disable_at, date_trunc('milliseconds', now()) + make_interval(days => notice_period_days))`,
		})
		.where("workspace_id", "=", workspaceId)
		.where("voice_id", "=", voiceId)
		.returning(["id", "disable_at"])
		.executeTakeFirst();
}
