import type { Database } from "@timbre/db/connect.ts";
import { SpeechBadRequestError } from "@timbre/engines/errors.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import { hasPreviewSentence, previewSentence } from "@timbre/engines/speech/preview-sentences.ts";
import { promptName } from "@timbre/engines/speech/prompt.ts";
import { cosine } from "@timbre/engines/voices/measure/speaker.ts";
import { z } from "zod";
import type { Storage } from "../../../core/storage/storage.ts";
import { defineWorkflow } from "../../../core/workflow.ts";
import { createSilenceTimer, longStepWhenFree } from "../../../core/workflow-busy.ts";
import { reasonFor } from "../../../core/workflow-failure.ts";
import { findLatestConsent, savePreview, updateVoice, voiceFolder } from "../../voices/voices.public.ts";
import { findFullSample, findVoice, listSamples, updateSample } from "../samples/samples.repo.ts";
import { readStored, speakerVector, usedRanges } from "../samples/samples.service.ts";
import { beginTraining, failTraining, finishTraining, updateTrainingProgress } from "./training.repo.ts";

export type TrainingServices = {
	db: Database;
	storage: Storage;
	speech: Pick<SpeechClient, "samples" | "match" | "audition">;
	/** The engine whose voices are blended. */
	engine: string;
	/** The cloning engine, if the server runs one. */
	cloner?: string;
	/** How many blends are tried for an instant clone. */
	tries: number;
};
type Job = { workspaceId: string; voiceId: string; runId: string; kind: "instant" | "professional" };

/** Seconds used of each recording, and the factor for the number of tries. */
const effort = { instant: { seconds: 60, times: 1 }, professional: { seconds: 180, times: 3 } } as const;
/** Progress after each phase, for the progress bar. */
const phaseProgress = { prepared: 0.15, matched: 0.9 };
const format = "mp3_44100_128";
const checkMs = 1_000;
/** A search that reports no progress for this long is ended and tried again. */
const maxSilentMs = 600_000;

/** Negative similarity is shown as 0%. */
const percent = (similarity: number) => `${Math.max(0, Math.round(similarity * 100))}%`;

/** Status messages for users. They never claim more than was done. */
export const trainingMessages = {
	queued: "Queued.",
	instant:
		"Searching for the blend of shipped voices that best matches the recordings. No cloning engine is installed, so the result is matched, not cloned.",
	professional:
		"Running an extended search for the blend of shipped voices that best matches all recordings. No model is trained; the result is matched, not cloned.",
	matched: (similarity: number) => `Matched from shipped voices. Similarity to the recordings: ${percent(similarity)}.`,
	cloned: (similarity: number) =>
		`Cloned from the consent recording. Similarity to the recordings: ${percent(similarity)}.`,
	cancelled: "Canceled.",
	nothing: "There are no recordings to create the voice from.",
	unusable: (reason: string) => `The recordings can't be used: ${reason}.`,
	failed: "Something went wrong. Try again, or use other recordings.",
};

/**
 * Trains a voice from its recordings: removes noise if requested, cuts the used ranges, finds the closest blend and
 * renders a preview. Intermediate files are stored under the run id, so an interrupted step is repeated and nothing is
 * stored twice.
 */
export const trainingWorkflow = defineWorkflow<Job, TrainingServices>({
	name: "VoiceMaking",
	input: z.object({
		workspaceId: z.string(),
		voiceId: z.string(),
		runId: z.string(),
		kind: z.enum(["instant", "professional"]),
	}),
	run: async (context, job, services) => {
		try {
			const samples = await context.step("begin", () => begin(services, job));
			let active = samples.length > 0;
			for (const [at, sampleId] of samples.entries()) {
				if (!active) break;
				active = await context.step(`prepare ${sampleId}`, () =>
					prepare(services, job, sampleId, (phaseProgress.prepared * (at + 1)) / samples.length),
				);
			}
			const found = active
				? ((await context.step("copy", () => cloneVoice(services, job))) ??
					(await longStepWhenFree(context, "match", (signal) => match(services, job, samples, signal))))
				: null;
			if (found) {
				await context.step("preview", () => preview(services, job, found));
				await context.step("finish", () => finish(services, job, found));
			}
		} catch (error) {
			const message = reasonFor(error, trainingMessages.failed);
			await context.outcome("give up", () => failTraining(services.db, job.workspaceId, job.runId, message));
		}
		await context.step("clear up", () => cleanUp(services, job));
	},
});

const workFolder = ({ workspaceId, voiceId, runId }: Job) => `${voiceFolder(workspaceId, voiceId)}making/${runId}/`;

/** The recordings to use; empty if the run was canceled. */
async function begin({ db }: TrainingServices, { workspaceId, voiceId, runId, kind }: Job): Promise<string[]> {
	if (!(await beginTraining(db, workspaceId, runId, trainingMessages[kind]))) return [];
	const samples = await listSamples(db, workspaceId, voiceId);
	if (samples.length === 0) await failTraining(db, workspaceId, runId, trainingMessages.nothing);
	return samples.map(({ id }) => id);
}

/** Returns false if the run was canceled. */
async function prepare(services: TrainingServices, job: Job, sampleId: string, progress: number): Promise<boolean> {
	const { db, storage, speech } = services;
	const { workspaceId, voiceId, runId, kind } = job;
	const sample = await findFullSample(db, workspaceId, voiceId, sampleId);
	if (sample) {
		const signal = AbortSignal.timeout(600_000);
		let key = sample.isolated_key;
		if (sample.remove_background_noise && key === null) {
			const whole = await readStored(storage, sample.audio_key);
			key = `${voiceFolder(workspaceId, voiceId)}isolated/${sampleId}.wav`;
			await storage.put(key, await speech.samples.cut(whole, { isolated: true }, signal), "audio/wav");
			await updateSample(db, workspaceId, sampleId, { isolatedKey: key });
		}
		const source = await readStored(storage, sample.remove_background_noise && key ? key : sample.audio_key);
		const cut = { parts: usedRanges(sample), isolated: false, maxSeconds: effort[kind].seconds };
		const part = await speech.samples.cut(source, cut, signal);
		await storage.put(`${workFolder(job)}${sampleId}.wav`, part, "audio/wav", { replaceable: true });
	}
	return updateTrainingProgress(db, workspaceId, runId, progress);
}

