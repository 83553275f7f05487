import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { Global } from "../../../core/tenancy.ts";

/** Across workspaces by design: the operator decides on the requests of all. */
export async function listVerificationRequests(db: Db, _scope: Global) {
	return db
		.selectFrom("voice_training as training")
		.innerJoin("voice", "voice.id", "training.voice_id")
		.leftJoin("auth_user as creator", "creator.id", "voice.created_by")
		.select([
			"training.voice_id",
			"training.workspace_id",
			"training.manual_verification_requested_at",
			"training.manual_verification_text",
			"voice.name",
			"creator.email",
		])
		.where("training.manual_verification_requested_at", "is not", null)
		.where("voice.verified_at", "is", null)
		.orderBy("training.manual_verification_requested_at")
		.execute();
}

export async function verifyVoice(db: Db, workspaceId: string, voiceId: string): Promise<void> {
	await db
		.updateTable("voice")
		.set({ verified_at: sql<Date>`now()`, revoked_at: null })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", voiceId)
		.execute();
}

export async function closeVerificationRequest(db: Db, workspaceId: string, voiceId: string): Promise<void> {
	await db
		.updateTable("voice_training")
		.set({ manual_verification_requested_at: null, manual_verification_text: null })
		.where("workspace_id", "=", workspaceId)
		.where("voice_id", "=", voiceId)
		.execute();
}
