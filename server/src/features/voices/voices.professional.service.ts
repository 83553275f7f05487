// Professional voices: recordings are gathered, trimmed and told apart by speaker, their speaker reads a sentence, and then the voice is
// made. Always: nothing about the recordings changes while a run is under way, and what changes whose voice they are has to be allowed anew.
import type { InputOf, ResponseOf, UploadedFile } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { plans } from "@timbre/contract/plans.ts";
import { minDatasetSeconds, professionalVoiceSlots } from "@timbre/contract/voices.cloning.ts";
import type { VoiceSample } from "@timbre/contract/voices.entities.ts";
import type { voicesEndpoints } from "@timbre/contract/voices.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { cosine } from "@timbre/engines/voices/speaker.ts";
import type { Context } from "../../core/context.ts";
import { newId } from "../../core/ids.ts";
import { addToOutbox } from "../../core/outbox.repo.ts";
import { getExtraVoiceSlots, getTier } from "../workspace/workspace.public.ts";
import type { Sharer } from "../workspace/workspace.sharing.public.ts";
import {
	beginSeparation,
	findWholeSample,
	listSamples,
	type MadeVoiceRow,
	type SampleRow,
	updateSample,
} from "./voices.cloning.repo.ts";
import { addRecordings, type CloningDeps, requireMade } from "./voices.cloning.service.ts";
import { presentSample } from "./voices.own.present.ts";
import { countVoices, updateVoice } from "./voices.own.repo.ts";
import { deleteSample, makeVoice } from "./voices.own.service.ts";
import { sameSpeaker } from "./voices.reading.service.ts";
import {
	factsOf,
	hear,
	keptFacts,
	partsOf,
	plainName,
	readWhole,
	speakersOf,
	voiceVector,
} from "./voices.samples.service.ts";
import { separationWorkflow } from "./voices.separation.workflow.ts";
import { isMaking } from "./voices.training.repo.ts";
import { queueMaking } from "./voices.training.service.ts";

type Endpoints = typeof voicesEndpoints;
type Body<Name extends keyof Endpoints> = InputOf<Endpoints[Name]>["body"];
type Answer<Name extends keyof Endpoints> = ResponseOf<Endpoints[Name]>;
type Ids = { voiceId: string; sampleId: string };

const previewSeconds = 30;
const maxSampleSeconds = 3_600;

