// Text to speech for OpenAI clients.
// Invariant: everything is generated, charged and stored by the speech area.
import { AppError } from "@timbre/contract/errors.ts";
import type { OpenaiSpeechFormat } from "@timbre/contract/openai/rules.ts";
import type { OpenaiSpeechBody } from "@timbre/contract/openai/schemas.ts";
import { speechBody } from "@timbre/contract/speech/schemas.ts";
import { encodeWav } from "@timbre/engines/media/encode-wav.ts";
import type { OutputFormat } from "@timbre/engines/media/formats.ts";
import type { AudioResponse } from "../../core/http/audio.ts";
import type { Context } from "../../core/http/context.ts";
import { type SpeechDeps, streamSpeech } from "../speech/speech.public.ts";
import { findVoiceByName, resolveOpenaiVoice, resolveVoiceId } from "../voices/voices.public.ts";
import { getSpeechModelId, type ModelsDeps } from "./openai.models.service.ts";

export type OpenaiSpeechDeps = ModelsDeps & { speech: SpeechDeps };

/** What is generated for each format. AAC and FLAC are encoded from the complete recording. */
const formats: Record<OpenaiSpeechFormat, OutputFormat> = {
	mp3: "mp3_44100_128",
	opus: "opus_48000_64",
	aac: "wav_24000",
	flac: "wav_24000",
	wav: "wav_24000",
	pcm: "pcm_24000",
};

export async function createSpeech(
	deps: OpenaiSpeechDeps,
	context: Context,
	body: OpenaiSpeechBody,
): Promise<AudioResponse> {
	const modelId = getSpeechModelId(deps, body.model);
	const voiceId = await resolveVoice(deps.speech, context, body.voice);
	const format = body.response_format;
	const audio = await streamSpeech(deps.speech, context, {
		voiceId,
		body: speechBody.parse({
			text: body.input,
			model_id: modelId,
			voice_settings: typeof body.speed === "number" ? { speed: body.speed } : undefined,
		}),
		format: formats[format],
		storeHistory: true,
	});
	const headers = { "voice-id": voiceId, ...audio.headers };
	const encoded =
		format === "aac" || format === "flac"
			? { contentType: `audio/${format}`, body: encodeWav(audio.body, format, context.signal), headers }
			: { ...audio, headers };
	if (body.stream_format === "audio") return encoded;
	return { contentType: "text/event-stream", body: events(encoded.body, body.input), headers };
}

async function resolveVoice({ db }: SpeechDeps, context: Context, voice: OpenaiSpeechBody["voice"]): Promise<string> {
	if (typeof voice !== "string") return resolveVoiceId(db, voice.id);
	const wellKnown = await resolveOpenaiVoice(db, voice);
	if (wellKnown !== undefined) return wellKnown;
	// A text that could be an id is one, so that nobody can name a voice like the id of another. The speech area checks it.
	if (/^[A-Za-z0-9]{20}$/.test(voice)) return resolveVoiceId(db, voice);
	const named = await findVoiceByName(db, context, voice);
	if (named !== undefined) return named;
	throw new AppError("voice_not_found", `No voice has the ID or name "${voice}".`, { param: "voice" });
}

async function* events(audio: AsyncIterable<Uint8Array>, text: string): AsyncIterable<Uint8Array> {
	const encode = (event: unknown) => Buffer.from(`data: ${JSON.stringify(event)}\n\n`);
	for await (const bytes of audio)
		yield encode({ type: "speech.audio.delta", audio: Buffer.from(bytes).toString("base64") });
	// Speech is charged by characters here, so these stand in for tokens.
	const usage = { input_tokens: text.length, output_tokens: 0, total_tokens: text.length };
	yield encode({ type: "speech.audio.done", usage });
}
