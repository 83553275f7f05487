// Voices as synthesis uses them.
// Invariant: whether a voice may be used is checked at the start of every generation and never cached.
import { AppError } from "@timbre/contract/errors.ts";
import type { voiceSettings } from "@timbre/contract/voices/schemas.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { z } from "zod";
import type { ResourceCaller } from "../../workspace/workspace.sharing.public.ts";
import { touchVoice } from "../own/own.repo.ts";
import { requireShipped } from "../shipped/shipped.service.ts";
import { type Denial, denialOf } from "./denial.ts";
import { roleOnVoice, voiceNotFound } from "./roles.service.ts";
import { findUsableVoice } from "./status.repo.ts";

type Settings = z.output<typeof voiceSettings>;

/** A voice as needed for synthesis. */
export type UsableVoice = {
	id: string;
	engine: string;
	speaker: string;
	name: string;
	category: string;
	language: string;
	gender?: string;
	/** Belongs to a workspace and can be revoked at any time; shipped voices cannot. */
	own: boolean;
	/** Settings the workspace stored for it. */
	settings?: Settings;
	/** Credit multiplier of a library voice; 1 for all others. */
	rate: number;
	/** The publication a library voice was added from. */
	publicationId?: string;
	/** Live moderation: texts are checked before synthesis because the owner requires it. */
	moderated: boolean;
};

/**
 * Returns the voice, or throws the reason it cannot be used. Checked at the start of every generation and never cached.
 * Omit `caller` only for requests without a user.
 */
export async function getUsableVoice(
	db: Database,
	workspaceId: string,
	voiceId: string,
	caller?: ResourceCaller,
): Promise<UsableVoice> {
	const row = await findUsableVoice(db, workspaceId, voiceId);
	if (!row) throw voiceNotFound(voiceId);
	if (row.status) {
		if (caller && (await roleOnVoice(db, caller, row)) === undefined) throw voiceNotFound(voiceId);
		const denial = denialOf(row.status);
		if (denial) throw denied(denial);
	}
	return {
		id: row.id,
		engine: row.engine,
		speaker: row.speaker,
		name: row.name,
		category: row.category,
		language: row.language,
		...(row.gender === null ? {} : { gender: row.gender }),
		own: row.status !== null,
		...(row.settings ? { settings: row.settings } : {}),
		rate: row.rate ?? 1,
		moderated: row.moderated,
		...(row.publication_id === null ? {} : { publicationId: row.publication_id }),
	};
}

/** A shipped voice, for visitors without a workspace. */
export async function getShippedVoice(db: Database, voiceId: string): Promise<UsableVoice> {
	const { id, engine, speaker, name, language } = await requireShipped(db, voiceId);
	return { id, engine, speaker, name, language, category: "premade", own: false, rate: 1, moderated: false };
}

/** Merges the stored settings of a voice with those of a request, which take precedence. */
export function mergeVoiceSettings(
	{ settings }: Pick<UsableVoice, "settings">,
	requested: Settings | null | undefined,
): Settings | null | undefined {
	if (!settings) return requested;
	const overrides = Object.entries(requested ?? {}).filter(([, value]) => value !== null && value !== undefined);
	return { ...settings, ...Object.fromEntries(overrides) };
}

export const denied = ({ code, message }: Denial) => new AppError(code, message, { param: "voice_id" });

const recordEveryMs = 60_000;
const maxRememberedVoices = 10_000;

/** Updates when voices were last used. */
export type RecordVoiceUse = (workspaceId: string, voices: readonly Pick<UsableVoice, "id" | "own">[]) => Promise<void>;

/** Updates each voice at most once per minute. */
export function createVoiceUseRecorder(db: Db): RecordVoiceUse {
	const lastRecorded = new Map<string, number>();
	return async (workspaceId, voices) => {
		const now = Date.now();
		for (const { id, own } of voices) {
			if (!own || now - (lastRecorded.get(id) ?? 0) < recordEveryMs) continue;
			if (lastRecorded.size > maxRememberedVoices) lastRecorded.clear();
			lastRecorded.set(id, now);
			await touchVoice(db, workspaceId, id);
		}
	};
}
