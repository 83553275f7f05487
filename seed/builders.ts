// Builders of test data for the seed, the tests and the journeys. They use the product's own code where possible.
import type { HistoryAlignments, HistorySource } from "@timbre/contract/history/endpoints.ts";
import { type Permission, permissions, type Role } from "@timbre/contract/permissions.ts";
import type { Tier } from "@timbre/contract/plans.ts";
import type { Database } from "@timbre/db/connect.ts";
import { contentType, fileExtension, type OutputFormat } from "@timbre/engines/media/formats.ts";
import { newId } from "@timbre/server/core/ids.ts";
import { voiceSampleColumns } from "@timbre/server/core/json-columns/voices.ts";
import type { Storage } from "@timbre/server/core/storage/storage.ts";
import type { Auth } from "@timbre/server/features/auth/auth.service.ts";
import { createApiKey } from "@timbre/server/features/developers/keys/keys.service.ts";
import { addHistoryItem, type HistoryTake } from "@timbre/server/features/history/history.public.ts";
import { grantCredits } from "@timbre/server/features/usage/usage.public.ts";
import { voiceFolder } from "@timbre/server/features/voices/own/folder.ts";
import { insertVoice, type NewVoice, updateVoice } from "@timbre/server/features/voices/own/own.repo.ts";
import { savePreview } from "@timbre/server/features/voices/own/previews.service.ts";
import { ensureWorkspace, setTier } from "@timbre/server/features/workspace/workspace.public.ts";

export type SeedUser = { userId: string; workspaceId: string; email: string; password: string; apiKey: string };

/** A signed-up user with a workspace, a plan and an API key. */
export async function aUser(
	db: Database,
	auth: Auth,
	overrides: {
		name?: string;
		email?: string;
		password?: string;
		tier?: Tier;
		credits?: number;
		permissions?: Permission[];
	} = {},
): Promise<SeedUser> {
	const name = overrides.name ?? "Ada Example";
	const email = overrides.email ?? `${newId(10).toLowerCase()}@example.com`;
	const password = overrides.password ?? newId(16);
	const { user } = await auth.api.signUpEmail({ body: { name, email, password } });
	// Nobody can read the emails of a made-up user.
	await db.updateTable("auth_user").set({ email_verified: true }).where("id", "=", user.id).execute();
	const { workspaceId } = await ensureWorkspace(db, { id: user.id, name }, "free");
	if (overrides.tier) await setTier(db, workspaceId, overrides.tier);
	if (overrides.credits !== undefined) await grantCredits(db, workspaceId, overrides.credits);
	const apiKey = await anApiKey(db, { workspaceId, userId: user.id }, overrides.permissions);
	return { userId: user.id, workspaceId, email, password, apiKey };
}

/** Adds a user to another workspace, in addition to their own. */
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
	keyPermissions?: Permission[],
): Promise<string> {
	const key = await createApiKey(
		db,
		{ ...owner, permissions: new Set(permissions) },
		{ name: "Key", permissions: keyPermissions },
	);
	return key.xi_api_key;
}

