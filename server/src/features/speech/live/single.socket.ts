import { AppError } from "@timbre/contract/errors.ts";
import { speechSocketMessage } from "@timbre/contract/speech/endpoints.ts";
import { parseMessage } from "../../../core/http/socket.ts";
import type { LiveSpeech } from "./live.service.ts";
import { timedOut } from "./messages.ts";
import { openSpeech } from "./open.service.ts";
import { sendOutput } from "./output.socket.ts";
import type { Session, SocketHandler } from "./types.ts";

/** One text per socket; an empty text ends it. */
export function singleContext(session: Session): SocketHandler {
	const { channel } = session;
	let speech: LiveSpeech | undefined;
	let ended = false;
	return {
		async onMessage(raw) {
			const message = parseMessage(speechSocketMessage, raw);
			if (ended)
				throw new AppError(
					"invalid_request",
					"An empty text already ended the input. Open a new socket to send more text.",
				);
			if (!speech) {
				speech = await openSpeech(session, message, [session.voiceId], "speech");
				void sendOutput(session, speech, {}).then(
					() => channel.close(),
					(error: unknown) => channel.closeWithError(error),
				);
			}
			if (message.text === "") {
				ended = true;
				await speech.finish();
				return;
			}
			await speech.write(message.text, {
				flush: message.flush ?? false,
				trigger: message.try_trigger_generation ?? false,
			});
		},
		onInactivity() {
			// After the end of the text, no more input is expected.
			if (!ended) channel.closeWithError(timedOut(session));
		},
	};
}
