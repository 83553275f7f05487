import { AppError } from "@timbre/contract/errors.ts";
import { voiceSettings } from "@timbre/contract/voices/schemas.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { z } from "zod";
import type { Log } from "../../core/log.ts";
import type { ResourceCaller } from "../workspace/workspace.sharing.public.ts";
import { type Denial, denialOf } from "./voices.own.present.ts";
import { findOwner, listVoiceIdsByUser, touchVoice } from "./voices.own.repo.ts";
import { roleOnVoice, voiceAccess, voiceNotFound } from "./voices.own.service.ts";
import { requireShipped } from "./voices.service.ts";
import { findUsableVoice, listVoiceStatuses } from "./voices.status.repo.ts";

type Settings = z.output<typeof voiceSettings>;

/** A voice as needed for synthesis. */
export type UsableVoice = {
	id: string;
	engine: string;
	speaker: string;
	name: string;
	category: string;
	language: string;
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
		own: row.status !== null,
		...(row.settings ? { settings: voiceSettings.parse(row.settings) } : {}),
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

const denied = ({ code, message }: Denial) => new AppError(code, message, { param: "voice_id" });

/** Watches voices during synthesis. `signal` aborts with the reason as soon as one of them may no longer be used. */
export type VoiceWatch = { signal: AbortSignal; end(): void };
export type VoiceWatcher = {
	watch(voices: readonly Pick<UsableVoice, "id" | "own">[]): VoiceWatch;
	stop(): Promise<void>;
};

/**
 * Queries the status of all voices in use by this process twice a second. A revoked voice stops within that time no
 * matter which process revoked it, and a lost database connection only delays the check.
 */
export function createVoiceWatcher(db: Db, log: Log, everyMs = 500): VoiceWatcher {
	const watched = new Map<string, Set<AbortController>>();
	let timer: NodeJS.Timeout | undefined;
	let checking: Promise<void> = Promise.resolve();
	let stopped = false;
	const check = async () => {
		const ids = [...watched.keys()];
		if (ids.length === 0) return;
		const statuses = new Map((await listVoiceStatuses(db, ids)).map((row) => [row.id, row]));
		for (const id of ids) {
			const status = statuses.get(id);
			const denial = status ? denialOf(status) : undefined;
			if (status && !denial) continue;
			const reason = denial ? denied(denial) : voiceNotFound(id);
			for (const controller of watched.get(id) ?? []) controller.abort(reason);
		}
	};
	const next = () => {
		timer = undefined;
		if (stopped || watched.size === 0) return;
		timer = setTimeout(() => {
			checking = check()
				.catch((error: unknown) => log.warn({ err: error }, "could not check the status of voices in use"))
				.then(next);
		}, everyMs);
	};
	return {
		watch(voices) {
			const ids = [...new Set(voices.filter(({ own }) => own).map(({ id }) => id))];
			const controller = new AbortController();
			if (ids.length === 0) return { signal: controller.signal, end: () => {} };
			for (const id of ids) watched.set(id, (watched.get(id) ?? new Set()).add(controller));
			if (timer === undefined) next();
			return {
				signal: controller.signal,
				end: () => {
					for (const id of ids) {
						const all = watched.get(id);
						all?.delete(controller);
						if (all?.size === 0) watched.delete(id);
					}
				},
			};
		},
		stop: async () => {
			stopped = true;
			clearTimeout(timer);
			await checking;
		},
	};
}

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

/** Voices a user has created or added. */
export async function listVoiceIds(db: Db, workspaceId: string, userId: string): Promise<string[]> {
	return listVoiceIdsByUser(db, workspaceId, userId);
}

/** What workspace sharing needs to know about a voice. */
export async function findVoiceAccess(db: Db, workspaceId: string, id: string) {
	const row = await findOwner(db, workspaceId, id);
	return row && { name: row.name, ...voiceAccess(row) };
}
