// Voices of a workspace.
// Invariant: a voice is visible to its creator, admins and people it is shared with; to everyone else it does not
// exist. A library copy is usable only while its original is.
import { createHash } from "node:crypto";
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { voicesEndpoints } from "@timbre/contract/voices/endpoints.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import type { ResourceRole } from "@timbre/contract/workspace/schemas.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { type AudioResponse, storedAudio } from "../../core/audio.ts";
import { newId } from "../../core/ids.ts";
import { addToOutbox } from "../../core/outbox.repo.ts";
import type { Storage } from "../../core/storage.ts";
import {
	applyDefaultShares,
	getSharedRoles,
	type ResourceCaller,
	resolveRole,
} from "../workspace/workspace.sharing.public.ts";
import { countFacets, findClipFiles, findPublication } from "./voices.library.repo.ts";
import { reserveVoiceEdit, reserveVoiceSlot } from "./voices.limits.service.ts";
import { beginNotice } from "./voices.notice.service.ts";
import { voicePurgeWorkflow } from "./voices.notice.workflow.ts";
import { presentSettings } from "./voices.own.present.ts";
import {
	deleteFavorite,
	deleteSampleRow,
	deleteVoiceRow,
	disableCopiesOf,
	findOwner,
	findSample,
	insertFavorite,
	insertVoice,
	type NewVoice,
	saveSettings,
	updateVoice,
	upsertPreview,
	withdrawPublication,
} from "./voices.own.repo.ts";
import { findUsableVoice } from "./voices.status.repo.ts";

type Endpoints = typeof voicesEndpoints;
type Ok = { status: "ok" };
const ok: Ok = { status: "ok" };

/** Storage prefix for all files of a voice, deleted with it. */
export function voiceFolder(workspaceId: string, voiceId: string): string {
	return `voices/${workspaceId}/${voiceId}/`;
}

