import { AppError } from "@timbre/contract/errors.ts";
import { contentType } from "@timbre/engines/media/formats.ts";
import type { SpeechEvent } from "@timbre/engines/node/protocol.ts";
import { plainRequest } from "@timbre/engines/node/wire/plain-request.ts";
import type { AudioResponse } from "../../../core/http/audio.ts";
import type { PublicContext } from "../../../core/http/context.ts";
import { speechError } from "../../../core/speech-errors.ts";
import { getShippedVoice } from "../../voices/voices.public.ts";
import type { SpeechDeps } from "../generate/types.ts";

/** A visitor who waits this long for the first audio gets an error instead. */
const visitorTimeoutMs = 20_000;
const visitorsBusy =
	"All voices are busy. Only a few visitors can listen at once, and signed-in users go first. Try again in a moment.";

/**
 * Speaks a short text for a visitor, free and without storing anything. The speech node caps concurrent visitors and serves signed-in
 * users first, across all API processes.
 */
export async function trySpeech(
	deps: SpeechDeps,
	context: PublicContext,
	request: { voiceId: string; text: string },
	onRejected: () => Promise<void>,
): Promise<AudioResponse> {
	const voice = await getShippedVoice(deps.db, request.voiceId);
	const format = "mp3_44100_128";
	const { engine, speaker, language } = voice;
	const speechRequest = plainRequest({ engine, speaker, language, text: request.text, format, priority: "visitor" });
	const timeout = new AbortController();
	const timer = setTimeout(() => timeout.abort(), visitorTimeoutMs);
	const events = deps.speech
		.speak(speechRequest, AbortSignal.any([context.signal, timeout.signal]))
		[Symbol.asyncIterator]();
	const first = await events
		.next()
		.catch(async (error: unknown) => {
			const known = timeout.signal.aborted
				? new AppError("system_busy", visitorsBusy, { cause: error, retryAfterSeconds: 10 })
				: speechError(error);
			if (!(known instanceof AppError) || known.code !== "system_busy") throw known;
			await onRejected();
			throw new AppError("system_busy", visitorsBusy, {
				cause: error,
				retryAfterSeconds: known.retryAfterSeconds ?? 2,
			});
		})
		.finally(() => clearTimeout(timer));
	return { contentType: contentType(format), body: bytesOnly(first, events) };
}

async function* bytesOnly(
	first: IteratorResult<SpeechEvent>,
	events: AsyncIterator<SpeechEvent>,
): AsyncGenerator<Uint8Array> {
	try {
		for (let next = first; !next.done; next = await events.next())
			if (next.value.type === "audio") yield next.value.bytes;
	} finally {
		await events.return?.();
	}
}
