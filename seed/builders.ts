// Data shapes as functions, shared by the seed, the tests and the journeys. They go through the product's own code wherever it has some.
import type { HistoryAlignments, HistorySource } from "@timbre/contract/history.ts";
import { type Permission, permissions, type Role } from "@timbre/contract/permissions.ts";
import type { Tier } from "@timbre/contract/plans.ts";
import type { Database } from "@timbre/db/connect.ts";
import { contentType, fileExtension, type OutputFormat } from "@timbre/engines/media/formats.ts";
import { newId } from "@timbre/server/core/ids.ts";
import type { Storage } from "@timbre/server/core/storage.ts";
import type { Auth } from "@timbre/server/features/auth/auth.service.ts";
import { makeApiKey } from "@timbre/server/features/developers/developers.service.ts";
import { addHistoryItem, type HistoryTake } from "@timbre/server/features/history/history.public.ts";
import { grantCredits } from "@timbre/server/features/usage/usage.public.ts";
import { insertVoice, type NewVoice, updateVoice } from "@timbre/server/features/voices/voices.own.repo.ts";
import { keepOwnPreview, voiceFolder } from "@timbre/server/features/voices/voices.own.service.ts";
import { ensureWorkspace, setTier } from "@timbre/server/features/workspace/workspace.public.ts";

export type Person = { userId: string; workspaceId: string; email: string; password: string; apiKey: string };

/** Someone who signed up, with a workspace, a plan and an API key. */
export async function aPerson(
	db: Database,
	auth: Auth,
	wanted: {
		name?: string;
		email?: string;
		password?: string;
		tier?: Tier;
		credits?: number;
		permissions?: Permission[];
	} = {},
): Promise<Person> {
	const name = wanted.name ?? "Ada Example";
	const email = wanted.email ?? `${newId(10).toLowerCase()}@example.com`;
	const password = wanted.password ?? newId(16);
	const { user } = await auth.api.signUpEmail({ body: { name, email, password } });
	// Nobody reads the mails of somebody who was made up.
	await db.updateTable("auth_user").set({ email_verified: true }).where("id", "=", user.id).execute();
	const { workspaceId } = await ensureWorkspace(db, { id: user.id, name });
	if (wanted.tier) await setTier(db, workspaceId, wanted.tier);
	if (wanted.credits !== undefined) await grantCredits(db, workspaceId, wanted.credits);
	const apiKey = await anApiKey(db, { workspaceId, userId: user.id }, wanted.permissions);
	return { userId: user.id, workspaceId, email, password, apiKey };
}

/** Makes someone a member of another's workspace, beside the own one. */
export async function aMembership(
	db: Database,
	userId: string,
	workspaceId: string,
	role: Role = "editor",
): Promise<void> {
	await db.insertInto("workspace_member").values({ workspace_id: workspaceId, user_id: userId, role }).execute();
}

export async function anApiKey(
	db: Database,
	owner: { workspaceId: string; userId: string },
	wanted?: Permission[],
): Promise<string> {
	const key = await makeApiKey(
		db,
		{ ...owner, permissions: new Set(permissions) },
		{ name: "Key", permissions: wanted },
	);
	return key.xi_api_key;
}

/** A generation that happened earlier, with real bytes in storage. */
export async function aHistoryItem(
	db: Database,
	storage: Storage,
	owner: { workspaceId: string; userId: string },
	wanted: {
		text?: string;
		voiceName?: string;
		voiceId?: string;
		modelId?: string;
		source?: HistorySource | "SFX";
		/** Real sound, where its content matters. */
		audio?: { bytes: Uint8Array; format: OutputFormat; seconds: number };
		takes?: readonly HistoryTake[];
		alignments?: HistoryAlignments;
	} = {},
): Promise<string> {
	const id = newId();
	const format = wanted.audio?.format ?? "mp3_44100_128";
	const audioKey = `history/${owner.workspaceId}/${id}.${fileExtension(format)}`;
	const bytes = wanted.audio?.bytes ?? Buffer.from("not really sound, but bytes to be fetched");
	await storage.put(audioKey, bytes, contentType(format));
	const text = wanted.text ?? "A sentence from before.";
	const alignmentKey = wanted.alignments && `history/${owner.workspaceId}/${id}.json`;
	if (alignmentKey) {
		await storage.put(alignmentKey, Buffer.from(JSON.stringify(wanted.alignments)), "application/json");
	}
	await addHistoryItem(db, owner.workspaceId, {
		id,
		userId: owner.userId,
		requestId: newId(),
		source: wanted.source ?? "TTS",
		voiceId: wanted.voiceId ?? newId(),
		voiceName: wanted.voiceName ?? "Heart",
		voiceCategory: "premade",
		modelId: wanted.modelId ?? "test_tone",
		text,
		settings: { speed: 1 },
		outputFormat: format,
		contentType: contentType(format),
		audioKey,
		audioBytes: bytes.length,
		durationSeconds: wanted.audio?.seconds ?? text.length / 15,
		peaks: Uint8Array.from([0, 128, 255]),
		charactersFrom: 0,
		charactersTo: text.length,
		takes: wanted.takes,
		alignmentKey,
	});
	return id;
}

