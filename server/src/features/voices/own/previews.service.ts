// Preview clips of a workspace's voices.
import { createHash } from "node:crypto";
import type { Db } from "@timbre/db/connect.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { voiceFolder } from "./folder.ts";
import { findClipFiles, upsertPreview } from "./previews.repo.ts";

/** Stores a preview clip of a voice. `bytes` must be a complete file. */
export async function savePreview(
	db: Db,
	storage: Storage,
	workspaceId: string,
	voiceId: string,
	clip: { language: string; bytes: Uint8Array; contentType: string; durationSeconds: number },
): Promise<void> {
	const contentHash = createHash("sha256").update(voiceId).update(clip.bytes).digest("hex");
	const audioKey = `${voiceFolder(workspaceId, voiceId)}preview-${contentHash.slice(0, 16)}.mp3`;
	await storage.put(audioKey, clip.bytes, clip.contentType);
	const { language, contentType, durationSeconds } = clip;
	const replacedKey = await upsertPreview(db, workspaceId, voiceId, {
		language,
		contentHash,
		audioKey,
		contentType,
		durationSeconds,
	});
	if (replacedKey !== undefined) await storage.delete(replacedKey);
}

/** Copies the preview clips, so a copy keeps them even if the original changes. */
export async function copyPreviews(
	{ db, storage }: { db: Db; storage: Storage },
	copy: { workspaceId: string; voiceId: string },
	original: { voiceId: string; language: string },
): Promise<void> {
	for (const clip of await findClipFiles(db, GLOBAL, original.voiceId)) {
		const stored = await storage.get(clip.audio_key);
		if (!stored) continue;
		const parts: Uint8Array[] = [];
		for await (const part of stored.body) parts.push(part);
		await savePreview(db, storage, copy.workspaceId, copy.voiceId, {
			language: clip.language || original.language,
			bytes: Buffer.concat(parts),
			contentType: clip.content_type,
			durationSeconds: clip.duration_seconds,
		});
	}
}
