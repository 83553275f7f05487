import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

/** The latest consent, whether or not it is still valid. */
export async function findLatestConsent(db: Db, workspaceId: string, voiceId: string) {
	return db
		.selectFrom("voice_consent")
		.select([
			"id",
			"sentence",
			"language",
			"scope",
			"recording_key",
			"similarity",
			"given_at",
			"expires_at",
			"revoked_at",
			sql<boolean>`revoked_at is null and (expires_at is null or expires_at > now())`.as("holds"),
		])
		.where("workspace_id", "=", workspaceId)
		.where("voice_id", "=", voiceId)
		.orderBy("given_at", "desc")
		.limit(1)
		.executeTakeFirst();
}