/** Creates a voice in the caller's transaction: reserves a slot and applies the creator's default sharing. */
export async function createVoice(
	tx: Db,
	caller: ResourceCaller,
	{ id = newId(), ...voice }: Omit<NewVoice, "id" | "userId"> & { id?: string },
): Promise<string> {
	await reserveVoiceSlot(tx, caller.workspaceId);
	await insertVoice(tx, caller.workspaceId, { ...voice, id, userId: caller.userId });
	await applyDefaultShares(tx, caller, { type: "voice", id });
	return id;
}

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
	const replacedKey = await upsertPreview(db, voiceId, {
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
	for (const clip of await findClipFiles(db, original.voiceId)) {
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

export const voiceNotFound = (id: string) =>
	new AppError(
		"voice_not_found",
		`There is no voice with the id ${id}. List the available voices with GET /v1/voices.`,
		{
			param: "voice_id",
		},
	);

/** A voice is private until shared. Library copies are visible to the entire workspace. */
export function voiceAccess(voice: { created_by: string | null; publication_id: string | null }) {
	return {
		ownerUserId: voice.created_by ?? "",
		access: voice.publication_id === null ? ("none" as const) : ("viewer" as const),
	};
}

/** The caller's role on a voice of the workspace, or undefined if the voice is not visible to them. */
export async function roleOnVoice(
	db: Db,
	caller: ResourceCaller,
	voice: { id: string; created_by: string | null; publication_id: string | null },
): Promise<ResourceRole | undefined> {
	const access = voiceAccess(voice);
	const known = resolveRole(access, caller);
	if (known === "admin") return known;
	return resolveRole(access, caller, (await getSharedRoles(db, caller, "voice", [voice.id])).get(voice.id));
}

const roleOrder: readonly ResourceRole[] = ["viewer", "commenter", "editor", "admin"];

/** Returns the voice if the caller has at least this role. Invisible voices throw the same error as missing ones. */
export async function requireVoiceRole(db: Db, caller: ResourceCaller, id: string, minRole: ResourceRole) {
	const row = await findOwner(db, caller.workspaceId, id);
	const role = row && (await roleOnVoice(db, caller, row));
	if (!row || role === undefined) throw voiceNotFound(id);
	if (roleOrder.indexOf(role) < roleOrder.indexOf(minRole))
		throw new AppError(
			"missing_permissions",
			minRole === "admin"
				? "Only the creator of a voice and admins can do this."
				: "You can use this voice but not edit it.",
		);
	return { ...row, role };
}

/** Any voice visible to the caller, including shipped ones. */
export async function requireVisibleVoice(db: Db, caller: ResourceCaller, id: string): Promise<{ settings: unknown }> {
	const row = await findUsableVoice(db, caller.workspaceId, id);
	if (!row || (row.status && (await roleOnVoice(db, caller, row)) === undefined)) throw voiceNotFound(id);
	return row;
}

export async function getSettings(
	db: Database,
	caller: ResourceCaller,
	id: string,
): Promise<NonNullable<Voice["settings"]>> {
	return presentSettings((await requireVisibleVoice(db, caller, id)).settings);
}

export async function updateSettings(
	db: Database,
	caller: ResourceCaller,
	id: string,
	settings: InputOf<Endpoints["editVoiceSettings"]>["body"],
): Promise<Ok> {
	await requireVisibleVoice(db, caller, id);
	// Omitted settings are reset to their defaults.
	await saveSettings(db, caller.workspaceId, id, presentSettings(withoutNull(settings)));
	return ok;
}

const withoutNull = (settings: Record<string, unknown>) =>
	Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined));

export async function setFavorite(
	db: Database,
	caller: ResourceCaller,
	id: string,
	favorite: boolean,
): Promise<Ok & { favorited_at_unix: number | null }> {
	await requireVisibleVoice(db, caller, id);
	const { workspaceId, userId } = caller;
	if (!favorite) {
		await deleteFavorite(db, workspaceId, userId, id);
		return { ...ok, favorited_at_unix: null };
	}
	const favoritedAt = await insertFavorite(db, workspaceId, userId, id);
	return { ...ok, favorited_at_unix: Math.floor(favoritedAt.getTime() / 1000) };
}

/** Adds recordings to a voice and trains it again. Implemented by cloning and passed in by the routes. */
export type AddRecordings = (
	caller: ResourceCaller,
	voiceId: string,
	files: NonNullable<InputOf<Endpoints["editVoice"]>["body"]["files"]>,
	removeBackgroundNoise: boolean,
) => Promise<void>;

export async function editVoice(
	db: Database,
	caller: ResourceCaller,
	id: string,
	body: InputOf<Endpoints["editVoice"]>["body"],
	addRecordings: AddRecordings,
): Promise<Ok> {
	const files = body.files ?? [];
	const voice = await requireVoiceRole(db, caller, id, "editor");
	if (files.length > 0 && !["matched", "cloned", "trained"].includes(voice.origin))
		throw new AppError("conflict", "Recordings can only be added to voices created from recordings.", {
			param: "files",
		});
	await db.transaction().execute(async (tx) => {
		await reserveVoiceEdit(tx, caller.workspaceId);
		const { name, description, labels } = body;
		await updateVoice(tx, caller.workspaceId, id, {
			name,
			...(description === undefined || description === null ? {} : { description }),
			...(labels ? { labels } : {}),
		});
	});
	if (files.length > 0) await addRecordings(caller, id, files, body.remove_background_noise);
	return ok;
}

/** Deletes the rows immediately, which makes the voice unusable; a workflow deletes the stored files. */
export async function deleteVoice(db: Database, caller: ResourceCaller, id: string): Promise<Ok> {
	const { workspaceId } = caller;
	const voice = await requireVoiceRole(db, caller, id, "admin");
	await db.transaction().execute(async (tx) => {
		// Copies of a voice from a person end with it; copies of a designed voice keep their notice period.
		if (voice.requires_verification) await disableCopiesOf(tx, id);
		if ((await findPublication(tx, id))?.listed) await countFacets(tx, id, -1);
		const withdrawn = await withdrawPublication(tx, workspaceId, id);
		if (withdrawn?.disable_at) await beginNotice(tx, withdrawn.id, withdrawn.disable_at);
		if (!(await deleteVoiceRow(tx, workspaceId, id))) throw voiceNotFound(id);
		await addToOutbox(tx, {
			target: voicePurgeWorkflow.name,
			key: id,
			payload: { folder: voiceFolder(workspaceId, id) },
		});
	});
	return ok;
}

export async function getSampleAudio(
	db: Database,
	storage: Storage,
	caller: ResourceCaller,
	ids: { voiceId: string; sampleId: string },
	range: string | undefined,
): Promise<AudioResponse> {
	// Recordings of a person are for editors of the voice, not for everyone who can use it.
	await requireVoiceRole(db, caller, ids.voiceId, "editor");
	const sample = await requireSample(db, caller, ids);
	const response = await storedAudio(storage, sample.audio_key, { contentType: sample.mime_type, rangeHeader: range });
	if (!response) throw sampleNotFound();
	return response;
}

export async function deleteSample(
	db: Database,
	storage: Storage,
	caller: ResourceCaller,
	ids: { voiceId: string; sampleId: string },
): Promise<Ok> {
	await requireVoiceRole(db, caller, ids.voiceId, "editor");
	const sample = await requireSample(db, caller, ids);
	// Delete the audio first: a row left behind by a failure can be deleted again.
	await storage.delete(sample.audio_key);
	if (sample.isolated_key !== null) await storage.delete(sample.isolated_key);
	await deleteSampleRow(db, caller.workspaceId, ids.voiceId, ids.sampleId);
	return ok;
}

const sampleNotFound = () =>
	new AppError("sample_not_found", "This voice has no sample with that id.", { param: "sample_id" });

async function requireSample(db: Db, caller: ResourceCaller, ids: { voiceId: string; sampleId: string }) {
	const sample = await findSample(db, caller.workspaceId, ids.voiceId, ids.sampleId);
	if (!sample) throw sampleNotFound();
	return sample;
}
