import { encodeTake } from "@timbre/engines/node/takes.ts";
import type { SeedUser } from "../../../../seed/builders.ts";
import { newId } from "../../core/ids.ts";
import { exportColumns, studioTakeColumns } from "../../core/json-columns/studio.ts";
import { createTakeStore } from "../../core/storage/take-store.ts";
import { takeKey } from "../../features/speech/speech.public.ts";
import type { TestApp } from "../test-app.ts";

/** A conversion and an export of a project of Studio that have ended, with a take, snapshots and a cover. Returns their ids. */
export async function someStudioAudio(
	{ db, storage, voiceId }: Pick<TestApp, "db" | "storage" | "voiceId">,
	{ workspaceId, userId }: Pick<SeedUser, "workspaceId" | "userId">,
	{ project_id, chapter_id }: { project_id: string; chapter_id: string },
): Promise<Record<"conversion_id" | "take_id" | "chapter_snapshot_id" | "project_snapshot_id" | "export_id", string>> {
	const of = { workspace_id: workspaceId, project_id };
	const ids = {
		conversion_id: newId(),
		take_id: newId(),
		chapter_snapshot_id: newId(),
		project_snapshot_id: newId(),
		export_id: newId(),
	};
	const hash = newId();
	const pcm = new Int16Array(240).fill(1_000);
	const take = { sampleRate: 24_000, pcm, writtenText: "Theirs.", spokenText: "Theirs.", spans: [] };
	await createTakeStore(storage).write(takeKey(workspaceId, hash), encodeTake(take));
	await db
		.insertInto("studio_conversion")
		.values({ ...of, id: ids.conversion_id, created_by: userId, via: "api-key", state: "done", credits: 7 })
		.execute();
	await db
		.insertInto("studio_take")
		.values({
			...of,
			id: ids.take_id,
			sentence_key: "theirs",
			text: "Theirs.",
			base_hash: hash,
			hash,
			voice_id: voiceId,
			voice_name: "Low",
			model_id: "test_tone",
			voice: studioTakeColumns.voice.write({ engine: "fake", speaker: "tone-low", speed: 1 }),
			seconds: 0.01,
			created_by: userId,
		})
		.execute();
	const folder = `studio/${workspaceId}/${project_id}`;
	await storage.put(`${folder}/theirs.mp3`, Buffer.from("not a real recording"), "audio/mpeg");
	await storage.put(`${folder}/theirs.json`, Buffer.from('{"version":1,"sentences":[]}'), "application/json");
	await db
		.insertInto("studio_chapter_snapshot")
		.values({
			...of,
			id: ids.chapter_snapshot_id,
			chapter_id,
			name: "One",
			seq: 1,
			fingerprint: "theirs",
			audio_key: `${folder}/theirs.mp3`,
			audio_bytes: 20,
			data_key: `${folder}/theirs.json`,
			seconds: 0.01,
			sentences: 0,
			characters: 7,
			peaks: Buffer.alloc(1),
		})
		.execute();
	await db
		.insertInto("studio_project_snapshot")
		.values({
			...of,
			id: ids.project_snapshot_id,
			name: "Theirs",
			chapter_snapshot_ids: [ids.chapter_snapshot_id],
			seconds: 0.01,
		})
		.execute();
	await storage.put(`${folder}/exports/${ids.export_id}/file`, Buffer.from("not a real book"), "audio/mpeg");
	await db
		.insertInto("studio_export")
		.values({
			...of,
			id: ids.export_id,
			created_by: userId,
			via: "api-key",
			format: "mp3",
			settings: exportColumns.settings.write({
				loudness: "none",
				bit_depth: 16,
				audio_export_id: null,
				captions_per_chapter: false,
			}),
			chapters: exportColumns.chapters.write([
				{ chapter_id, name: "One", snapshot_id: ids.chapter_snapshot_id, is_current: true },
			]),
			state: "done",
			progress: 1,
			file_key: `${folder}/exports/${ids.export_id}/file`,
			file_name: "Theirs.mp3",
			content_type: "audio/mpeg",
			bytes: 15,
			sha256: "0".repeat(64),
			report: exportColumns.report.write({ files: [], places: [] }),
		})
		.execute();
	await storage.put(`${folder}/cover-theirs`, Buffer.from("not a real picture"), "image/png");
	await db
		.updateTable("studio_project")
		.set({ cover_id: "theirs", cover_type: "image/png" })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", project_id)
		.execute();
	return ids;
}
