// One realtime session: audio goes to a speech node, transcripts come back.
// Invariant: a session is settled once, however it ends: by the client, by an error or by a limit.
import { AppError } from "@timbre/contract/errors.ts";
import { minCommitSeconds, type RealtimeMessage } from "@timbre/contract/transcription/realtime-schemas.ts";
import type { ListenEvent } from "@timbre/engines/transcription/transcript.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import { speechError } from "../../../core/speech-errors.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import { createAudioInput, listeningRate } from "./audio-input.ts";
import { RealtimeError } from "./errors.ts";
import { openMeter } from "./meter.service.ts";
import type { RealtimeDeps, RealtimeSettings } from "./types.ts";

export type RealtimeSession = {
	id: string;
	sampleRate: number;
	/** Resolves when the transcriber can take more. Throws if the message can't be used. */
	receive(message: RealtimeMessage): Promise<void>;
	/** Ends with an error if the transcriber fails. */
	events: AsyncIterable<ListenEvent>;
	/** Ends the session and settles it. */
	end(): Promise<void>;
};

const transcriberError = (error: unknown) =>
	speechError(error, {
		busy: "All transcribers are busy. Try again in a moment.",
		failed: "The transcriber stopped responding. Start a new session.",
	});

/** Reserves credits and starts the transcriber. */
export async function openSession(
	deps: RealtimeDeps,
	context: Context,
	settings: RealtimeSettings,
): Promise<RealtimeSession> {
	const id = newId();
	const tier = await getTier(deps.db, context.workspaceId);
	const input = createAudioInput(settings.query.audio_format);
	const meter = await openMeter(deps, context, { id, tier, modelId: settings.modelId });
	const listener = await deps.listen(settings.listenOptions, context.signal).catch(async (error: unknown) => {
		await meter.settle(0);
		throw transcriberError(error);
	});
	/** Samples sent to the transcriber. Whole numbers: sums of seconds would start another second too early. */
	let samples = 0;
	/** Seconds up to which audio is committed. */
	let committed = 0;
	/** End of the last transcript that the client has. */
	let transcribed = 0;
	let failed = false;
	let hasAudio = false;
	let ended: Promise<void> | undefined;

	async function send(pcm: Uint8Array): Promise<void> {
		if (pcm.length === 0) return;
		const total = samples + pcm.length / 2;
		await meter.reserveUpTo(total / listeningRate);
		if (ended) return;
		samples = total;
		await listener.push(pcm);
	}

	function commit(): void {
		const sent = samples / listeningRate;
		const open = sent - committed;
		if (open < minCommitSeconds)
			throw new RealtimeError(
				"commit_throttled",
				"invalid_request",
				`The commit was ignored: there are only ${open.toFixed(2)} seconds of uncommitted audio. Send at least ${minCommitSeconds} seconds before you commit.`,
			);
		committed = sent;
		listener.commit();
	}

	async function* events(): AsyncGenerator<ListenEvent> {
		try {
			for await (const event of listener.events) {
				if (event.type === "final") {
					transcribed = Math.max(transcribed, event.end);
					committed = Math.max(committed, event.end);
				}
				yield event;
			}
		} catch (error) {
			if (ended || context.signal.aborted) return;
			failed = true;
			throw transcriberError(error);
		}
	}

	return {
		id,
		sampleRate: input.sampleRate,
		events: events(),
		async receive(message) {
			if (message.previous_text != null && hasAudio)
				throw new AppError("invalid_request", "previous_text: Only the first audio chunk can have a previous_text.");
			const pcm = input.decode(message);
			if (message.audio_base_64 !== "") hasAudio = true;
			try {
				await send(pcm);
				if (message.commit) commit();
			} catch (error) {
				throw transcriberError(error);
			}
		},
		end() {
			ended ??= (async () => {
				listener.close();
				// If the transcriber failed, audio without a transcript is free.
				const sent = samples / listeningRate;
				await meter.settle(failed ? Math.min(transcribed, sent) : sent);
			})();
			return ended;
		},
	};
}