type Found = {
	engine: string;
	speaker: string;
	origin: "matched" | "cloned";
	similarity: number;
	facts: Record<string, unknown>;
};

/** Clones the voice from the consent recording, or returns null without a cloning engine or consent. */
async function cloneVoice(services: TrainingServices, { workspaceId, voiceId }: Job): Promise<Found | null> {
	const { db, cloner } = services;
	if (cloner === undefined) return null;
	const consent = await findLatestConsent(db, workspaceId, voiceId);
	if (!consent?.holds) return null;
	const speaker = promptName(consent.recording_key);
	const { vector } = await renderSentence(services, { engine: cloner, speaker }, "en-US");
	const similarity = cosine(vector, speakerVector(await listSamples(db, workspaceId, voiceId)));
	return { engine: cloner, speaker, origin: "cloned", similarity, facts: { consent: consent.id } };
}

/**
 * Returns null if the run was canceled or the recordings are unusable. Cancellation is checked every second so it takes
 * effect before the search ends.
 */
async function match(
	services: TrainingServices,
	job: Job,
	ids: string[],
	attemptEnded: AbortSignal,
): Promise<Found | null> {
	const { db, storage, speech, engine } = services;
	const { workspaceId, runId, kind } = job;
	const samples: Uint8Array[] = [];
	for (const id of ids) {
		const key = `${workFolder(job)}${id}.wav`;
		// Skip recordings that were deleted since the run started.
		if ((await storage.size(key)) !== undefined) samples.push(await readStored(storage, key));
	}
	const stop = new AbortController();
	const silence = createSilenceTimer(maxSilentMs);
	let progress = phaseProgress.prepared;
	let checking = Promise.resolve();
	const check = async () => {
		if (!(await updateTrainingProgress(db, workspaceId, runId, progress).catch(() => true)))
			stop.abort(new Error("stopped"));
	};
	const timer = setInterval(() => {
		checking = checking.then(check);
	}, checkMs);
	try {
		const matched = await speech.match(
			samples,
			{ engine, tries: services.tries * effort[kind].times },
			AbortSignal.any([stop.signal, silence.signal, attemptEnded]),
			({ done, total }) => {
				silence.reset();
				progress =
					phaseProgress.prepared + ((phaseProgress.matched - phaseProgress.prepared) * done) / Math.max(1, total);
			},
		);
		const { speaker, similarity, ...facts } = matched;
		return { engine, speaker, origin: "matched", similarity, facts: { ...facts, recordings: samples.length } };
	} catch (error) {
		if (stop.signal.aborted) return null;
		if (!(error instanceof SpeechBadRequestError)) throw error;
		await failTraining(db, workspaceId, runId, trainingMessages.unusable(error.message));
		return null;
	} finally {
		clearInterval(timer);
		silence.stop();
		await checking;
	}
}

/** Renders the preview, unless the run was canceled. */
async function preview(services: TrainingServices, job: Job, found: Found): Promise<void> {
	const { db, storage } = services;
	const { workspaceId, voiceId, runId } = job;
	const voice = await findVoice(db, workspaceId, voiceId);
	if (!voice || !(await updateTrainingProgress(db, workspaceId, runId, phaseProgress.matched))) return;
	const { bytes, seconds } = await renderSentence(services, found, voice.language);
	const { language } = voice;
	const clip = { language, bytes, contentType: "audio/mpeg", durationSeconds: seconds };
	await savePreview(db, storage, workspaceId, voiceId, clip);
}

/** Renders a sentence in the language of the voice, or in English if that language is not supported. */
async function renderSentence(
	{ speech }: TrainingServices,
	{ engine, speaker }: Pick<Found, "engine" | "speaker">,
	language: string,
) {
	const render = (tag: string, text: string) =>
		speech.audition(
			{ engine, speaker, language: tag, text, format, priority: "background" },
			AbortSignal.timeout(120_000),
		);
	const english = () => render("en-US", previewSentence("en-US"));
	const text = hasPreviewSentence(language) ? previewSentence(language) : undefined;
	if (text === undefined) return english();
	try {
		return await render(language, text);
	} catch (error) {
		if (error instanceof SpeechBadRequestError) return english();
		throw error;
	}
}

async function finish({ db }: TrainingServices, job: Job, found: Found): Promise<void> {
	const { workspaceId, voiceId, runId } = job;
	const { engine, speaker, origin, similarity, facts } = found;
	await db.transaction().execute(async (tx) => {
		if (!(await finishTraining(tx, workspaceId, runId, trainingMessages[origin](similarity)))) return;
		await updateVoice(tx, workspaceId, voiceId, { engine, speaker, origin, originFacts: { similarity, ...facts } });
	});
}

/** Deletes intermediate files, or all files if the voice was deleted meanwhile. */
async function cleanUp({ db, storage }: TrainingServices, job: Job): Promise<void> {
	const gone = (await findVoice(db, job.workspaceId, job.voiceId)) === undefined;
	await deleteAll(storage, gone ? voiceFolder(job.workspaceId, job.voiceId) : workFolder(job));
}

async function deleteAll(storage: Storage, prefix: string): Promise<void> {
	for (const key of await storage.list(prefix)) await storage.delete(key);
}
