// Manual verification of voices, decided by the operator.
import { AppError } from "@timbre/contract/errors.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { voiceFolder } from "../../voices/voices.public.ts";
import { closeVerificationRequest, listVerificationRequests, verifyVoice } from "./manual.repo.ts";

export type VerificationRequest = {
	voiceId: string;
	voiceName: string;
	workspaceId: string;
	email: string | null;
	requestedAt: Date;
	notes: string;
	/** Storage keys of the files that the requester sent. */
	files: string[];
};

/** Open requests of all workspaces, oldest first. */
export async function listVerifications(db: Database, storage: Storage): Promise<VerificationRequest[]> {
	const rows = await listVerificationRequests(db, GLOBAL);
	return Promise.all(
		rows.map(async (row) => ({
			voiceId: row.voice_id,
			voiceName: row.name,
			workspaceId: row.workspace_id,
			email: row.email,
			requestedAt: row.manual_verification_requested_at as Date,
			notes: row.manual_verification_text ?? "",
			files: await storage.list(`${voiceFolder(row.workspace_id, row.voice_id)}verification/`),
		})),
	);
}

/** Verifies the voice, or closes the request so that another one can be sent. */
export async function decideVerification(db: Database, voiceId: string, approve: boolean): Promise<void> {
	await db.transaction().execute(async (tx) => {
		const request = (await listVerificationRequests(tx, GLOBAL)).find((row) => row.voice_id === voiceId);
		if (!request)
			throw new AppError("voice_not_found", `No verification is requested for a voice with the ID ${voiceId}.`);
		if (approve) await verifyVoice(tx, request.workspace_id, voiceId);
		await closeVerificationRequest(tx, request.workspace_id, voiceId);
	});
}
