import { AppError } from "@timbre/contract/errors.ts";
import { contextSocketMessage } from "@timbre/contract/speech/endpoints.ts";
import { parseMessage } from "../../../core/http/socket.ts";
import { createContexts } from "./contexts.ts";
import { timedOut } from "./messages.ts";
import { openSpeech } from "./open.service.ts";
import { sendOutput } from "./output.socket.ts";
import type { Session, SocketHandler } from "./types.ts";

/** Several named contexts share a socket. */
export function multiContext(session: Session): SocketHandler {
	const contexts = createContexts(session);
	return {
		async onMessage(raw) {
			const message = parseMessage(contextSocketMessage, raw);
			const id = message.context_id ?? message.contextId ?? "default";
			if (contexts.isClosing())
				throw new AppError("invalid_request", "The socket is closing. Open a new one to send more text.");
			if (message.close_socket) {
				await contexts.close();
				return;
			}
			if (message.close_context) {
				await contexts.get(id)?.speech.finish();
				return;
			}
			// An empty text keeps the context alive, and the socket with it.
			if (!message.text && !message.flush && contexts.get(id)) return;
			const { speech } = await contexts.getOrOpen(
				id,
				async () => ({ speech: await openSpeech(session, message, [session.voiceId], "speech") }),
				(speech) => sendOutput(session, speech, { contextId: id }),
			);
			await speech.write(message.text ?? "", { flush: message.flush ?? false });
		},
		onInactivity() {
			if (!contexts.isClosing()) session.channel.closeWithError(timedOut(session));
		},
	};
}
