// The video of a voice-over and its sound files.
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { voiceoverEndpoints } from "@timbre/contract/voiceover/endpoints.ts";
import { maxSounds } from "@timbre/contract/voiceover/rules.ts";
import type { VoiceoverClip } from "@timbre/contract/voiceover/schemas.ts";
import type { Database } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { type AudioResponse, storedAudio } from "../../../core/http/audio.ts";
import { newId } from "../../../core/ids.ts";
import { deleteAll, type Storage } from "../../../core/storage/storage.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { claimUpload, getUpload } from "../../uploads/uploads.public.ts";
import { clipFolder } from "../files.ts";
import { requireVoiceover } from "../projects/access.service.ts";
import { touchVoiceover } from "../projects/voiceovers.repo.ts";
import type { VoiceoverCaller } from "../types.ts";
import { presentClip } from "./clips.present.ts";
import {
	type ClipFields,
	type ClipRow,
	deleteClipRow,
	findClip,
	insertClip,
	listClipRows,
	updateClipFields,
} from "./clips.repo.ts";
import { clipWorkflow } from "./clips.workflow.ts";

type ClipPath = { voiceover_id: string; clip_id: string };
type ClipDeps = { db: Database; storage: Storage };

export async function createClip(
	db: Database,
	caller: VoiceoverCaller,
	voiceoverId: string,
	{ upload_id, kind, offset_ms, track }: InputOf<(typeof voiceoverEndpoints)["createClip"]>["body"],
): Promise<VoiceoverClip> {
	const { workspaceId } = caller;
	await requireVoiceover(db, caller, voiceoverId, "edit");
	const { file_name: fileName } = await getUpload(db, workspaceId, upload_id);
	const id = newId();
	await db.transaction().execute(async (tx) => {
		await touchVoiceover(tx, workspaceId, voiceoverId);
		const clips = await listClipRows(tx, workspaceId, voiceoverId);
		if (kind === "source" && clips.some((clip) => clip.kind === "source"))
			throw new AppError("conflict", "This voice-over has a video already. Remove it before you add another.");
		if (kind === "sound" && clips.filter((clip) => clip.kind === "sound").length >= maxSounds)
			throw new AppError(
				"voiceover_limit_reached",
				`A voice-over can have ${maxSounds} sound files. Delete one before you add another.`,
			);
		await claimUpload(tx, workspaceId, upload_id, `voiceover:${id}`);
		const placed = kind === "source" ? { offsetMs: 0, track: 1 } : { offsetMs: offset_ms, track };
		await insertClip(tx, workspaceId, voiceoverId, { id, kind, fileName, uploadId: upload_id, ...placed });
		await addToOutbox(tx, GLOBAL, {
			target: clipWorkflow.name,
			key: id,
			payload: { workspaceId, voiceoverId, clipId: id, uploadId: upload_id },
		});
	});
	return presentClip(await requireClip(db, workspaceId, { voiceover_id: voiceoverId, clip_id: id }));
}

export async function updateClip(
	db: Database,
	caller: VoiceoverCaller,
	path: ClipPath,
	change: ClipFields,
): Promise<VoiceoverClip> {
	const { workspaceId } = caller;
	await requireVoiceover(db, caller, path.voiceover_id, "edit");
	const row = await requireClip(db, workspaceId, path);
	const { offset_ms, track, ...mixing } = change;
	if (row.has_picture && ((mixing.trim_start_ms ?? 0) > 0 || (mixing.trim_end_ms ?? 0) > 0))
		throw new AppError(
			"invalid_request",
			"The audio of a video can't be trimmed: it would no longer match the picture. Mute it or change its volume.",
		);
	const placed = {
		...(offset_ms === undefined ? {} : { offset_ms }),
		...(track === undefined ? {} : { track }),
	};
	await db.transaction().execute(async (tx) => {
		await touchVoiceover(tx, workspaceId, path.voiceover_id);
		const fields = row.kind === "source" ? mixing : { ...mixing, ...placed };
		await updateClipFields(tx, workspaceId, path.voiceover_id, path.clip_id, fields);
	});
	return presentClip(await requireClip(db, workspaceId, path));
}

export async function deleteClip({ db, storage }: ClipDeps, caller: VoiceoverCaller, path: ClipPath): Promise<void> {
	const { workspaceId } = caller;
	await requireVoiceover(db, caller, path.voiceover_id, "edit");
	await requireClip(db, workspaceId, path);
	await db.transaction().execute(async (tx) => {
		await touchVoiceover(tx, workspaceId, path.voiceover_id);
		await deleteClipRow(tx, workspaceId, path.voiceover_id, path.clip_id);
	});
	await deleteAll(storage, `${clipFolder(workspaceId, path.voiceover_id, path.clip_id)}/`);
}

export async function getClipContent(
	{ db, storage }: ClipDeps,
	caller: VoiceoverCaller,
	path: ClipPath,
	{ version, range }: { version: "original" | "audio"; range: string | undefined },
): Promise<AudioResponse> {
	const { workspaceId } = caller;
	await requireVoiceover(db, caller, path.voiceover_id, "read");
	const row = await requireClip(db, workspaceId, path);
	const folder = clipFolder(workspaceId, path.voiceover_id, path.clip_id);
	const response =
		row.state === "ready" &&
		(await storedAudio(storage, `${folder}/${version === "audio" ? "audio.mp3" : "original"}`, {
			contentType: version === "audio" ? "audio/mpeg" : (row.content_type ?? "application/octet-stream"),
			rangeHeader: range,
			fileName: version === "audio" ? "audio.mp3" : row.file_name,
		}));
	if (!response) throw clipNotFound();
	return response;
}

async function requireClip(db: Database, workspaceId: string, path: ClipPath): Promise<ClipRow> {
	const row = await findClip(db, workspaceId, path.voiceover_id, path.clip_id);
	if (!row) throw clipNotFound();
	return row;
}

const clipNotFound = () =>
	new AppError("voiceover_clip_not_found", "This clip doesn't exist in this voice-over, or its file isn't ready.");
