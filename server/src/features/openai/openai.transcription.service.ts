// Speech to text for OpenAI clients.
// Invariant: everything is transcribed, charged and stored by the transcription area.
import { AppError } from "@timbre/contract/errors.ts";
import { openaiTranscriptionModel } from "@timbre/contract/openai/rules.ts";
import type { OpenaiTranscriptionBody } from "@timbre/contract/openai/schemas.ts";
import type { TranscriptChunk } from "@timbre/contract/transcription/schemas.ts";
import type { AudioResponse } from "../../core/http/audio.ts";
import type { Context } from "../../core/http/context.ts";
import { deliverTranscript, startTranscript, type TranscriptionDeps } from "../transcription/transcription.public.ts";
import { modelNotFound } from "./openai.models.service.ts";
import {
	contentOf,
	presentDiarized,
	presentJson,
	presentVerbose,
	segmentFormat,
	segmentsOf,
} from "./openai.transcription.present.ts";

export async function createTranscription(
	deps: TranscriptionDeps,
	context: Context,
	body: OpenaiTranscriptionBody,
): Promise<AudioResponse> {
	const model = openaiTranscriptionModel(body.model);
	if (!model) throw modelNotFound(body.model);
	for (const param of ["known_speaker_names[]", "known_speaker_references[]"] as const)
		if (body[param]?.length)
			throw new AppError("invalid_request", "Known speakers aren't available on this server. Leave them out.", {
				param,
			});
	const format = body.response_format;
	const id = await startTranscript(deps, context, {
		modelId: model.modelId,
		language: body.language,
		source: { uploadId: body.file.uploadId, fileName: body.file.fileName },
		stored: true,
		request: {
			events: false,
			diarize: model.diarize || format === "diarized_json",
			multichannel: false,
			combined: false,
			noVerbatim: false,
			keyterms: body["keywords[]"] ?? [],
			timestamps: "word",
			formats: format === "srt" || format === "vtt" ? [{ format }] : [segmentFormat],
			rawPcm: false,
		},
	});
	const transcript = (await deliverTranscript(deps, context, id)) as TranscriptChunk;
	const headers = { "transcription-id": id };
	if (body.stream) return { contentType: "text/event-stream", body: events(transcript), headers };
	const { contentType, text } = contentFor(transcript, body);
	return { contentType, body: bytes(text), headers };
}

function contentFor(transcript: TranscriptChunk, body: OpenaiTranscriptionBody): { contentType: string; text: string } {
	const format = body.response_format;
	const plain = (text: string) => ({ contentType: "text/plain; charset=utf-8", text });
	const json = (value: unknown) => ({ contentType: "application/json", text: JSON.stringify(value) });
	if (format === "text") return plain(`${transcript.text}\n`);
	if (format === "srt" || format === "vtt") return plain(contentOf(transcript, format));
	if (format === "json") return json(presentJson(transcript));
	if (format === "diarized_json") return json(presentDiarized(transcript));
	const granularities = body["timestamp_granularities[]"] ?? body.timestamp_granularities ?? ["segment"];
	return json(presentVerbose(transcript, granularities));
}

async function* bytes(text: string): AsyncIterable<Uint8Array> {
	yield Buffer.from(text);
}

async function* events(transcript: TranscriptChunk): AsyncIterable<Uint8Array> {
	const encode = (event: unknown) => Buffer.from(`data: ${JSON.stringify(event)}\n\n`);
	const subtitles = transcript.additional_formats?.some((one) => one?.requested_format === "segmented_json") !== true;
	const parts = subtitles ? [transcript.text] : segmentsOf(transcript).map(({ text }) => text);
	for (const [index, text] of parts.entries())
		yield encode({ type: "transcript.text.delta", delta: index === 0 ? text : ` ${text}` });
	yield encode({ type: "transcript.text.done", text: transcript.text });
}
