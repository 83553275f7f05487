import type { SpeechEvent, SpeechRequest, SpeechUnit } from "@timbre/engines/node/protocol.ts";
import type { Context } from "../../../core/http/context.ts";
import { speechError } from "../../../core/speech-errors.ts";
import type { VoiceWatch } from "../../voices/voices.public.ts";
import type { PlannedUnit } from "../plan/types.ts";
import { toNodeUnit } from "../plan/units.ts";
import { voicesOf } from "./generation.ts";
import { refund } from "./ledger.service.ts";
import type { Generation, SpeechDeps } from "./types.ts";

/** A running synthesis and the watch that can abort it. */
export type Synthesis = {
	first: IteratorResult<SpeechEvent>;
	events: AsyncIterator<SpeechEvent>;
	watch: VoiceWatch;
};

/**
 * Starts to synthesize a generation whose credits are reserved, and waits for the first event, so that an error can still set the HTTP
 * status. Refunds the credits if it cannot start. `more` yields the units of text that is still being written.
 */
export async function startSynthesis(
	deps: SpeechDeps,
	context: Context,
	generation: Generation,
	request: Pick<SpeechRequest, "voices" | "units" | "live"> & Partial<Pick<SpeechRequest, "format" | "priority">>,
	more?: AsyncIterable<SpeechUnit[]>,
): Promise<Synthesis> {
	const { format, timing, job } = generation;
	const watch = deps.voiceWatcher.watch(voicesOf(generation));
	try {
		const signal = AbortSignal.any([context.signal, watch.signal]);
		const events = deps.speech
			.speak({ format, timing, priority: job ? "background" : "interactive", ...request }, signal, more)
			[Symbol.asyncIterator]();
		return { first: await events.next(), events, watch };
	} catch (error) {
		watch.end();
		await refund(deps, context, generation);
		throw watch.signal.aborted ? watch.signal.reason : speechError(error);
	}
}

/** With logging off, nothing may be stored: no history item and no takes. */
export function unitsToSpeak({ storeHistory }: Generation, units: readonly PlannedUnit[]): SpeechUnit[] {
	return units.map((unit) => (storeHistory ? toNodeUnit(unit) : { ...toNodeUnit(unit), take: undefined }));
}
