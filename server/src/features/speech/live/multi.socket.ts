import { AppError } from "@timbre/contract/errors.ts";
import {
	type ContextSocketMessage,
	contextSocketMessage,
	maxSocketContexts,
} from "@timbre/contract/speech/endpoints.ts";
import type { LiveSpeech } from "./live.service.ts";
import { parseMessage, timedOut } from "./messages.ts";
import { openSpeech } from "./open.service.ts";
import { sendOutput } from "./output.socket.ts";
import type { Session, SocketHandler } from "./types.ts";

/** Several named contexts share a socket. */
export function multiContext(session: Session): SocketHandler {
	const { channel } = session;
	const contexts = new Map<string, LiveSpeech>();
	let closing = false;
	const removeContext = (id: string, error?: unknown) => {
		contexts.delete(id);
		if (error !== undefined) channel.closeWithError(error);
		else if (closing && contexts.size === 0) channel.close();
	};
	async function openContext(id: string, message: ContextSocketMessage): Promise<LiveSpeech> {
		const existing = contexts.get(id);
		if (existing) return existing;
		if (contexts.size >= maxSocketContexts)
			throw new AppError(
				"too_many_concurrent_requests",
				`A socket can have at most ${maxSocketContexts} open contexts. Close one first.`,
			);
		const speech = await openSpeech(session, message, [session.voiceId], "speech");
		contexts.set(id, speech);
		void sendOutput(session, speech, { contextId: id }).then(
			() => removeContext(id),
			(error: unknown) => removeContext(id, error),
		);
		return speech;
	}
	return {
		async onMessage(raw) {
			const message = parseMessage(contextSocketMessage, raw);
			const id = message.context_id ?? message.contextId ?? "default";
			if (closing) throw new AppError("invalid_request", "The socket is closing. Open a new one to send more text.");
			if (message.close_socket) {
				closing = true;
				await Promise.all([...contexts.values()].map((speech) => speech.finish()));
				if (contexts.size === 0) channel.close();
				return;
			}
			if (message.close_context) {
				await contexts.get(id)?.finish();
				return;
			}
			// An empty text keeps the context alive, and the socket with it.
			if (!message.text && !message.flush && contexts.has(id)) return;
			const speech = await openContext(id, message);
			await speech.write(message.text ?? "", { flush: message.flush ?? false });
		},
		onInactivity() {
			if (!closing) channel.closeWithError(timedOut(session));
		},
	};
}
