import type { Database } from "@timbre/db/connect.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import { SpeechBadRequestError } from "@timbre/engines/node/errors.ts";
import { hasPreviewSentence, previewSentence } from "@timbre/engines/speech/preview-sentences.ts";
import { promptName } from "@timbre/engines/speech/prompt.ts";
import { cosine } from "@timbre/engines/voices/speaker.ts";
import { z } from "zod";
import type { Storage } from "../../core/storage.ts";
import { defineWorkflow } from "../../core/workflow.ts";
import { findMade, findWholeSample, listSamples, updateSample } from "./voices.cloning.repo.ts";
import { findLastConsent } from "./voices.consent.repo.ts";
import { updateVoice } from "./voices.own.repo.ts";
import { keepOwnPreview, voiceFolder } from "./voices.own.service.ts";
import { partsOf, readWhole, voiceVector } from "./voices.samples.service.ts";
import { beginTraining, failTraining, finishTraining, noteTraining } from "./voices.training.repo.ts";

export type MakingServices = {
	db: Database;
	storage: Storage;
	speech: Pick<SpeechClient, "samples" | "match" | "audition">;
	/** Whose voices are mixed. */
	engine: string;
	/** The engine that copies a voice from a recording, where the server runs one. */
	cloner?: string;
	/** How many mixes are tried for an instant voice. */
	tries: number;
};
type Job = { workspaceId: string; voiceId: string; runId: string; kind: "instant" | "professional" };

/** How much of each recording is used, and how many times the usual tries. */
const effort = { instant: { seconds: 60, times: 1 }, professional: { seconds: 180, times: 3 } } as const;
/** What each part is of the whole, for the bar that shows it. */
const shares = { prepared: 0.15, matched: 0.9 };
const format = "mp3_44100_128";
const lookMs = 1_000;

/** Less than nothing in common is nothing. */
const percent = (similarity: number) => `${Math.max(0, Math.round(similarity * 100))} %`;

/** What a person is told; never more than is true. */
export const makingWords = {
	queued: "Waiting for its turn.",
	instant:
		"Mixing this server's own voices until one sounds like the recordings. No engine that copies a voice is installed, so the result is matched, not cloned.",
	professional:
		"A long matching over all recordings: this server's own voices are mixed until one sounds like them. No network is trained here; the result is matched, not cloned.",
	matched: (similarity: number) =>
		`Matched from this server's own voices. Similarity to the recordings: ${percent(similarity)}.`,
	cloned: (similarity: number) =>
		`Copied from the recording in which its speaker agreed. Similarity to the recordings: ${percent(similarity)}.`,
	cancelled: "Stopped before it was finished.",
	nothing: "There are no recordings to make the voice from.",
	unusable: (reason: string) => `The recordings cannot be used: ${reason}.`,
	failed: "It could not be finished. Try again, or with other recordings.",
};

/**
 * Makes a voice from its recordings: takes the noise out where that was asked for, cuts out what counts, finds the nearest mix, renders a
 * preview. Each part is kept under the run's own name, so one that was cut off is done again and nothing is kept twice.
 */
export const makingWorkflow = defineWorkflow<Job, MakingServices>({
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
			let wanted = samples.length > 0;
			for (const [at, sampleId] of samples.entries()) {
				if (!wanted) break;
				wanted = await context.step(`prepare ${sampleId}`, () =>
					prepare(services, job, sampleId, (shares.prepared * (at + 1)) / samples.length),
				);
			}
			const found = wanted
				? ((await context.step("copy", () => copy(services, job))) ??
					(await context.step("match", () => match(services, job, samples))))
				: null;
			if (found) {
				await context.step("preview", () => preview(services, job, found));
				await context.step("finish", () => finish(services, job, found));
			}
		} catch {
			// Tried often enough; the step's own log line says why.
			await context.step("give up", () => failTraining(services.db, job.workspaceId, job.runId, makingWords.failed));
		}
		await context.step("clear up", () => clearUp(services, job));
	},
});

const workFolder = ({ workspaceId, voiceId, runId }: Job) => `${voiceFolder(workspaceId, voiceId)}making/${runId}/`;

/** The recordings to listen to; none when the run is not wanted any more. */
async function begin({ db }: MakingServices, { workspaceId, voiceId, runId, kind }: Job): Promise<string[]> {
	if (!(await beginTraining(db, workspaceId, runId, makingWords[kind]))) return [];
	const samples = await listSamples(db, workspaceId, voiceId);
	if (samples.length === 0) await failTraining(db, workspaceId, runId, makingWords.nothing);
	return samples.map(({ id }) => id);
}

/** False when the run was stopped meanwhile. */
async function prepare(services: MakingServices, job: Job, sampleId: string, progress: number): Promise<boolean> {
	const { db, storage, speech } = services;
	const { workspaceId, voiceId, runId, kind } = job;
	const sample = await findWholeSample(db, workspaceId, voiceId, sampleId);
	if (sample) {
		const signal = AbortSignal.timeout(600_000);
		let key = sample.isolated_key;
		if (sample.remove_background_noise && key === null) {
			const whole = await readWhole(storage, sample.audio_key);
			key = `${voiceFolder(workspaceId, voiceId)}isolated/${sampleId}.wav`;
			await storage.put(key, await speech.samples.cut(whole, { isolated: true }, signal), "audio/wav");
			await updateSample(db, workspaceId, sampleId, { isolatedKey: key });
		}
		const source = await readWhole(storage, sample.remove_background_noise && key ? key : sample.audio_key);
		const cut = { parts: partsOf(sample), isolated: false, maxSeconds: effort[kind].seconds };
		const part = await speech.samples.cut(source, cut, signal);
		await storage.put(`${workFolder(job)}${sampleId}.wav`, part, "audio/wav", { replaceable: true });
	}
	return noteTraining(db, workspaceId, runId, progress);
}

