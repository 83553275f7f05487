import { AppError } from "@timbre/contract/errors.ts";
import { voiceSettings } from "@timbre/contract/voices.entities.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { z } from "zod";
import type { Log } from "../../core/log.ts";
import type { Sharer } from "../workspace/workspace.sharing.public.ts";
import { type Refusal, refusalOf } from "./voices.own.present.ts";
import { findOwner, listIdsOf, touchVoice } from "./voices.own.repo.ts";
import { accessFacts, noSuchVoice, roleOnVoice } from "./voices.own.service.ts";
import { requireShipped } from "./voices.service.ts";
import { findSpeakable, listStandings } from "./voices.standing.repo.ts";

type Settings = z.output<typeof voiceSettings>;

/** What is needed to speak with a voice. */
export type SpeakableVoice = {
	id: string;
	engine: string;
	speaker: string;
	name: string;
	category: string;
	language: string;
	/** Of the workspace, so that it can be taken away at any moment; shipped voices cannot. */
	own: boolean;
	/** What the workspace keeps for it. */
	settings?: Settings;
	/** Times the credits, of a voice from the library; 1 for all others. */
	rate: number;
	/** Of a voice from the library: what it stands for there. */
	publicationId?: string;
	/** Texts are looked at before it speaks them: its owner wants that of what others let it say. */
	moderated: boolean;
};

/**
 * The voice, or why it may not be spoken: `voice_not_found`, or words about what is missing. Asked anew at the beginning of each
 * generation: nothing that was known a moment ago lets a voice speak. Leave `caller` out only where no person asks.
 */
export async function getSpeakableVoice(
	db: Database,
	workspaceId: string,
	voiceId: string,
	caller?: Sharer,
): Promise<SpeakableVoice> {
	const row = await findSpeakable(db, workspaceId, voiceId);
	if (!row) throw noSuchVoice(voiceId);
	if (row.standing) {
		if (caller && (await roleOnVoice(db, caller, row)) === undefined) throw noSuchVoice(voiceId);
		const refusal = refusalOf(row.standing);
		if (refusal) throw refused(refusal);
	}
	return {
		id: row.id,
		engine: row.engine,
		speaker: row.speaker,
		name: row.name,
		category: row.category,
		language: row.language,
		own: row.standing !== null,
		...(row.settings ? { settings: voiceSettings.parse(row.settings) } : {}),
		rate: row.rate ?? 1,
		moderated: row.moderated,
		...(row.publication_id === null ? {} : { publicationId: row.publication_id }),
	};
}

/** For visitors, who belong to no workspace: one that comes with the server. */
export async function getShippedVoice(db: Database, voiceId: string): Promise<SpeakableVoice> {
	const { id, engine, speaker, name, language } = await requireShipped(db, voiceId);
	return { id, engine, speaker, name, language, category: "premade", own: false, rate: 1, moderated: false };
}

/** What a request says goes before what is kept for the voice. */
export function spokenSettings(
	{ settings }: Pick<SpeakableVoice, "settings">,
	given: Settings | null | undefined,
): Settings | null | undefined {
	if (!settings) return given;
	const said = Object.entries(given ?? {}).filter(([, value]) => value !== null && value !== undefined);
	return { ...settings, ...Object.fromEntries(said) };
}

const refused = ({ code, message }: Refusal) => new AppError(code, message, { param: "voice_id" });

/** Follows voices while they are spoken. `signal` fires when one of them may be no longer, with the refusal as its reason. */
export type Followed = { signal: AbortSignal; end(): void };
export type VoiceStops = {
	follow(voices: readonly Pick<SpeakableVoice, "id" | "own">[]): Followed;
	stop(): Promise<void>;
};

/**
 * One question twice a second for all voices this process speaks at the moment: a revoked one falls silent within that time, whichever
 * process it was revoked through, and a database connection that breaks loses nothing that the next question does not find.
 */
export function createVoiceStops(db: Db, log: Log, everyMs = 500): VoiceStops {
	const followed = new Map<string, Set<AbortController>>();
	let timer: NodeJS.Timeout | undefined;
	let asking: Promise<void> = Promise.resolve();
	let stopped = false;
	const look = async () => {
		const ids = [...followed.keys()];
		if (ids.length === 0) return;
		const standings = new Map((await listStandings(db, ids)).map((row) => [row.id, row]));
		for (const id of ids) {
			const standing = standings.get(id);
			const refusal = standing ? refusalOf(standing) : undefined;
			if (standing && !refusal) continue;
			const reason = refusal ? refused(refusal) : noSuchVoice(id);
			for (const controller of followed.get(id) ?? []) controller.abort(reason);
		}
	};
	const next = () => {
		timer = undefined;
		if (stopped || followed.size === 0) return;
		timer = setTimeout(() => {
			asking = look()
				.catch((error: unknown) => log.warn({ err: error }, "could not ask whether voices may still be spoken"))
				.then(next);
		}, everyMs);
	};
	return {
		follow(voices) {
			const ids = [...new Set(voices.filter(({ own }) => own).map(({ id }) => id))];
			const controller = new AbortController();
			if (ids.length === 0) return { signal: controller.signal, end: () => {} };
			for (const id of ids) followed.set(id, (followed.get(id) ?? new Set()).add(controller));
			if (timer === undefined) next();
			return {
				signal: controller.signal,
				end: () => {
					for (const id of ids) {
						const all = followed.get(id);
						all?.delete(controller);
						if (all?.size === 0) followed.delete(id);
					}
				},
			};
		},
		stop: async () => {
			stopped = true;
			clearTimeout(timer);
			await asking;
		},
	};
}

const usedAt = new Map<string, number>();
const noteEveryMs = 60_000;

/** Remembers when a voice was last spoken; to the minute, so that a thousand sentences are one note. */
export async function noteVoiceUse(
	db: Db,
	workspaceId: string,
	voices: readonly Pick<SpeakableVoice, "id" | "own">[],
): Promise<void> {
	const now = Date.now();
	for (const { id, own } of voices) {
		if (!own || now - (usedAt.get(id) ?? 0) < noteEveryMs) continue;
		if (usedAt.size > 10_000) usedAt.clear();
		usedAt.set(id, now);
		await touchVoice(db, workspaceId, id);
	}
}

/** Those a person has made or added. */
export async function listVoiceIds(db: Db, workspaceId: string, userId: string): Promise<string[]> {
	return listIdsOf(db, workspaceId, userId);
}

/** What sharing within the workspace needs to know of a voice. */
export async function findVoiceFacts(db: Db, workspaceId: string, id: string) {
	const row = await findOwner(db, workspaceId, id);
	return row && { name: row.name, ...accessFacts(row) };
}
