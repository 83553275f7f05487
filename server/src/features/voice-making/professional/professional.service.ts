// Professional voice cloning: recordings are collected, trimmed and separated by speaker, the speaker consents, and the
// voice is trained.
// Invariant: recordings do not change during training, and changes that alter the speaker require new consent.
import type { InputOf, ResponseOf, UploadedFile } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { plans } from "@timbre/contract/plans.ts";
import { minDatasetSeconds, professionalVoiceSlots } from "@timbre/contract/voice-making/cloning.ts";
import type { voiceMakingEndpoints } from "@timbre/contract/voice-making/endpoints.ts";
import type { VoiceSample } from "@timbre/contract/voices/schemas.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { cosine } from "@timbre/engines/voices/measure/speaker.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { countVoices, createVoice, deleteSample, presentSample, updateVoice } from "../../voices/voices.public.ts";
import { getExtraVoiceSlots, getTier } from "../../workspace/workspace.public.ts";
import type { ResourceCaller } from "../../workspace/workspace.sharing.public.ts";
import { addRecordings, type CloningDeps, requireEditable } from "../cloning/cloning.service.ts";
import { minSpeakerSimilarity } from "../consent/reading.ts";
import {
	beginSeparation,
	findFullSample,
	listSamples,
	type SampleRow,
	updateSample,
	type VoiceRow,
} from "../samples/samples.repo.ts";
import {
	analysisOf,
	readStored,
	sanitizeFileName,
	speakersOf,
	speakerVector,
	toStoredAnalysis,
	usedRanges,
	withAnalysisErrors,
} from "../samples/samples.service.ts";
import { isTraining } from "../training/training.repo.ts";
import { queueTraining } from "../training/training.service.ts";
import { separationWorkflow } from "./separation.workflow.ts";

type Endpoints = typeof voiceMakingEndpoints;
type Body<Name extends keyof Endpoints> = InputOf<Endpoints[Name]>["body"];
type Result<Name extends keyof Endpoints> = ResponseOf<Endpoints[Name]>;
type Ids = { voiceId: string; sampleId: string };

const previewSeconds = 30;
const maxSampleSeconds = 3_600;

export async function createProfessionalVoice(
	db: Database,
	context: Context,
	body: Body<"createProfessionalVoice">,
): Promise<Result<"createProfessionalVoice">> {
	return db.transaction().execute(async (tx) => {
		const slots = await requireSlots(tx, context.workspaceId);
		const voiceId = await createVoice(tx, context, {
			name: body.name,
			description: body.description ?? null,
			category: "professional",
			labels: body.labels ?? {},
			language: body.language,
			origin: "matched",
			requiresVerification: true,
		});
		// Counts the voice just created; the lock prevents concurrent creation.
		if ((await countVoices(tx, context.workspaceId)).professional > slots)
			throw new AppError(
				"voice_limit_reached",
				`This plan includes ${slots} professional ${slots === 1 ? "voice" : "voices"}. Delete one first.`,
			);
		return { voice_id: voiceId };
	});
}

async function requireSlots(db: Db, workspaceId: string): Promise<number> {
	const tier = await getTier(db, workspaceId);
	const slots = professionalVoiceSlots(tier, await getExtraVoiceSlots(db, workspaceId));
	if (slots === 0)
		throw new AppError(
			"only_for_higher_plan",
			`The ${plans[tier].label} plan does not include professional voices. Upgrade to Creator or higher.`,
		);
	return slots;
}

async function requireProfessional(db: Database, caller: ResourceCaller, voiceId: string): Promise<VoiceRow> {
	const voice = await requireEditable(db, caller, voiceId);
	if (voice.category !== "professional")
		throw new AppError("conflict", "This is not a professional voice.", { param: "voice_id" });
	return voice;
}

export async function updateProfessionalVoice(
	db: Database,
	caller: ResourceCaller,
	voiceId: string,
	body: Body<"updateProfessionalVoice">,
): Promise<Result<"updateProfessionalVoice">> {
	await requireProfessional(db, caller, voiceId);
	await updateVoice(db, caller.workspaceId, voiceId, {
		...(body.name === undefined ? {} : { name: body.name }),
		...(body.language === undefined ? {} : { language: body.language }),
		...(body.description === undefined ? {} : { description: body.description }),
		...(body.labels ? { labels: body.labels } : {}),
	});
	return { voice_id: voiceId };
}

