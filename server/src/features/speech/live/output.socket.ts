import { waitForDrain } from "../../../core/http/socket.ts";
import { presentRemovedTags, presentSocketAlignment } from "../alignment/alignment.present.ts";
import type { TimingDelivery } from "../generate/types.ts";
import type { LiveSpeech } from "./live.service.ts";
import type { Session } from "./types.ts";

/** Streams the output of a context to the client until it ends. */
export async function sendOutput(session: Session, speech: LiveSpeech, about: { contextId?: string }): Promise<void> {
	const { channel, socket, query } = session;
	let timing: TimingDelivery | undefined;
	let start = 0;
	let pendingAudio: Uint8Array[] = [];
	const [voiceId = session.voiceId] = speech.voiceIds;
	/** Only in the first message, and only if another voice was requested. */
	let replacement = voiceId === session.voiceId ? {} : { voice_id: voiceId };
	const sendAudio = async (bytes: Uint8Array) => {
		await channel.send({
			audio: Buffer.from(bytes).toString("base64"),
			isFinal: null,
			alignment: timing ? presentSocketAlignment(timing.written, start) : null,
			normalizedAlignment: timing ? presentSocketAlignment(timing.spoken, start) : null,
			...replacement,
			...about,
		});
		replacement = {};
		timing = undefined;
		await waitForDrain(socket, channel.signal);
	};
	const sendPending = async () => {
		if (pendingAudio.length > 0) await sendAudio(Buffer.concat(pendingAudio));
		pendingAudio = [];
	};
	try {
		for await (const delivery of speech.output) {
			if (delivery.type === "timing") {
				await sendPending();
				timing = delivery;
				start = delivery.written.starts[0] ?? 0;
			} else if (delivery.type === "audio") {
				// With sync_alignment, hold audio back and send it together with its timestamps.
				if (query.sync_alignment) pendingAudio.push(delivery.bytes);
				else await sendAudio(delivery.bytes);
			}
		}
		await sendPending();
		if (!channel.signal.aborted)
			await channel.send({
				audio: null,
				isFinal: true,
				alignment: null,
				normalizedAlignment: null,
				...(speech.removedTags.length > 0 ? { unhonoured_rules: presentRemovedTags(speech.removedTags) } : {}),
				...about,
			});
	} catch (error) {
		// A disconnected client needs no error; its reservation is already settled.
		if (!channel.signal.aborted) throw error;
	} finally {
		speech.cancel();
	}
}
