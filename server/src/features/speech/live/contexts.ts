import { AppError } from "@timbre/contract/errors.ts";
import { maxSocketContexts } from "@timbre/contract/speech/endpoints.ts";
import type { LiveSpeech } from "./live.service.ts";
import type { Session } from "./types.ts";

/** The open contexts of a socket. Once told to close, the socket closes when its last context has ended. */
export function createContexts<Context extends { speech: LiveSpeech }>({ channel }: Session) {
	const contexts = new Map<string, Context>();
	let closing = false;

	function remove(id: string, error?: unknown): void {
		contexts.delete(id);
		if (error !== undefined) channel.closeWithError(error);
		else if (closing && contexts.size === 0) channel.close();
	}

	return {
		isClosing: () => closing,
		get: (id: string) => contexts.get(id),
		/** Returns the context and opens it if needed. It ends when all its output was sent. */
		async getOrOpen(id: string, open: () => Promise<Context>, send: (speech: LiveSpeech) => Promise<void>) {
			const existing = contexts.get(id);
			if (existing) return existing;
			if (contexts.size >= maxSocketContexts)
				throw new AppError(
					"too_many_concurrent_requests",
					`A socket can have at most ${maxSocketContexts} open contexts. Close one first.`,
				);
			const context = await open();
			contexts.set(id, context);
			void send(context.speech).then(
				() => remove(id),
				(error: unknown) => remove(id, error),
			);
			return context;
		},
		async close() {
			closing = true;
			await Promise.all([...contexts.values()].map(({ speech }) => speech.finish()));
			if (contexts.size === 0) channel.close();
		},
	};
}