export async function addProfessionalSamples(
	deps: CloningDeps,
	context: Context,
	voiceId: string,
	files: readonly UploadedFile[],
	removeNoise: boolean,
): Promise<VoiceSample[]> {
	await requireProfessional(deps.db, context, voiceId);
	await requireNoTraining(deps.db, context.workspaceId, voiceId);
	const added = await addRecordings(deps, context, voiceId, files, removeNoise, context.signal);
	return added.map(presentSample);
}

async function requireNoTraining(db: Database, workspaceId: string, voiceId: string): Promise<void> {
	if (await isTraining(db, workspaceId, voiceId))
		throw new AppError("conflict", "This voice is in training. Cancel the training first.");
}

async function requireSample(db: Database, caller: ResourceCaller, { voiceId, sampleId }: Ids): Promise<SampleRow> {
	await requireProfessional(db, caller, voiceId);
	const sample = await findFullSample(db, caller.workspaceId, voiceId, sampleId);
	if (!sample) throw new AppError("sample_not_found", "This voice has no sample with that id.", { param: "sample_id" });
	return sample;
}

export async function updateProfessionalSample(
	deps: CloningDeps,
	context: Context,
	ids: Ids,
	body: Body<"updateSample">,
): Promise<Result<"updateSample">> {
	const { db } = deps;
	const { workspaceId } = context;
	const sample = await requireSample(db, context, ids);
	await requireNoTraining(db, workspaceId, ids.voiceId);
	const change = {
		...(body.file_name ? { fileName: sanitizeFileName(body.file_name) } : {}),
		...(typeof body.remove_background_noise === "boolean" ? { removeNoise: body.remove_background_noise } : {}),
		...(body.trim_start_time === undefined ? {} : { trimStartMs: body.trim_start_time }),
		...(body.trim_end_time === undefined ? {} : { trimEndMs: body.trim_end_time }),
		...(body.selected_speaker_ids === undefined
			? {}
			: { selectedSpeakerIds: body.selected_speaker_ids?.length ? body.selected_speaker_ids : null }),
	};
	const after = {
		...sample,
		trim_start_ms: change.trimStartMs === undefined ? sample.trim_start_ms : change.trimStartMs,
		trim_end_ms: change.trimEndMs === undefined ? sample.trim_end_ms : change.trimEndMs,
		selected_speaker_ids:
			change.selectedSpeakerIds === undefined
				? sample.selected_speaker_ids
				: change.selectedSpeakerIds && [...change.selectedSpeakerIds],
	};
	requireValidRanges(after);
	const parts = usedRanges(after);
	if (JSON.stringify(parts) === JSON.stringify(usedRanges(sample))) {
		await updateSample(db, workspaceId, sample.id, change);
		return { voice_id: ids.voiceId };
	}
	const analysis = await withAnalysisErrors(sample.file_name, async () => {
		const cut = { parts, isolated: false };
		const part = await deps.speech.samples.cut(await readStored(deps.storage, sample.audio_key), cut, context.signal);
		return deps.speech.samples.analyze(part, maxSampleSeconds, context.signal);
	});
	const { peaks } = analysisOf(sample);
	await db.transaction().execute(async (tx) => {
		const before = speakerVector(await listSamples(tx, workspaceId, ids.voiceId));
		// The waveform always shows the full recording.
		await updateSample(tx, workspaceId, sample.id, { ...change, analysis: { ...toStoredAnalysis(analysis), peaks } });
		const now = speakerVector(await listSamples(tx, workspaceId, ids.voiceId));
		if (cosine(before, now) < minSpeakerSimilarity)
			await updateVoice(tx, workspaceId, ids.voiceId, { verifiedAt: null });
	});
	return { voice_id: ids.voiceId };
}

function requireValidRanges(sample: SampleRow): void {
	const { trim_start_ms: start, trim_end_ms: end } = sample;
	const length = sample.duration_seconds * 1000;
	if ((start ?? 0) >= Math.min(end ?? length, length))
		throw new AppError("invalid_request", "The trim must start before its end and within the recording.", {
			param: "trim_start_time",
		});
	const unknown = (sample.selected_speaker_ids ?? []).find((id) => speakersOf(sample)[id] === undefined);
	if (unknown !== undefined)
		throw new AppError("invalid_request", `There is no speaker ${unknown} in this recording.`, {
			param: "selected_speaker_ids",
		});
}

export async function deleteProfessionalSample(
	deps: CloningDeps,
	caller: ResourceCaller,
	ids: Ids,
): Promise<Result<"deleteProfessionalSample">> {
	await requireSample(deps.db, caller, ids);
	await requireNoTraining(deps.db, caller.workspaceId, ids.voiceId);
	return deleteSample(deps.db, deps.storage, caller, ids);
}