export async function createProfessionalVoice(
	db: Database,
	context: Context,
	body: Body<"createProfessionalVoice">,
): Promise<Answer<"createProfessionalVoice">> {
	return db.transaction().execute(async (tx) => {
		const slots = await requireSlots(tx, context.workspaceId);
		const voiceId = await makeVoice(tx, context, {
			name: body.name,
			description: body.description ?? null,
			category: "professional",
			labels: body.labels ?? {},
			language: body.language,
			origin: "matched",
			requiresVerification: true,
		});
		// The one just made is counted, and nobody else makes one at the same time.
		if ((await countVoices(tx, context.workspaceId)).professional > slots)
			throw new AppError(
				"voice_limit_reached",
				`There is room for ${slots} professional ${slots === 1 ? "voice" : "voices"} with this plan. Delete one first.`,
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
			`Professional voices do not come with the ${plans[tier].label} plan. They do from Creator on.`,
		);
	return slots;
}

async function requireProfessional(db: Database, caller: Sharer, voiceId: string): Promise<MadeVoiceRow> {
	const voice = await requireMade(db, caller, voiceId);
	if (voice.category !== "professional")
		throw new AppError("conflict", "This is not a professional voice.", { param: "voice_id" });
	return voice;
}

export async function updateProfessionalVoice(
	db: Database,
	caller: Sharer,
	voiceId: string,
	body: Body<"updateProfessionalVoice">,
): Promise<Answer<"updateProfessionalVoice">> {
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
	await requireRest(deps.db, context.workspaceId, voiceId);
	const added = await addRecordings(deps, context, voiceId, files, removeNoise, context.signal);
	return added.map(presentSample);
}

async function requireRest(db: Database, workspaceId: string, voiceId: string): Promise<void> {
	if (await isMaking(db, workspaceId, voiceId))
		throw new AppError("conflict", "The voice is being made from these recordings. Stop that first.");
}

async function requireSample(db: Database, caller: Sharer, { voiceId, sampleId }: Ids): Promise<SampleRow> {
	await requireProfessional(db, caller, voiceId);
	const sample = await findWholeSample(db, caller.workspaceId, voiceId, sampleId);
	if (!sample) throw new AppError("sample_not_found", "This voice has no such sample.", { param: "sample_id" });
	return sample;
}

export async function updateProfessionalSample(
	deps: CloningDeps,
	context: Context,
	ids: Ids,
	body: Body<"updateSample">,
): Promise<Answer<"updateSample">> {
	const { db } = deps;
	const { workspaceId } = context;
	const sample = await requireSample(db, context, ids);
	await requireRest(db, workspaceId, ids.voiceId);
	const change = {
		...(body.file_name ? { fileName: plainName(body.file_name) } : {}),
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
	requireParts(after);
	const parts = partsOf(after);
	if (JSON.stringify(parts) === JSON.stringify(partsOf(sample))) {
		await updateSample(db, workspaceId, sample.id, change);
		return { voice_id: ids.voiceId };
	}
	const facts = await hear(sample.file_name, async () => {
		const cut = { parts, isolated: false };
		const part = await deps.speech.samples.cut(await readWhole(deps.storage, sample.audio_key), cut, context.signal);
		return deps.speech.samples.facts(part, maxSampleSeconds, context.signal);
	});
	const { peaks } = factsOf(sample);
	await db.transaction().execute(async (tx) => {
		const before = voiceVector(await listSamples(tx, workspaceId, ids.voiceId));
		// The waveform shows the whole recording, whatever of it counts.
		await updateSample(tx, workspaceId, sample.id, { ...change, facts: { ...keptFacts(facts), peaks } });
		const now = voiceVector(await listSamples(tx, workspaceId, ids.voiceId));
		if (cosine(before, now) < sameSpeaker) await updateVoice(tx, workspaceId, ids.voiceId, { verifiedAt: null });
	});
	return { voice_id: ids.voiceId };
}

function requireParts(sample: SampleRow): void {
	const { trim_start_ms: start, trim_end_ms: end } = sample;
	const length = sample.duration_seconds * 1000;
	if ((start ?? 0) >= Math.min(end ?? length, length))
		throw new AppError("invalid_request", "The trim must start before it ends, and within the recording.", {
			param: "trim_start_time",
		});
	const unknown = (sample.selected_speaker_ids ?? []).find((id) => speakersOf(sample)[id] === undefined);
	if (unknown !== undefined)
		throw new AppError("invalid_request", `Nobody called ${unknown} was found in this recording.`, {
			param: "selected_speaker_ids",
		});
}

export async function deleteProfessionalSample(
	deps: CloningDeps,
	caller: Sharer,
	ids: Ids,
): Promise<Answer<"deleteProfessionalSample">> {
	await requireSample(deps.db, caller, ids);
	await requireRest(deps.db, caller.workspaceId, ids.voiceId);
	return deleteSample(deps.db, deps.storage, caller, ids);
}

export async function readSamplePreview(
	deps: CloningDeps,
	context: Context,
	ids: Ids,
	withoutNoise: boolean,
): Promise<Answer<"getSamplePreview">> {
	const sample = await requireSample(deps.db, context, ids);
	const { bytes, seconds } = await cutOut(deps, context, sample, { parts: partsOf(sample), isolated: withoutNoise });
	return {
		audio_base_64: bytes.toString("base64"),
		voice_id: ids.voiceId,
		sample_id: ids.sampleId,
		media_type: "audio/wav",
		duration_secs: seconds,
	};
}

async function cutOut(
	{ storage, speech }: CloningDeps,
	{ signal }: Context,
	sample: SampleRow,
	cut: { parts: ReturnType<typeof partsOf>; isolated: boolean },
) {
	const done = cut.isolated && sample.isolated_key !== null;
	const whole = await readWhole(storage, done ? (sample.isolated_key ?? "") : sample.audio_key);
	const wanted = { parts: cut.parts, isolated: cut.isolated && !done, maxSeconds: previewSeconds };
	const bytes = Buffer.from(await hear(sample.file_name, () => speech.samples.cut(whole, wanted, signal)));
	// 16 bit at 24 kHz behind the header.
	return { bytes, seconds: Math.max(0, (bytes.length - 44) / 48_000) };
}

export async function readWaveform(db: Database, caller: Sharer, ids: Ids): Promise<Answer<"getSampleWaveform">> {
	const { peaks } = factsOf(await requireSample(db, caller, ids));
	return { sample_id: ids.sampleId, visual_waveform: peaks.map((peak) => peak / 255) };
}

export async function readSpeakers(db: Database, caller: Sharer, ids: Ids): Promise<Answer<"getSampleSpeakers">> {
	const { speaker_separation } = presentSample(await requireSample(db, caller, ids));
	if (!speaker_separation) throw new Error("a sample is presented without its speakers");
	return speaker_separation;
}

/** Asking again while it is being found out changes nothing. */
export async function startSeparation(db: Database, caller: Sharer, ids: Ids): Promise<Answer<"separateSpeakers">> {
	const { workspaceId } = caller;
	await requireSample(db, caller, ids);
	await db.transaction().execute(async (tx) => {
		if (!(await beginSeparation(tx, workspaceId, ids.sampleId))) return;
		await addToOutbox(tx, {
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
): Promise<Answer<"getSpeakerAudio">> {
	const sample = await requireSample(deps.db, context, ids);
	const speaker = speakersOf(sample)[ids.speakerId];
	if (!speaker)
		throw new AppError("speaker_not_found", "Nobody of that id was found in this recording.", { param: "speaker_id" });
	const parts = speaker.utterances ?? [];
	const { bytes, seconds } = await cutOut(deps, context, sample, { parts, isolated: false });
	return { audio_base_64: bytes.toString("base64"), media_type: "audio/wav", duration_secs: seconds };
}

export async function trainVoice(
	{ db, mixing }: CloningDeps,
	caller: Sharer,
	voiceId: string,
	modelId: string | null | undefined,
): Promise<Answer<"trainProfessionalVoice">> {
	const { workspaceId } = caller;
	const voice = await requireProfessional(db, caller, voiceId);
	await requireSlots(db, workspaceId);
	if (modelId && modelId !== mixing.modelId)
		throw new AppError("model_not_found", `Voices can be made for ${mixing.modelId} here, not for ${modelId}.`, {
			param: "model_id",
		});
	if (voice.verified_at === null)
		throw new AppError("conflict", "Nobody has allowed the use of this voice yet. Read its sentence aloud first.");
	const samples = await listSamples(db, workspaceId, voiceId);
	const seconds = samples.reduce((sum, sample) => sum + factsOf(sample).speechSeconds, 0);
	if (seconds < minDatasetSeconds)
		throw new AppError(
			"conflict",
			`There are ${Math.floor(seconds)} seconds of speech. A professional voice needs ${minDatasetSeconds} at least.`,
		);
	await db
		.transaction()
		.execute((tx) => queueMaking(tx, workspaceId, { voiceId, kind: "professional", modelId: mixing.modelId }));
	return { status: "ok" };
}
