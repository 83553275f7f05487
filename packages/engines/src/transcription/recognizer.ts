import type { ListenEvent, ListenOptions, TranscribeOptions, Transcript } from "./transcript.ts";

/** Turns speech into text with times. `pcm` is mono at 16 kHz, samples in -1..1. */
export type Recognizer = {
	/** Transcribes up to `maxChunkSeconds` of audio. Throws SpeechBusyError if too much is waiting. */
	transcribe(pcm: Float32Array, options: TranscribeOptions, signal: AbortSignal): Promise<Transcript>;
	/** Starts a live session. Throws SpeechBusyError if there are too many. */
	listen(options: ListenOptions): LiveSession;
	close(): Promise<void>;
};

/** Live audio goes in, text comes out. */
export type LiveSession = {
	/** Resolves when more audio can be taken. */
	push(pcm: Float32Array): Promise<void>;
	/** Ends the current segment. Its `final` event follows, with an empty text if nothing was said. */
	commit(): Promise<void>;
	/** Ends the session. What was not committed is lost; commits in progress are still delivered. */
	close(): void;
	/** Ends after `close`. */
	events: AsyncIterable<ListenEvent>;
};

export const maxChunkSeconds = 200;
