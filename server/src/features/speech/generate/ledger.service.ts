// The credits of a generation.
// Invariant: credits are reserved before the first audio, only what is delivered for the first time is charged, and what is charged is
// marked as paid in the same transaction.
import type { Db } from "@timbre/db/connect.ts";
import type { Context } from "../../../core/http/context.ts";
import { recordPaidSentences } from "../../usage/usage.paid.public.ts";
import { growReservation, type Reservation, type Settlement, settleCredits } from "../../usage/usage.public.ts";
import { type Paid, type Progress, voiceBreakdown } from "./progress.ts";
import type { Generation, SpeechDeps } from "./types.ts";

export async function reserve(
	deps: SpeechDeps,
	context: Context,
	generation: Generation,
	amount: number,
): Promise<Reservation> {
	const { holder, leaseSeconds } = deps;
	return deps.announceStart(context, generation, (announce) =>
		deps.reserveCredits(context.workspaceId, {
			generationId: generation.id,
			amount,
			tier: generation.tier,
			holder,
			leaseSeconds,
			facts: usageDetails(context, generation),
			announce,
		}),
	);
}

/** Reserves credits for text that was written after the generation started. */
export async function reserveMore(
	{ db }: SpeechDeps,
	{ workspaceId }: Context,
	{ id: generationId, tier }: Generation,
	amount: number,
): Promise<void> {
	await growReservation(db, workspaceId, { generationId, amount, tier });
}

/** Refunds the reservation of a generation that delivered nothing. */
export async function refund({ db }: SpeechDeps, { workspaceId }: Context, { id }: Generation): Promise<void> {
	await db.transaction().execute((tx) => settleCredits(tx, workspaceId, id, 0));
}

/** Records what was delivered and what that pays for, so that it survives a crash. What cannot be recorded now is recorded by `charge`. */
export async function recordProgress(
	{ recordDelivered }: SpeechDeps,
	{ workspaceId, log }: Context,
	{ id }: Generation,
	progress: Progress,
	{ cost, paid }: Paid,
): Promise<void> {
	try {
		await recordDelivered(workspaceId, id, cost, paid);
		progress.markRecorded(paid);
	} catch (error) {
		log.warn({ err: error, generation: id }, "could not record delivery progress");
	}
}

/** Charges what was delivered, marks it as paid and releases the rest. Undefined if the sweep settled first. */
export async function charge(
	tx: Db,
	workspaceId: string,
	generation: Generation,
	progress: Progress,
): Promise<Settlement | undefined> {
	const settlement = await settleCredits(tx, workspaceId, generation.id, progress.credits(), {
		characters: progress.delivered.characters,
		seconds: progress.timeline.seconds(),
		voices: progress.voices(),
	});
	if (settlement) await recordPaidSentences(tx, workspaceId, generation.id, progress.unrecorded());
	return settlement;
}

function usageDetails(context: Context, { voice, model }: Generation) {
	return {
		userId: context.userId,
		apiKeyId: context.apiKeyId,
		via: context.via,
		voiceId: voice.id,
		voiceName: voice.name,
		modelId: model.id,
		source: "TTS",
		voices: voiceBreakdown([{ id: voice.id, name: voice.name, rate: voice.rate }]),
	};
}
