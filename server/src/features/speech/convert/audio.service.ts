// Text to speech and dialogue as an audio stream.
import { contentType } from "@timbre/engines/media/formats.ts";
import type { AudioResponse } from "../../../core/http/audio.ts";
import type { Context } from "../../../core/http/context.ts";
import { openGeneration } from "../generate/generate.service.ts";
import type { Delivery, SpeechDeps } from "../generate/types.ts";
import { prepareDialogue } from "./dialogue.service.ts";
import { prepareSpeech } from "./prepare.service.ts";
import type { DialogueInput, PreparedSpeech, SpeechInput } from "./types.ts";

export async function streamSpeech(deps: SpeechDeps, context: Context, request: SpeechInput): Promise<AudioResponse> {
	return audioResponse(deps, context, await prepareSpeech(deps, context, request, "known"));
}

export async function streamDialogue(
	deps: SpeechDeps,
	context: Context,
	request: DialogueInput,
): Promise<AudioResponse> {
	return audioResponse(deps, context, await prepareDialogue(deps, context, request, "known"));
}

async function audioResponse(deps: SpeechDeps, context: Context, prepared: PreparedSpeech): Promise<AudioResponse> {
	const open = await openGeneration(deps, context, prepared.generation, prepared.plan);
	const headers = { ...open.headers, ...unsupportedRulesHeader(prepared) };
	return { contentType: contentType(prepared.generation.format), body: audioBytes(open.body), headers };
}

/**
 * An audio response has no field for audio tags and pronunciation rules without effect, so a header lists those known before synthesis. Those found during
 * synthesis appear in responses with timestamps and in the item's takes.
 */
function unsupportedRulesHeader({ plan, lines }: PreparedSpeech): Record<string, string> {
	const unsupported = plan.units.flatMap((unit) =>
		lines[unit.line]?.engine.capabilities.phonemes
			? []
			: (unit.marks ?? [])
					.filter((mark) => mark.type === "phoneme")
					.map((mark) => unit.text.slice(mark.start, mark.end)),
	);
	const words = [...new Set([...plan.tags.map(({ text }) => text), ...unsupported])].slice(0, 20);
	if (words.length === 0) return {};
	return { "unhonoured-rules": encodeURIComponent(JSON.stringify(words)) };
}

async function* audioBytes(body: AsyncIterable<Delivery>): AsyncIterable<Uint8Array> {
	for await (const delivery of body) if (delivery.type === "audio") yield delivery.bytes;
}
