// Text to speech and dialogue as a stream of audio with timestamps.
import type { AudioResponse } from "../../../core/http/audio.ts";
import type { Context } from "../../../core/http/context.ts";
import { presentAlignment, presentUnsupportedRules } from "../alignment/alignment.present.ts";
import { openGeneration } from "../generate/generate.service.ts";
import type { OpenGeneration, SpeechDeps, TimingDelivery } from "../generate/types.ts";
import { prepareDialogue } from "./dialogue.service.ts";
import { prepareSpeech } from "./prepare.service.ts";
import type { DialogueInput, PreparedSpeech, SpeechInput } from "./types.ts";
import { createVoiceSegments } from "./voice-segments.ts";

/** JSON objects, each followed by a blank line, including the last: clients split at the line breaks. */
export async function streamSpeechTimed(
	deps: SpeechDeps,
	context: Context,
	request: SpeechInput,
): Promise<AudioResponse> {
	return timedStreamResponse(deps, context, await prepareSpeech(deps, context, request, "always"), false);
}

export async function streamDialogueTimed(
	deps: SpeechDeps,
	context: Context,
	request: DialogueInput,
): Promise<AudioResponse> {
	return timedStreamResponse(deps, context, await prepareDialogue(deps, context, request, "always"), true);
}

async function timedStreamResponse(
	deps: SpeechDeps,
	context: Context,
	prepared: PreparedSpeech,
	withSegments: boolean,
): Promise<AudioResponse> {
	const open = await openGeneration(deps, context, prepared.generation, prepared.plan);
	return { contentType: "text/event-stream", body: timedEvents(open, prepared, withSegments), headers: open.headers };
}

async function* timedEvents(
	open: OpenGeneration,
	prepared: PreparedSpeech,
	withSegments: boolean,
): AsyncIterable<Uint8Array> {
	const encode = (part: unknown) => Buffer.from(`${JSON.stringify(part)}\n\n`);
	const segments = createVoiceSegments(prepared);
	let timing: TimingDelivery | undefined;
	for await (const delivery of open.body) {
		if (delivery.type === "timing") {
			timing = delivery;
			segments.timing(delivery);
		} else if (delivery.type === "unit") segments.unit(delivery);
		else {
			yield encode({
				audio_base64: Buffer.from(delivery.bytes).toString("base64"),
				alignment: timing ? presentAlignment(timing.written) : null,
				normalized_alignment: timing ? presentAlignment(timing.spoken) : null,
				...(withSegments ? { voice_segments: segments.take() } : {}),
			});
			timing = undefined;
		}
	}
	const rest = segments.take();
	if (withSegments && rest.length > 0)
		yield encode({ audio_base64: "", alignment: null, normalized_alignment: null, voice_segments: rest });
	const unsupportedRules = presentUnsupportedRules(open.unsupportedRules, prepared.plan);
	if (unsupportedRules.length > 0)
		yield encode({
			audio_base64: "",
			alignment: null,
			normalized_alignment: null,
			...(withSegments ? { voice_segments: [] } : {}),
			unhonoured_rules: unsupportedRules,
		});
}
