// Text to speech and dialogue as one JSON response with timestamps.
import type { TimedAudio, VoiceSegment } from "@timbre/contract/speech/endpoints.ts";
import { appendTimes, emptyTimes } from "@timbre/engines/alignment/times/times.ts";
import { parseFormat } from "@timbre/engines/media/formats.ts";
import { finishWav } from "@timbre/engines/media/wav.ts";
import type { Context } from "../../../core/http/context.ts";
import { presentAlignment, presentUnsupportedRules } from "../alignment/alignment.present.ts";
import { openGeneration } from "../generate/generate.service.ts";
import type { SpeechDeps } from "../generate/types.ts";
import { prepareDialogue } from "./dialogue.service.ts";
import { prepareSpeech } from "./prepare.service.ts";
import { requireOneResponse } from "./requirements.ts";
import type { DialogueInput, PreparedSpeech, SpeechInput } from "./types.ts";
import { createVoiceSegments } from "./voice-segments.ts";

export async function convertSpeechTimed(
	deps: SpeechDeps,
	context: Context,
	request: SpeechInput,
): Promise<TimedAudio> {
	const { voice_segments: _segments, ...timed } = await convertTimed(
		deps,
		context,
		await prepareSpeech(deps, context, request, "always"),
	);
	return timed;
}

export async function convertDialogueTimed(deps: SpeechDeps, context: Context, request: DialogueInput) {
	return convertTimed(deps, context, await prepareDialogue(deps, context, request, "always"));
}

async function convertTimed(
	deps: SpeechDeps,
	context: Context,
	prepared: PreparedSpeech,
): Promise<TimedAudio & { voice_segments: VoiceSegment[] }> {
	requireOneResponse(prepared);
	const open = await openGeneration(deps, context, prepared.generation, prepared.plan);
	const parts: Uint8Array[] = [];
	const written = emptyTimes();
	const spoken = emptyTimes();
	const segments = createVoiceSegments(prepared);
	for await (const delivery of open.body) {
		if (delivery.type === "audio") parts.push(delivery.bytes);
		else if (delivery.type === "unit") segments.unit(delivery);
		else {
			segments.timing(delivery);
			appendTimes(written, delivery.written);
			appendTimes(spoken, delivery.spoken);
		}
	}
	for (const [name, value] of Object.entries(open.headers)) context.setResponseHeader(name, value);
	const bytes = Buffer.concat(parts);
	return {
		audio_base64: (parseFormat(prepared.generation.format).codec === "wav" ? finishWav(bytes) : bytes).toString(
			"base64",
		),
		alignment: written.characters.length > 0 ? presentAlignment(written) : null,
		normalized_alignment: spoken.characters.length > 0 ? presentAlignment(spoken) : null,
		unhonoured_rules: presentUnsupportedRules(open.unsupportedRules, prepared.plan),
		voice_segments: segments.take(),
	};
}
