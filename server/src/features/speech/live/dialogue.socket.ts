// Dialogues that are still being written, with one context per socket or several named ones.
import { AppError } from "@timbre/contract/errors.ts";
import { type DialogueSocketMessage, dialogueSocketMessage } from "@timbre/contract/speech/dialogue-socket-schemas.ts";
import { parseMessage } from "../../../core/http/socket.ts";
import { createContexts } from "./contexts.ts";
import { sendDialogueOutput } from "./dialogue-output.socket.ts";
import type { LiveSpeech } from "./live.service.ts";
import { timedOut } from "./messages.ts";
import { openSpeech } from "./open.service.ts";
import type { Session, SocketHandler } from "./types.ts";

type DialogueContext = { speech: LiveSpeech; voices: readonly string[] };

export const singleDialogue = (session: Session): SocketHandler => dialogueHandler(session, false);
export const multiDialogue = (session: Session): SocketHandler => dialogueHandler(session, true);

function dialogueHandler(session: Session, several: boolean): SocketHandler {
	const contexts = createContexts<DialogueContext>(session);

	const openContext = (id: string, message: DialogueSocketMessage) => {
		const voices = message.voices ?? [];
		return contexts.getOrOpen(
			id,
			async () => ({ speech: await openSpeech(session, message, voices, "dialogue"), voices }),
			(speech) => sendDialogueOutput(session, speech, voices, several ? { context_id: id } : {}),
		);
	};

	async function write({ speech, voices }: DialogueContext, { inputs, flush }: DialogueSocketMessage): Promise<void> {
		for (const { text, voice_id, new_turn } of inputs ?? []) {
			const line = voices.indexOf(voice_id);
			if (line < 0)
				throw new AppError("invalid_request", `The voice ${voice_id} isn't one of the voices of the first message.`, {
					param: "voice_id",
				});
			await speech.startTurn(line, new_turn ?? false);
			await speech.write(text, {});
		}
		if (flush) await speech.write("", { flush: true });
	}

	return {
		async onMessage(raw) {
			const message = parseMessage(dialogueSocketMessage, raw);
			if (contexts.isClosing())
				throw new AppError("invalid_request", "The dialogue has ended. Open a new socket to send more text.");
			const id = (several && message.context_id) || "default";
			const empty = !message.inputs?.length && !message.voices;
			if (!(empty && (message.close_socket || message.close_context) && !contexts.get(id)))
				await write(await openContext(id, message), message);
			if (several && message.close_context) await contexts.get(id)?.speech.finish();
			if (message.close_socket) await contexts.close();
		},
		onInactivity() {
			if (!contexts.isClosing()) session.channel.closeWithError(timedOut(session));
		},
	};
}
