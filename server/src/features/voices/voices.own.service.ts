// Voices of a workspace. Always: a voice is its maker's, the admins' and of those whom it is shared with; to everybody else it does not
// exist. A copy from the library speaks as long as its original may.
import { createHash } from "node:crypto";
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import type { voicesEndpoints } from "@timbre/contract/voices.ts";
import type { ResourceRole } from "@timbre/contract/workspace.entities.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { type AudioAnswer, storedAudio } from "../../core/audio.ts";
import { newId } from "../../core/ids.ts";
import { addToOutbox } from "../../core/outbox.repo.ts";
import type { Storage } from "../../core/storage.ts";
import { getShared, roleOn, type Sharer, shareByDefault } from "../workspace/workspace.sharing.public.ts";
import { countFacets, findClipSounds, findPublication } from "./voices.library.repo.ts";
import { takeVoiceEdit, takeVoiceSlot } from "./voices.limits.service.ts";
import { beginNotice } from "./voices.notice.service.ts";
import { voicePurgeWorkflow } from "./voices.notice.workflow.ts";
import { presentSettings } from "./voices.own.present.ts";
import {
	deleteSampleRow,
	deleteVoiceRow,
	disableCopiesOf,
	findOwner,
	findSample,
	insertVoice,
	markFavourite,
	type NewVoice,
	saveOwnPreview,
	saveSettings,
	unmarkFavourite,
	updateVoice,
	withdrawPublication,
} from "./voices.own.repo.ts";
import { findSpeakable } from "./voices.standing.repo.ts";

type Endpoints = typeof voicesEndpoints;
type Ok = { status: "ok" };
const ok: Ok = { status: "ok" };

/** Where everything lies that a voice is made of and heard by; it goes with the voice. */
export function voiceFolder(workspaceId: string, voiceId: string): string {
	return `voices/${workspaceId}/${voiceId}/`;
}

/** Adds a voice to the workspace in the transaction of whoever makes it: takes a place, and shares it where its maker shares everything. */
export async function makeVoice(
	tx: Db,
	caller: Sharer,
	{ id = newId(), ...voice }: Omit<NewVoice, "id" | "userId"> & { id?: string },
): Promise<string> {
	await takeVoiceSlot(tx, caller.workspaceId);
	await insertVoice(tx, caller.workspaceId, { ...voice, id, userId: caller.userId });
	await shareByDefault(tx, caller, { type: "voice", id });
	return id;
}

/** Stores a clip that a page plays the voice by. Give the bytes of a whole file. */
export async function keepOwnPreview(
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
	const before = await saveOwnPreview(db, voiceId, { language, contentHash, audioKey, contentType, durationSeconds });
	if (before !== undefined) await storage.remove(before);
}

/** A copy keeps the clips it was chosen by, whatever becomes of its original's. */
export async function copyClips(
	{ db, storage }: { db: Db; storage: Storage },
	copy: { workspaceId: string; voiceId: string },
	original: { voiceId: string; language: string },
): Promise<void> {
	for (const clip of await findClipSounds(db, original.voiceId)) {
		const stored = await storage.get(clip.audio_key);
		if (!stored) continue;
		const parts: Uint8Array[] = [];
		for await (const part of stored.body) parts.push(part);
		await keepOwnPreview(db, storage, copy.workspaceId, copy.voiceId, {
			language: clip.language || original.language,
			bytes: Buffer.concat(parts),
			contentType: clip.content_type,
			durationSeconds: clip.duration_seconds,
		});
	}
}

export const noSuchVoice = (id: string) =>
	new AppError("voice_not_found", `There is no voice with the id ${id}. GET /v1/voices lists those there are.`, {
		param: "voice_id",
	});

/** A voice is nobody else's until it is shared. What comes from the library is added once for the whole workspace, for all to use. */
export function accessFacts(voice: { created_by: string | null; publication_id: string | null }) {
	return {
		ownerUserId: voice.created_by ?? "",
		access: voice.publication_id === null ? ("none" as const) : ("viewer" as const),
	};
}

/** What the caller may with a voice of the workspace; undefined where it is none that the caller knows. */
export async function roleOnVoice(
	db: Db,
	caller: Sharer,
	voice: { id: string; created_by: string | null; publication_id: string | null },
): Promise<ResourceRole | undefined> {
	const facts = accessFacts(voice);
	const known = roleOn(facts, caller);
	if (known === "admin") return known;
	return roleOn(facts, caller, (await getShared(db, caller, "voice", [voice.id])).get(voice.id));
}

const roleOrder: readonly ResourceRole[] = ["viewer", "commenter", "editor", "admin"];

/** The voice of the workspace, for a caller who has at least this role on it. What one does not know of does not exist. */
export async function requireOwn(db: Db, caller: Sharer, id: string, least: ResourceRole) {
	const row = await findOwner(db, caller.workspaceId, id);
	const role = row && (await roleOnVoice(db, caller, row));
	if (!row || role === undefined) throw noSuchVoice(id);
	if (roleOrder.indexOf(role) < roleOrder.indexOf(least))
		throw new AppError(
			"missing_permissions",
			least === "admin"
				? "Only its maker and the admins may do this with a voice."
				: "This voice is shared with you to be used, not to be changed.",
		);
	return { ...row, role };
}

