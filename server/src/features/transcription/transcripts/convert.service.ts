// The compatible endpoint: one request that waits for its transcript, or that has it sent to a webhook.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { transcriptionEndpoints } from "@timbre/contract/transcription/endpoints.ts";
import type { Context } from "../../../core/http/context.ts";
import { listWebhookTargets } from "../../developers/developers.webhooks.public.ts";
import type { TranscriptionDeps } from "../types.ts";
import {
	deliverTranscript,
	requireSomeCredits,
	sourceOf,
	startTranscript,
	type TranscriptSource,
} from "./transcripts.service.ts";

type Convert = (typeof transcriptionEndpoints)["convert"];
type Body = InputOf<Convert>["body"];

export async function convert(
	deps: TranscriptionDeps,
	context: Context,
	{ query, body }: Pick<InputOf<Convert>, "query" | "body">,
): Promise<ResponseOf<Convert>> {
	await requireSomeCredits(deps.db, context.workspaceId);
	rejectUnavailable(body);
	if (body.webhook || body.webhook_id)
		await requireWebhook(deps, context, !body.webhook || query.enable_logging, body.webhook_id ?? undefined);
	const id = await startTranscript(deps, context, {
		modelId: body.model_id,
		language: body.language_code,
		source: await onlySource(deps, context, body),
		stored: query.enable_logging,
		request: {
			events: body.tag_audio_events,
			diarize: body.diarize,
			speakers: body.num_speakers ?? undefined,
			threshold: body.diarization_threshold ?? undefined,
			multichannel: body.use_multi_channel,
			combined: body.multichannel_output_style === "combined",
			noVerbatim: body.no_verbatim,
			keyterms: body.keyterms ?? [],
			timestamps: body.timestamps_granularity,
			formats: body.additional_formats ?? [],
			rawPcm: body.file_format === "pcm_s16le_16",
			...(body.webhook
				? { webhook: { ...(body.webhook_id ? { id: body.webhook_id } : {}), metadata: body.webhook_metadata ?? null } }
				: {}),
		},
	});
	if (!body.webhook) return deliverTranscript(deps, context, id);
	context.setResponseStatus?.(202);
	return {
		message: "The transcript is sent to your webhook when it is finished.",
		request_id: context.requestId,
		transcription_id: id,
	};
}

/** Options whose result would be missing without notice. */
function rejectUnavailable(body: Body): void {
	const names = [
		["entity_detection", (body.entity_detection ?? []).length > 0],
		["entity_redaction", (body.entity_redaction ?? []).length > 0],
		["transcript_edit", Boolean(body.transcript_edit)],
		["use_speaker_library", body.use_speaker_library],
		["detect_speaker_roles", body.detect_speaker_roles],
	] as const;
	const found = names.find(([, set]) => set)?.[0];
	if (found !== undefined)
		throw new AppError("invalid_request", `${found} isn't available on this server. Leave it out.`, { param: found });
}

async function requireWebhook(
	{ db }: TranscriptionDeps,
	{ workspaceId }: Context,
	stored: boolean,
	webhookId: string | undefined,
): Promise<void> {
	if (!stored)
		throw new AppError(
			"invalid_request",
			"Deliveries to webhooks are stored for 30 days. Leave out enable_logging=false or webhook.",
			{ param: "webhook" },
		);
	const targets = await listWebhookTargets(db, workspaceId, { type: "speech_to_text", webhookId });
	if (targets.length > 0) return;
	if (webhookId !== undefined)
		throw new AppError("webhook_not_found", "This webhook doesn't exist or is disabled.", { param: "webhook_id" });
	throw new AppError(
		"invalid_request",
		"No webhook of this workspace subscribes to transcripts. Create one for the event speech_to_text.",
		{ param: "webhook" },
	);
}

async function onlySource(deps: TranscriptionDeps, { workspaceId }: Context, body: Body): Promise<TranscriptSource> {
	const url = body.source_url ?? body.cloud_storage_url;
	const given = [body.file, body.upload_id, body.source_url, body.cloud_storage_url].filter(Boolean);
	if (given.length !== 1)
		throw new AppError("invalid_request", "Send one recording: file, upload_id or source_url.", { param: "file" });
	if (body.file) return { uploadId: body.file.uploadId, fileName: body.file.fileName };
	return sourceOf(deps, workspaceId, { upload_id: body.upload_id, source_url: url });
}
