import { encodeTake } from "@timbre/engines/node/takes.ts";
import type { SeedUser } from "../../../../seed/builders.ts";
import { newId } from "../../core/ids.ts";
import { studioTakeColumns } from "../../core/json-columns/studio.ts";
import { createTakeStore } from "../../core/storage/take-store.ts";
import { takeKey } from "../../features/speech/speech.public.ts";
import type { TestApp } from "../test-app.ts";

/** A conversion of a project of Studio that has ended, with a take and snapshots. Returns their ids. */
export async function someStudioAudio(
	{ db, storage, voiceId }: Pick<TestApp, "db" | "storage" | "voiceId">,
	{ workspaceId, userId }: Pick<SeedUser, "workspaceId" | "userId">,
	{ project_id, chapter_id }: { project_id: string; chapter_id: string },
): Promise<Record<"conversion_id" | "take_id" | "chapter_snapshot_id" | "project_snapshot_id", string>> {
	const of = { workspace_id: workspaceId, project_id };
	const ids = { conversion_id: newId(), take_id: newId(), chapter_snapshot_id: newId(), project_snapshot_id: newId() };
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
	return ids;
}
