// Speech to text for OpenAI clients.
// Invariant: everything is transcribed, charged and stored by the transcription area.
import { AppError } from "@timbre/contract/errors.ts";
import { canTranslate, openaiTranscriptionModel } from "@timbre/contract/openai/rules.ts";
import type { OpenaiTranscriptionBody, OpenaiTranslationBody } from "@timbre/contract/openai/schemas.ts";
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
	const { transcript, headers } = await transcribe(deps, context, body, {
		modelId: model.modelId,
		language: body.language,
		diarize: model.diarize || body.response_format === "diarized_json",
		keyterms: body["keywords[]"] ?? [],
	});
	if (body.stream) return { contentType: "text/event-stream", body: events(transcript), headers };
	const { contentType, text } = contentFor(transcript, body);
	return { contentType, body: bytes(text), headers };
}

/** A transcript in English of a recording in any language. */
export async function createTranslation(
	deps: TranscriptionDeps,
	context: Context,
	body: OpenaiTranslationBody,
): Promise<AudioResponse> {
	const model = openaiTranscriptionModel(body.model);
	if (!model) throw modelNotFound(body.model);
	if (!canTranslate(model.modelId))
		throw new AppError("invalid_request", `${body.model} can't translate. Use whisper-1.`, { param: "model" });
	const { transcript, headers } = await transcribe(deps, context, body, {
		modelId: model.modelId,
		diarize: false,
		keyterms: [],
		translate: true,
	});
	const { contentType, text } = contentFor(transcript, body, "translate");
	return { contentType, body: bytes(text), headers };
}

type Transcribe = {
	modelId: string;
	language?: string | null | undefined;
	diarize: boolean;
	keyterms: string[];
	translate?: boolean;
};

async function transcribe(
	deps: TranscriptionDeps,
	context: Context,
	{ file, response_format: format }: OpenaiTranscriptionBody | OpenaiTranslationBody,
	{ modelId, language, ...how }: Transcribe,
): Promise<{ transcript: TranscriptChunk; headers: Record<string, string> }> {
	const id = await startTranscript(deps, context, {
		modelId,
		language,
		source: { uploadId: file.uploadId, fileName: file.fileName },
		stored: true,
		request: {
			...how,
			events: false,
			multichannel: false,
			combined: false,
			noVerbatim: false,
			timestamps: "word",
			formats: format === "srt" || format === "vtt" ? [{ format }] : [segmentFormat],
			rawPcm: false,
		},
	});
	const transcript = (await deliverTranscript(deps, context, id)) as TranscriptChunk;
	return { transcript, headers: { "transcription-id": id } };
}

function contentFor(
	transcript: TranscriptChunk,
	body: Pick<OpenaiTranscriptionBody, "response_format" | "timestamp_granularities[]" | "timestamp_granularities">,
	task: "transcribe" | "translate" = "transcribe",
): { contentType: string; text: string } {
	const format = body.response_format;
	const plain = (text: string) => ({ contentType: "text/plain; charset=utf-8", text });
	const json = (value: unknown) => ({ contentType: "application/json", text: JSON.stringify(value) });
	if (format === "text") return plain(`${transcript.text}\n`);
	if (format === "srt" || format === "vtt") return plain(contentOf(transcript, format));
	if (format === "json") return json(presentJson(transcript));
	if (format === "diarized_json") return json(presentDiarized(transcript));
	const granularities = body["timestamp_granularities[]"] ?? body.timestamp_granularities ?? ["segment"];
	return json(presentVerbose(transcript, granularities, task));
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
