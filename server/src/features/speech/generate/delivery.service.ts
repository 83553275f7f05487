// The output of a generation on its way to the client.
// Invariant: a client disconnect stops the engine and is charged for what was delivered.
import type { Context } from "../../../core/http/context.ts";
import { speechError } from "../../../core/speech-errors.ts";
import { recordProgress } from "./ledger.service.ts";
import type { Progress } from "./progress.ts";
import { settle } from "./settlement.service.ts";
import type { Synthesis } from "./synthesis.service.ts";
import type { Delivery, Generation, SpeechDeps } from "./types.ts";

const maxRecordWaitMs = 1_000;

/** Streams the output and settles the reservation however the stream ends: completion, error or client disconnect. */
export async function* deliver(
	deps: SpeechDeps,
	context: Context,
	generation: Generation,
	progress: Progress,
	{ first, events, watch }: Synthesis,
): AsyncGenerator<Delivery> {
	const buffer = deps.createBuffer();
	let audioStarted = false;
	let recording: Promise<unknown> = Promise.resolve();
	try {
		for (let next = first; !next.done; next = await events.next()) {
			// Once the voice is unavailable, buffered audio must not be sent either.
			watch.signal.throwIfAborted();
			const event = next.value;
			if (event.type === "audio") {
				if (!audioStarted) observeFirstAudio(deps, generation);
				audioStarted = true;
				if (generation.storeHistory) await buffer.push(event.bytes);
				yield event;
			} else if (event.type === "timing") {
				yield { type: "timing", ...progress.timeline.addTimes(event) };
			} else if (event.type === "segment") {
				// Pulling this event means the segment's audio was sent, and no later audio is sent before that is recorded. If this process
				// dies, the caller pays for every segment that was followed by another, and never for part of one.
				const costBefore = progress.credits();
				const paid = progress.addSegment(event);
				// A stored sentence costs nothing, so there is nothing to record.
				if (paid.cost > costBefore || paid.paid.length > 0) {
					const recorded = recordProgress(deps, context, generation, progress, paid);
					recording = Promise.all([recording, recorded]);
					await waitBriefly(recorded);
				}
				if (event.last) yield { type: "unit", index: event.unit, ...progress.timeline.unit(event.unit) };
			} else progress.complete(event.peaks);
		}
	} catch (error) {
		if (watch.signal.aborted) throw watch.signal.reason;
		if (!context.signal.aborted) throw speechError(error);
	} finally {
		watch.end();
		try {
			await recording;
			await deps.limitSettlements(() => settle(deps, context, generation, progress, buffer));
		} finally {
			await buffer.close();
			await events.return?.();
		}
	}
}

function observeFirstAudio({ metrics }: SpeechDeps, { model, startedAt }: Generation): void {
	metrics.firstAudio.observe({ model: model.id }, (performance.now() - startedAt) / 1000);
}

/** Don't block audio on a slow database: give up after 1 s. */
async function waitBriefly(recorded: Promise<void>): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const timeout = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, maxRecordWaitMs);
	});
	await Promise.race([recorded, timeout]);
	clearTimeout(timer);
}

/**
 * A generator that was never started does not run its `finally`. If the client disconnects before reading the first chunk, start the
 * delivery here so that it notices the disconnect and settles the reservation.
 */
export function untilDisconnect<T>(disconnected: AbortSignal, delivery: AsyncGenerator<T>): AsyncIterable<T> {
	const settleUnread = () =>
		void delivery.next().then(
			() => delivery.return(undefined),
			() => {},
		);
	if (disconnected.aborted) settleUnread();
	else disconnected.addEventListener("abort", settleUnread, { once: true });
	return {
		[Symbol.asyncIterator]: () => {
			disconnected.removeEventListener("abort", settleUnread);
			return delivery;
		},
	};
}