/** Any voice the caller knows, shipped ones too. */
export async function requireKnown(db: Db, caller: Sharer, id: string): Promise<{ settings: unknown }> {
	const row = await findSpeakable(db, caller.workspaceId, id);
	if (!row || (row.standing && (await roleOnVoice(db, caller, row)) === undefined)) throw noSuchVoice(id);
	return row;
}

export async function readSettings(db: Database, caller: Sharer, id: string): Promise<NonNullable<Voice["settings"]>> {
	return presentSettings((await requireKnown(db, caller, id)).settings);
}

export async function editSettings(
	db: Database,
	caller: Sharer,
	id: string,
	settings: InputOf<Endpoints["editVoiceSettings"]>["body"],
): Promise<Ok> {
	await requireKnown(db, caller, id);
	// What is not said is as usual again.
	await saveSettings(db, caller.workspaceId, id, presentSettings(withoutNull(settings)));
	return ok;
}

const withoutNull = (settings: Record<string, unknown>) =>
	Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined));

export async function favouriteVoice(
	db: Database,
	caller: Sharer,
	id: string,
	favourite: boolean,
): Promise<Ok & { favorited_at_unix: number | null }> {
	await requireKnown(db, caller, id);
	const { workspaceId, userId } = caller;
	if (!favourite) {
		await unmarkFavourite(db, workspaceId, userId, id);
		return { ...ok, favorited_at_unix: null };
	}
	const marked = await markFavourite(db, workspaceId, userId, id);
	return { ...ok, favorited_at_unix: Math.floor(marked.getTime() / 1000) };
}

/** Adds recordings to a voice that is made from some, and makes it anew; cloning's work, handed in by the routes. */
export type AddRecordings = (
	caller: Sharer,
	voiceId: string,
	files: NonNullable<InputOf<Endpoints["editVoice"]>["body"]["files"]>,
	removeBackgroundNoise: boolean,
) => Promise<void>;

export async function editVoice(
	db: Database,
	caller: Sharer,
	id: string,
	wanted: InputOf<Endpoints["editVoice"]>["body"],
	addRecordings: AddRecordings,
): Promise<Ok> {
	const files = wanted.files ?? [];
	const voice = await requireOwn(db, caller, id, "editor");
	if (files.length > 0 && !["matched", "cloned", "trained"].includes(voice.origin))
		throw new AppError("conflict", "This voice is not made from recordings, so none can be added to it.", {
			param: "files",
		});
	await db.transaction().execute(async (tx) => {
		await takeVoiceEdit(tx, caller.workspaceId);
		const { name, description, labels } = wanted;
		await updateVoice(tx, caller.workspaceId, id, {
			name,
			...(description === undefined || description === null ? {} : { description }),
			...(labels ? { labels } : {}),
		});
	});
	if (files.length > 0) await addRecordings(caller, id, files, wanted.remove_background_noise);
	return ok;
}

/** The rows go at once, with them every way to be spoken or heard; a workflow removes what lies in storage. */
export async function deleteVoice(db: Database, caller: Sharer, id: string): Promise<Ok> {
	const { workspaceId } = caller;
	const voice = await requireOwn(db, caller, id, "admin");
	await db.transaction().execute(async (tx) => {
		// Who lent it their voice has not lent it to copies of something that is gone; a designed voice keeps its notice period.
		if (voice.requires_verification) await disableCopiesOf(tx, id);
		if ((await findPublication(tx, id))?.listed) await countFacets(tx, id, -1);
		const withdrawn = await withdrawPublication(tx, workspaceId, id);
		if (withdrawn?.disable_at) await beginNotice(tx, withdrawn.id, withdrawn.disable_at);
		if (!(await deleteVoiceRow(tx, workspaceId, id))) throw noSuchVoice(id);
		await addToOutbox(tx, {
			target: voicePurgeWorkflow.name,
			key: id,
			payload: { folder: voiceFolder(workspaceId, id) },
		});
	});
	return ok;
}

export async function readSampleAudio(
	db: Database,
	storage: Storage,
	caller: Sharer,
	ids: { voiceId: string; sampleId: string },
	range: string | undefined,
): Promise<AudioAnswer> {
	// Recordings of a person are for those who made the voice of them, not for everybody who may use it.
	await requireOwn(db, caller, ids.voiceId, "editor");
	const sample = await requireSample(db, caller, ids);
	const answer = await storedAudio(storage, sample.audio_key, { contentType: sample.mime_type, rangeHeader: range });
	if (!answer) throw noSuchSample();
	return answer;
}

export async function deleteSample(
	db: Database,
	storage: Storage,
	caller: Sharer,
	ids: { voiceId: string; sampleId: string },
): Promise<Ok> {
	await requireOwn(db, caller, ids.voiceId, "editor");
	const sample = await requireSample(db, caller, ids);
	// First what can be heard: a row that is left over by a failure can be deleted again.
	await storage.remove(sample.audio_key);
	if (sample.isolated_key !== null) await storage.remove(sample.isolated_key);
	await deleteSampleRow(db, caller.workspaceId, ids.voiceId, ids.sampleId);
	return ok;
}

const noSuchSample = () => new AppError("sample_not_found", "This voice has no such sample.", { param: "sample_id" });

async function requireSample(db: Db, caller: Sharer, ids: { voiceId: string; sampleId: string }) {
	const sample = await findSample(db, caller.workspaceId, ids.voiceId, ids.sampleId);
	if (!sample) throw noSuchSample();
	return sample;
}