type Found = {
	engine: string;
	speaker: string;
	origin: "matched" | "cloned";
	similarity: number;
	facts: Record<string, unknown>;
};

/** The voice itself, where an engine can copy it and its speaker has agreed: it is copied from the recording of that. Else null. */
async function copy(services: MakingServices, { workspaceId, voiceId }: Job): Promise<Found | null> {
	const { db, cloner } = services;
	if (cloner === undefined) return null;
	const consent = await findLastConsent(db, workspaceId, voiceId);
	if (!consent?.holds) return null;
	const speaker = promptName(consent.recording_key);
	const { vector } = await auditioned(services, { engine: cloner, speaker }, "en-US");
	const similarity = cosine(vector, voiceVector(await listSamples(db, workspaceId, voiceId)));
	return { engine: cloner, speaker, origin: "cloned", similarity, facts: { consent: consent.id } };
}

/**
 * Null when the run has ended: it was stopped, or there is nothing in the recordings. The first is looked for each second, so that
 * stopping does not wait for the end.
 */
async function match(services: MakingServices, job: Job, ids: string[]): Promise<Found | null> {
	const { db, storage, speech, engine } = services;
	const { workspaceId, runId, kind } = job;
	const samples: Uint8Array[] = [];
	for (const id of ids) {
		const key = `${workFolder(job)}${id}.wav`;
		// One that was removed since the run began is left out.
		if ((await storage.size(key)) !== undefined) samples.push(await readWhole(storage, key));
	}
	const stop = new AbortController();
	let progress = shares.prepared;
	let looking = Promise.resolve();
	const look = async () => {
		if (!(await noteTraining(db, workspaceId, runId, progress).catch(() => true))) stop.abort(new Error("stopped"));
	};
	const timer = setInterval(() => {
		looking = looking.then(look);
	}, lookMs);
	try {
		const matched = await speech.match(
			samples,
			{ engine, tries: services.tries * effort[kind].times },
			stop.signal,
			({ done, total }) => {
				progress = shares.prepared + ((shares.matched - shares.prepared) * done) / Math.max(1, total);
			},
		);
		const { speaker, similarity, ...facts } = matched;
		return { engine, speaker, origin: "matched", similarity, facts: { ...facts, recordings: samples.length } };
	} catch (error) {
		if (stop.signal.aborted) return null;
		if (!(error instanceof SpeechBadRequestError)) throw error;
		await failTraining(db, workspaceId, runId, makingWords.unusable(error.message));
		return null;
	} finally {
		clearInterval(timer);
		await looking;
	}
}

/** Of a run that was stopped nothing is heard. */
async function preview(services: MakingServices, job: Job, found: Found): Promise<void> {
	const { db, storage } = services;
	const { workspaceId, voiceId, runId } = job;
	const voice = await findMade(db, workspaceId, voiceId);
	if (!voice || !(await noteTraining(db, workspaceId, runId, shares.matched))) return;
	const { bytes, seconds } = await auditioned(services, found, voice.language);
	const { language } = voice;
	const clip = { language, bytes, contentType: "audio/mpeg", durationSeconds: seconds };
	await keepOwnPreview(db, storage, workspaceId, voiceId, clip);
}

/** In the voice's language; in English where the engine or we do not know that. */
async function auditioned(
	{ speech }: MakingServices,
	{ engine, speaker }: Pick<Found, "engine" | "speaker">,
	language: string,
) {
	const say = (tag: string, text: string) =>
		speech.audition(
			{ engine, speaker, language: tag, text, format, priority: "background" },
			AbortSignal.timeout(120_000),
		);
	const english = () => say("en-US", previewSentence("en-US"));
	const text = hasPreviewSentence(language) ? previewSentence(language) : undefined;
	if (text === undefined) return english();
	try {
		return await say(language, text);
	} catch (error) {
		if (error instanceof SpeechBadRequestError) return english();
		throw error;
	}
}

async function finish({ db }: MakingServices, job: Job, found: Found): Promise<void> {
	const { workspaceId, voiceId, runId } = job;
	const { engine, speaker, origin, similarity, facts } = found;
	await db.transaction().execute(async (tx) => {
		if (!(await finishTraining(tx, workspaceId, runId, makingWords[origin](similarity)))) return;
		await updateVoice(tx, workspaceId, voiceId, { engine, speaker, origin, originFacts: { similarity, ...facts } });
	});
}

/** Of a voice that was deleted meanwhile nothing stays. */
async function clearUp({ db, storage }: MakingServices, job: Job): Promise<void> {
	const gone = (await findMade(db, job.workspaceId, job.voiceId)) === undefined;
	await removeAll(storage, gone ? voiceFolder(job.workspaceId, job.voiceId) : workFolder(job));
}

async function removeAll(storage: Storage, prefix: string): Promise<void> {
	for (const key of await storage.list(prefix)) await storage.remove(key);
}