/** Lets someone into another's workspace, with a key for it. */
export async function aColleague(
	db: Database,
	person: Person,
	workspaceId: string,
	role: Role = "editor",
): Promise<Person> {
	await db
		.updateTable("workspace_member")
		.set({ workspace_id: workspaceId, role })
		.where("user_id", "=", person.userId)
		.execute();
	return { ...person, workspaceId, apiKey: await anApiKey(db, { workspaceId, userId: person.userId }) };
}

/** A voice of somebody's own, ready to be spoken by the fake engine, with real bytes for its samples and its preview. */
export async function aVoice(
	db: Database,
	storage: Storage,
	owner: { workspaceId: string; userId: string },
	wanted: Partial<Omit<NewVoice, "id" | "userId">> & { samples?: number; verified?: boolean; preview?: boolean } = {},
): Promise<{ voiceId: string; sampleIds: string[] }> {
	const voiceId = newId();
	const { samples = 0, verified = true, preview = false, ...given } = wanted;
	const { workspaceId, userId } = owner;
	await insertVoice(db, workspaceId, {
		name: "Somebody",
		category: "generated",
		language: "en",
		engine: "fake",
		speaker: "tone-low",
		origin: "designed",
		...given,
		id: voiceId,
		userId,
	});
	if (given.requiresVerification && verified) await updateVoice(db, workspaceId, voiceId, { verifiedAt: new Date() });
	const sampleIds: string[] = [];
	for (let at = 0; at < samples; at++) {
		const id = newId();
		const key = `${voiceFolder(workspaceId, voiceId)}samples/${id}`;
		const bytes = Buffer.from("not really a recording, but bytes to be fetched");
		await storage.put(key, bytes, "audio/wav");
		await db
			.insertInto("voice_sample")
			.values({
				id,
				workspace_id: workspaceId,
				voice_id: voiceId,
				file_name: `recording ${at + 1}.wav`,
				mime_type: "audio/wav",
				size_bytes: bytes.length,
				hash: id,
				duration_seconds: 12,
				audio_key: key,
				traits: JSON.stringify({ speechSeconds: 11, peaks: [0, 128, 255], traits: null, vector: [1, 0, 0] }),
				separation_status: "completed",
				speakers: JSON.stringify({
					speaker_0: { speaker_id: "speaker_0", duration_secs: 11, utterances: [{ start: 0.5, end: 11.5 }] },
				}),
			})
			.execute();
		sampleIds.push(id);
	}
	if (preview)
		await keepOwnPreview(db, storage, workspaceId, voiceId, {
			language: given.language ?? "en",
			bytes: Buffer.from(`the preview of ${voiceId}`),
			contentType: "audio/mpeg",
			durationSeconds: 2,
		});
	return { voiceId, sampleIds };
}

/** A voice of somebody's as the library lists it, under the id of the voice itself. */
export async function aPublication(
	db: Database,
	owner: { workspaceId: string },
	voiceId: string,
	wanted: { rate?: number; noticeDays?: number; liveModeration?: boolean } = {},
): Promise<void> {
	await db
		.insertInto("voice_publication")
		.values({
			id: voiceId,
			voice_id: voiceId,
			workspace_id: owner.workspaceId,
			public_owner_id: newId(),
			owner_name: "Owner",
			name: "Original",
			name_key: "original",
			category: "generated",
			origin: "designed",
			language: "en",
			engine: "fake",
			speaker: "tone-low",
			rate: wanted.rate ?? null,
			notice_period_days: wanted.noticeDays ?? 0,
			live_moderation_enabled: wanted.liveModeration ?? false,
			search_text: "original",
			marks: [],
		})
		.execute();
}
