import { isDeepStrictEqual } from "node:util";
import { waitForDrain } from "../../../core/http/socket.ts";
import { presentDialogueAlignment, presentRemovedTags } from "../alignment/alignment.present.ts";
import type { TimingDelivery } from "../generate/types.ts";
import type { LiveSpeech } from "./live.service.ts";
import type { Session } from "./types.ts";

/** Streams the audio of a dialogue, and says when the audio of each turn is complete. */
export async function sendDialogueOutput(
	{ channel, socket }: Session,
	speech: LiveSpeech,
	requestedVoices: readonly string[],
	about: { context_id?: string },
): Promise<void> {
	/** Only in the first message, and only if another voice was requested for a line. */
	let replacements = isDeepStrictEqual(requestedVoices, speech.voiceIds) ? {} : { voices: speech.voiceIds };
	let timing: TimingDelivery | undefined;
	let start = 0;
	let turns = 0;
	let units = 0;
	const sendTurnEnds = async () => {
		for (; turns < speech.turnEnds.length && (speech.turnEnds[turns] ?? 0) <= units; turns++)
			await channel.send({ is_final_audio_for_turn: true, ...about });
	};
	try {
		for await (const delivery of speech.output) {
			if (delivery.type === "timing") {
				timing = delivery;
				start = delivery.written.starts[0] ?? 0;
			} else if (delivery.type === "unit") {
				units = delivery.index + 1;
				await sendTurnEnds();
			} else {
				await channel.send({
					audio: Buffer.from(delivery.bytes).toString("base64"),
					alignment: timing ? presentDialogueAlignment(timing.written, start) : null,
					normalized_alignment: timing ? presentDialogueAlignment(timing.spoken, start) : null,
					...replacements,
					...about,
				});
				replacements = {};
				timing = undefined;
				await waitForDrain(socket, channel.signal);
			}
		}
		if (channel.signal.aborted) return;
		await sendTurnEnds();
		const tags = speech.removedTags;
		await channel.send({
			is_final: true,
			...(tags.length > 0 ? { unhonoured_rules: presentRemovedTags(tags) } : {}),
			...about,
		});
	} catch (error) {
		// A disconnected client needs no error; its reservation is already settled.
		if (!channel.signal.aborted) throw error;
	} finally {
		speech.cancel();
	}
}
