import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { errorMessage, SpeechBadRequestError } from "../../errors.ts";
import { samplesOf } from "../../media/bytes.ts";
import { maxChunkSeconds, type Recognizer } from "../../transcription/recognizer.ts";
import {
	type ListenEvent,
	type ListenOptions,
	type TranscribeOptions,
	type Transcript,
	transcriptionModels,
} from "../../transcription/transcript.ts";
import { readAudioFrames } from "../wire/audio-frames.ts";

/** A line of the response to a live session. A session that fails ends with an error. */
export type LiveLine = ListenEvent | { type: "error"; message: string };

const sampleRate = 16_000;

/** Transcribes a body of one line of JSON, the options, and 16-bit samples. */
export async function transcribeBody(body: Buffer, recognizer: Recognizer, signal: AbortSignal): Promise<Transcript> {
	const end = body.indexOf(10);
	if (end < 0) throw new SpeechBadRequestError("the first line is missing");
	const options = checkOptions<TranscribeOptions>(JSON.parse(body.toString("utf8", 0, end)));
	const pcm = samplesOf(body.subarray(end + 1));
	if (pcm.length > maxChunkSeconds * sampleRate)
		throw new SpeechBadRequestError(`the audio is longer than ${maxChunkSeconds} seconds`);
	return recognizer.transcribe(pcm, options, signal);
}

export async function listenTo(
	request: IncomingMessage,
	response: ServerResponse,
	recognizer: Recognizer,
	signal: AbortSignal,
): Promise<void> {
	const { line, frames } = await readAudioFrames(request);
	const session = recognizer.listen(checkOptions<ListenOptions>(line));
	const close = () => session.close();
	signal.addEventListener("abort", close, { once: true });
	// The client may send audio as soon as it knows that the session was accepted.
	response.writeHead(200, { "content-type": "application/x-ndjson" });
	response.flushHeaders();
	const sendLine = async (message: LiveLine) => {
		if (!response.write(`${JSON.stringify(message)}\n`)) await once(response, "drain", { signal });
	};
	try {
		const reading = (async () => {
			for await (const frame of frames) {
				if (frame.type === "commit") void session.commit();
				else await session.push(samplesOf(frame.pcm));
			}
		})().finally(close);
		for await (const event of session.events) await sendLine(event);
		await reading;
	} catch (error) {
		if (signal.aborted) throw error;
		await sendLine({ type: "error", message: errorMessage(error) });
	} finally {
		close();
		signal.removeEventListener("abort", close);
		response.end();
	}
}

function checkOptions<T extends TranscribeOptions | ListenOptions>(options: unknown): T {
	const { model } = (options ?? {}) as Partial<T>;
	if (!transcriptionModels.some((known) => known === model))
		throw new SpeechBadRequestError(`model must be one of ${transcriptionModels.join(", ")}`);
	return options as T;
}