/** A past generation with bytes in storage. */
export async function aHistoryItem(
	db: Database,
	storage: Storage,
	owner: { workspaceId: string; userId: string },
	overrides: {
		text?: string;
		voiceName?: string;
		voiceId?: string;
		modelId?: string;
		source?: HistorySource | "SFX";
		/** Real audio, for tests that read it. */
		audio?: { bytes: Uint8Array; format: OutputFormat; seconds: number };
		takes?: readonly HistoryTake[];
		alignments?: HistoryAlignments;
	} = {},
): Promise<string> {
	const id = newId();
	const format = overrides.audio?.format ?? "mp3_44100_128";
	const audioKey = `history/${owner.workspaceId}/${id}.${fileExtension(format)}`;
	const bytes = overrides.audio?.bytes ?? Buffer.from("not real audio, but bytes to download");
	await storage.put(audioKey, bytes, contentType(format));
	const text = overrides.text ?? "A sentence from before.";
	const alignmentKey = overrides.alignments && `history/${owner.workspaceId}/${id}.json`;
	if (alignmentKey) {
		await storage.put(alignmentKey, Buffer.from(JSON.stringify(overrides.alignments)), "application/json");
	}
	await addHistoryItem(db, owner.workspaceId, {
		id,
		userId: owner.userId,
		requestId: newId(),
		source: overrides.source ?? "TTS",
		voiceId: overrides.voiceId ?? newId(),
		voiceName: overrides.voiceName ?? "Heart",
		voiceCategory: "premade",
		modelId: overrides.modelId ?? "test_tone",
		text,
		settings: { speed: 1 },
		outputFormat: format,
		contentType: contentType(format),
		audioKey,
		audioBytes: bytes.length,
		durationSeconds: overrides.audio?.seconds ?? text.length / 15,
		peaks: Uint8Array.from([0, 128, 255]),
		charactersFrom: 0,
		charactersTo: text.length,
		takes: overrides.takes,
		alignmentKey,
	});
	return id;
}

/** Moves a user into another workspace and creates a key for it. */
export async function aColleague(
	db: Database,
	user: SeedUser,
	workspaceId: string,
	role: Role = "editor",
): Promise<SeedUser> {
	await db
		.updateTable("workspace_member")
		.set({ workspace_id: workspaceId, role })
		.where("user_id", "=", user.userId)
		.execute();
	return { ...user, workspaceId, apiKey: await anApiKey(db, { workspaceId, userId: user.userId }) };
}

/** A voice of a workspace, ready for the fake engine, with bytes in storage for its samples and its preview. */
export async function aVoice(
	db: Database,
	storage: Storage,
	owner: { workspaceId: string; userId: string },
	overrides: Partial<Omit<NewVoice, "id" | "userId">> & {
		samples?: number;
		verified?: boolean;
		preview?: boolean;
	} = {},
): Promise<{ voiceId: string; sampleIds: string[] }> {
	const voiceId = newId();
	const { samples = 0, verified = true, preview = false, ...fields } = overrides;
	const { workspaceId, userId } = owner;
	await insertVoice(db, workspaceId, {
		name: "Somebody",
		category: "generated",
		language: "en",
		engine: "fake",
		speaker: "tone-low",
		origin: "designed",
		...fields,
		id: voiceId,
		userId,
	});
	if (fields.requiresVerification && verified) await updateVoice(db, workspaceId, voiceId, { verifiedAt: new Date() });
	const sampleIds: string[] = [];
	for (let at = 0; at < samples; at++) {
		const id = newId();
		const key = `${voiceFolder(workspaceId, voiceId)}samples/${id}`;
		const bytes = Buffer.from("not a real recording, but bytes to download");
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
				traits: voiceSampleColumns.traits.write({
					speechSeconds: 11,
					peaks: [0, 128, 255],
					traits: null,
					vector: [1, 0, 0],
				}),
				separation_status: "completed",
				speakers: voiceSampleColumns.speakers.write({
					speaker_0: { speaker_id: "speaker_0", duration_secs: 11, utterances: [{ start: 0.5, end: 11.5 }] },
				}),
			})
			.execute();
		sampleIds.push(id);
	}
	if (preview)
		await savePreview(db, storage, workspaceId, voiceId, {
			language: fields.language ?? "en",
			bytes: Buffer.from(`the preview of ${voiceId}`),
			contentType: "audio/mpeg",
			durationSeconds: 2,
		});
	return { voiceId, sampleIds };
}

/** A voice's listing in the library, with the same id as the voice. */
export async function aPublication(
	db: Database,
	owner: { workspaceId: string },
	voiceId: string,
	overrides: { rate?: number; noticeDays?: number; liveModeration?: boolean } = {},
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
			rate: overrides.rate ?? null,
			notice_period_days: overrides.noticeDays ?? 0,
			live_moderation_enabled: overrides.liveModeration ?? false,
			search_text: "original",
			marks: [],
		})
		.execute();
}
