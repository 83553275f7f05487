import type { ClientRequest, IncomingMessage } from "node:http";
import { SpeechFailedError } from "../../errors.ts";
import type { ListenEvent } from "../../transcription/transcript.ts";
import { encodeAudioFrame } from "../wire/audio-frames.ts";
import { linesOf } from "../wire/response-lines.ts";
import type { LiveLine } from "./handlers.ts";

/** A live session on a speech node. */
export type LiveTranscription = {
	/** Sends audio: 16-bit little endian, mono at 16 kHz. Resolves when more can be sent; a caller may also not wait. */
	push(pcm: Uint8Array): Promise<void>;
	/** Ends the current segment. Its `final` event follows, with an empty text if nothing was said. */
	commit(): void;
	/** Ends the session. What was not committed is lost; commits in progress are still delivered. */
	close(): void;
	/** Has to be read. Throws SpeechFailedError if the session fails; ends after `close`. */
	events: AsyncIterable<ListenEvent>;
};

export function liveTranscription(
	{ request, response }: { request: ClientRequest; response: IncomingMessage },
	signal: AbortSignal,
	onEnd: () => void,
): LiveTranscription {
	let open = true;
	const end = () => {
		if (!open) return;
		open = false;
		onEnd();
	};
	request.on("close", end);

	async function* events(): AsyncGenerator<ListenEvent> {
		try {
			for await (const line of linesOf(response)) {
				const message = JSON.parse(line) as LiveLine;
				if (message.type === "error") throw new SpeechFailedError(message.message);
				yield message;
			}
			if (!request.writableEnded) throw new SpeechFailedError("the speech node ended the session early");
		} catch (error) {
			if (signal.aborted) throw signal.reason;
			if (error instanceof SpeechFailedError) throw error;
			throw new SpeechFailedError("the connection to the speech node was lost", { cause: error });
		} finally {
			// Also covers a reader that stops early.
			request.destroy();
			end();
		}
	}

	return {
		async push(pcm) {
			if (!open || request.writableEnded || request.write(encodeAudioFrame({ type: "audio", pcm }))) return;
			await new Promise<void>((resolve) => {
				const settle = () => {
					request.off("drain", settle);
					request.off("close", settle);
					resolve();
				};
				request.on("drain", settle);
				request.on("close", settle);
			});
		},
		commit() {
			if (open && !request.writableEnded) request.write(encodeAudioFrame({ type: "commit" }));
		},
		close() {
			if (open && !request.writableEnded) request.end();
		},
		events: events(),
	};
}
