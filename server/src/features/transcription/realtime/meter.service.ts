// The credits of a realtime session.
// Invariant: credits are reserved before audio is transcribed, and each started second of audio is charged once.
import { creditsForSeconds, type Tier } from "@timbre/contract/plans.ts";
import type { Context } from "../../../core/http/context.ts";
import { growReservation, settleCredits } from "../../usage/usage.public.ts";
import type { RealtimeDeps } from "./types.ts";

/** Reserved at once, to save transactions. */
const blockSeconds = 10;

const creditsFor = (seconds: number) => creditsForSeconds("realtimeTranscription", seconds);

export type Meter = {
	/** Reserves credits for so many seconds in all. Throws if there are not enough. */
	reserveUpTo(seconds: number): Promise<void>;
	/** Charges for the given seconds and releases the rest. */
	settle(seconds: number): Promise<void>;
};

export async function openMeter(
	deps: RealtimeDeps,
	context: Context,
	{ id, tier, modelId }: { id: string; tier: Tier; modelId: string },
): Promise<Meter> {
	const { db, holder, leaseSeconds } = deps;
	const { workspaceId, userId, apiKeyId, via, log } = context;
	let reserved = blockSeconds;
	let started = 0;
	await deps.reserveCredits(workspaceId, {
		generationId: id,
		amount: creditsFor(reserved),
		tier,
		holder,
		leaseSeconds,
		facts: { userId, apiKeyId, via, modelId, source: "STT" },
	});
	return {
		async reserveUpTo(seconds) {
			if (seconds > reserved) {
				const next = Math.ceil(seconds / blockSeconds) * blockSeconds;
				const amount = creditsFor(next) - creditsFor(reserved);
				await growReservation(db, workspaceId, { generationId: id, amount, tier });
				reserved = next;
			}
			if (Math.ceil(seconds) === started) return;
			started = Math.ceil(seconds);
			// For the case that this process dies. Not awaited: audio must not wait for a slow database.
			deps.recordDelivered(workspaceId, id, creditsFor(started)).catch((error: unknown) => {
				log.warn({ err: error, session: id }, "could not record the progress of a realtime session");
			});
		},
		async settle(seconds) {
			await db.transaction().execute((tx) => settleCredits(tx, workspaceId, id, creditsFor(seconds), { seconds }));
		},
	};
}