export async function readSamplePreview(
	deps: CloningDeps,
	context: Context,
	ids: Ids,
	withoutNoise: boolean,
): Promise<Result<"getSamplePreview">> {
	const sample = await requireSample(deps.db, context, ids);
	const { bytes, seconds } = await cutPreview(deps, context, sample, {
		parts: usedRanges(sample),
		isolated: withoutNoise,
	});
	return {
		audio_base_64: bytes.toString("base64"),
		voice_id: ids.voiceId,
		sample_id: ids.sampleId,
		media_type: "audio/wav",
		duration_secs: seconds,
	};
}

async function cutPreview(
	{ storage, speech }: CloningDeps,
	{ signal }: Context,
	sample: SampleRow,
	cut: { parts: ReturnType<typeof usedRanges>; isolated: boolean },
) {
	const done = cut.isolated && sample.isolated_key !== null;
	const source = await readStored(storage, done ? (sample.isolated_key ?? "") : sample.audio_key);
	const request = { parts: cut.parts, isolated: cut.isolated && !done, maxSeconds: previewSeconds };
	const bytes = Buffer.from(
		await withAnalysisErrors(sample.file_name, () => speech.samples.cut(source, request, signal)),
	);
	// 16-bit samples at 24 kHz after a 44-byte header.
	return { bytes, seconds: Math.max(0, (bytes.length - 44) / 48_000) };
}

export async function readWaveform(
	db: Database,
	caller: ResourceCaller,
	ids: Ids,
): Promise<Result<"getSampleWaveform">> {
	const { peaks } = analysisOf(await requireSample(db, caller, ids));
	return { sample_id: ids.sampleId, visual_waveform: peaks.map((peak) => peak / 255) };
}

export async function readSpeakers(
	db: Database,
	caller: ResourceCaller,
	ids: Ids,
): Promise<Result<"getSampleSpeakers">> {
	const { speaker_separation } = presentSample(await requireSample(db, caller, ids));
	if (!speaker_separation) throw new Error("a sample was presented without its speakers");
	return speaker_separation;
}

/** Does nothing if separation is already running. */
export async function startSeparation(
	db: Database,
	caller: ResourceCaller,
	ids: Ids,
): Promise<Result<"separateSpeakers">> {
	const { workspaceId } = caller;
	await requireSample(db, caller, ids);
	await db.transaction().execute(async (tx) => {
		if (!(await beginSeparation(tx, workspaceId, ids.sampleId))) return;
		await addToOutbox(tx, GLOBAL, {
			target: separationWorkflow.name,
			key: `${ids.sampleId}-${newId(8)}`,
			payload: { workspaceId, ...ids },
		});
	});
	return { status: "ok" };
}

export async function readSpeakerAudio(
	deps: CloningDeps,
	context: Context,
	ids: Ids & { speakerId: string },
): Promise<Result<"getSpeakerAudio">> {
	const sample = await requireSample(deps.db, context, ids);
	const speaker = speakersOf(sample)[ids.speakerId];
	if (!speaker)
		throw new AppError("speaker_not_found", "There is no speaker with that id in this recording.", {
			param: "speaker_id",
		});
	const parts = speaker.utterances ?? [];
	const { bytes, seconds } = await cutPreview(deps, context, sample, { parts, isolated: false });
	return { audio_base_64: bytes.toString("base64"), media_type: "audio/wav", duration_secs: seconds };
}

export async function trainVoice(
	{ db, blending }: CloningDeps,
	caller: ResourceCaller,
	voiceId: string,
	modelId: string | null | undefined,
): Promise<Result<"trainProfessionalVoice">> {
	const { workspaceId } = caller;
	const voice = await requireProfessional(db, caller, voiceId);
	await requireSlots(db, workspaceId);
	if (modelId && modelId !== blending.modelId)
		throw new AppError("model_not_found", `Voices can only be trained for ${blending.modelId}, not for ${modelId}.`, {
			param: "model_id",
		});
	if (voice.verified_at === null)
		throw new AppError("conflict", "The speaker has not given consent yet. Read the sentence aloud first.");
	const samples = await listSamples(db, workspaceId, voiceId);
	const seconds = samples.reduce((sum, sample) => sum + analysisOf(sample).speechSeconds, 0);
	if (seconds < minDatasetSeconds)
		throw new AppError(
			"conflict",
			`The recordings have ${Math.floor(seconds)} seconds of speech. A professional voice needs at least ${minDatasetSeconds}.`,
		);
	await db
		.transaction()
		.execute((tx) => queueTraining(tx, workspaceId, { voiceId, kind: "professional", modelId: blending.modelId }));
	return { status: "ok" };
}
