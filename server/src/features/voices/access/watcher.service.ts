// Ends running generations of a voice that may no longer be used.
import type { Db } from "@timbre/db/connect.ts";
import type { Log } from "../../../core/log.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { denialOf } from "./denial.ts";
import { voiceNotFound } from "./roles.service.ts";
import { listVoiceStatuses } from "./status.repo.ts";
import { denied, type UsableVoice } from "./usable.service.ts";

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
		const statuses = new Map((await listVoiceStatuses(db, GLOBAL, ids)).map((row) => [row.id, row]));
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
