import type { SeedUser } from "../../../../seed/builders.ts";
import { newId } from "../../core/ids.ts";
import type { TestApp } from "../test-app.ts";

/** A voice-over with a line that has speech, a sound file and an export. Returns their ids. */
export async function someVoiceover(
	{ db, storage, voiceId }: Pick<TestApp, "db" | "storage" | "voiceId">,
	{ workspaceId, userId }: Pick<SeedUser, "workspaceId" | "userId">,
): Promise<Record<"voiceover_id" | "line_id" | "clip_id" | "voiceover_job_id", string>> {
	const ids = { voiceover_id: newId(), line_id: newId(), clip_id: newId(), voiceover_job_id: newId() };
	const of = { workspace_id: workspaceId, voiceover_id: ids.voiceover_id };
	const folder = `voiceovers/${workspaceId}/${ids.voiceover_id}`;
	for (const file of ["line.wav", `clips/${ids.clip_id}/original`, "export"])
		await storage.put(`${folder}/${file}`, Buffer.from("not a real recording"), "audio/wav");
	await db
		.insertInto("voiceover")
		.values({ id: ids.voiceover_id, workspace_id: workspaceId, created_by: userId, name: "Theirs" })
		.execute();
	await db
		.insertInto("voiceover_line")
		.values({
			...of,
			id: ids.line_id,
			start_ms: 0,
			end_ms: 1_000,
			text: "Theirs.",
			voice_id: voiceId,
			duck_db: 12,
			audio_key: `${folder}/line.wav`,
			speech_ms: 500,
		})
		.execute();
	await db
		.insertInto("voiceover_clip")
		.values({
			...of,
			id: ids.clip_id,
			kind: "sound",
			state: "ready",
			file_name: "theirs.wav",
			content_type: "audio/wav",
			has_audio: true,
			seconds: 1,
		})
		.execute();
	await db
		.insertInto("voiceover_job")
		.values({
			...of,
			id: ids.voiceover_job_id,
			created_by: userId,
			via: "api-key",
			kind: "export",
			format: "wav",
			state: "done",
			file_key: `${folder}/export`,
		})
		.execute();
	return ids;
}
