// Changing the voice of a recording.
// Invariant: a conversion is a workflow, so it goes on without its client; everything that can be rejected without decoding
// is rejected before it starts.
import type { InputOf, StoredFile } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { formatTiers, plans, type Tier, tierAtLeast } from "@timbre/contract/plans.ts";
import type { ConversionJob, voiceChangerEndpoints } from "@timbre/contract/voice-changer/endpoints.ts";
import { conversionModel } from "@timbre/contract/voice-changer/rules.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { OutputFormat } from "@timbre/engines/media/formats.ts";
import { addToOutbox } from "../../core/events/outbox.repo.ts";
import type { Context } from "../../core/http/context.ts";
import { newId } from "../../core/ids.ts";
import { GLOBAL } from "../../core/tenancy.ts";
import { claimUpload, getUpload } from "../uploads/uploads.public.ts";
import { requireCredits, settleCredits } from "../usage/usage.public.ts";
import { getUsableVoice, mergeVoiceSettings } from "../voices/voices.public.ts";
import { getTier } from "../workspace/workspace.public.ts";
import { conversionCredits } from "./credits.ts";
import type { ConversionApiDeps } from "./types.ts";
import { presentJob } from "./voice-changer.present.ts";
import {
	type ConversionRow,
	findConversion,
	finishConversion,
	insertConversion,
	listActiveConversions,
} from "./voice-changer.repo.ts";

export const conversionWorkflowName = "VoiceConversion";

type Caller = Pick<Context, "workspaceId" | "userId">;
type Options = Omit<InputOf<typeof voiceChangerEndpoints.createJob>["body"], "upload_id">;
export type ConversionInput = {
	voiceId: string;
	/** Its name is known if it came with the request. */
	file: Pick<StoredFile, "uploadId"> & Partial<Pick<StoredFile, "fileName">>;
	options: Options;
	format: OutputFormat;
	storeHistory: boolean;
};

/** Each conversion holds credits and a place in the queue only while it runs, so this only prevents mistakes. */
const maxActive = 20;

export async function createConversion(
	{ db, hasConversionModel }: ConversionApiDeps,
	context: Context,
	{ voiceId, file, options, format, storeHistory }: ConversionInput,
): Promise<string> {
	const { workspaceId, userId, apiKeyId, via } = context;
	const [voice, tier] = await Promise.all([
		getUsableVoice(db, workspaceId, voiceId, context),
		getTier(db, workspaceId),
	]);
	// The length is not known yet. A workspace without credits is told now, not after a long upload was decoded.
	await requireCredits(db, workspaceId, tier, conversionCredits(1, voice.rate));
	const model = requireModel(options.model_id, hasConversionModel);
	requireFormat(tier, format);
	if ((await listActiveConversions(db, workspaceId, userId)).length >= maxActive)
		throw new AppError(
			"too_many_concurrent_requests",
			`You have ${maxActive} conversions that are not finished. Wait for one to finish.`,
			{ retryAfterSeconds: 60 },
		);
	const id = newId();
	await db.transaction().execute(async (tx) => {
		await claimUpload(tx, workspaceId, file.uploadId, id);
		const fileName = file.fileName ?? (await getUpload(tx, workspaceId, file.uploadId)).file_name;
		await insertConversion(tx, workspaceId, {
			id,
			userId,
			apiKeyId,
			via,
			uploadId: file.uploadId,
			fileName: fileName.slice(0, 255) || "recording",
			voiceId: voice.id,
			modelId: model.id,
			request: {
				way: model.way,
				...(options.model_id?.startsWith("eleven_english") ? { language: "en" } : {}),
				settings: mergeVoiceSettings(voice, options.voice_settings) ?? null,
				...(options.seed === undefined ? {} : { seed: options.seed }),
				denoise: options.remove_background_noise,
				rawPcm: options.file_format === "pcm_s16le_16",
				format,
				storeHistory,
			},
		});
		await addToOutbox(tx, GLOBAL, { target: conversionWorkflowName, key: id, payload: { workspaceId, jobId: id } });
	});
	return id;
}

function requireModel(id: string | undefined, hasConversionModel: boolean) {
	const model = conversionModel(id);
	if (!model)
		throw new AppError(
			"model_not_found",
			`Model ${id} can't change voices. Use timbre_revoice or timbre_reshape, or omit model_id.`,
			{ param: "model_id" },
		);
	if (model.way === "convert" && !hasConversionModel)
		throw new AppError(
			"model_not_found",
			`${model.id} needs a voice conversion model, which is not installed on this server. Use timbre_revoice or timbre_reshape.`,
			{ param: "model_id" },
		);
	return model;
}

const gatedFormats: Partial<Record<OutputFormat, Tier>> = formatTiers;

function requireFormat(tier: Tier, format: OutputFormat): void {
	const needed = gatedFormats[format];
	if (needed === undefined || tierAtLeast(tier, needed)) return;
	throw new AppError(
		"only_for_higher_plan",
		`The format ${format} requires the ${plans[needed].label} plan or higher.`,
		{ param: "output_format" },
	);
}

export async function listJobs(db: Database, { workspaceId, userId }: Caller): Promise<{ jobs: ConversionJob[] }> {
	return { jobs: (await listActiveConversions(db, workspaceId, userId)).map(presentJob) };
}

export async function getJob(db: Database, caller: Caller, id: string): Promise<ConversionJob> {
	return presentJob(await requireConversion(db, caller, id));
}

/** A running conversion notices within a second. */
export async function cancelJob(db: Database, caller: Caller, id: string): Promise<ConversionJob> {
	const { workspaceId } = caller;
	await requireConversion(db, caller, id);
	await db.transaction().execute(async (tx) => {
		if (await finishConversion(tx, workspaceId, id, { state: "canceled" })) await settleCredits(tx, workspaceId, id, 0);
	});
	return getJob(db, caller, id);
}

/** Only the user who started a conversion can see it. */
export async function requireConversion(db: Database, caller: Caller, id: string): Promise<ConversionRow> {
	const row = await findConversion(db, caller.workspaceId, id);
	if (!row || row.user_id !== caller.userId) throw new AppError("not_found", "This job doesn't exist.");
	return row;
}
