import type {
	Voiceover,
	VoiceoverClip,
	VoiceoverJob,
	VoiceoverLine,
	VoiceoverPrice,
} from "@timbre/contract/voiceover/schemas.ts";
import { expect } from "vitest";
import type { SeedUser } from "../../../../seed/builders.ts";
import { storeFile } from "../../features/uploads/uploads.public.ts";
import { clipWorkflow } from "../../features/voiceover/clips/clips.workflow.ts";
import { voiceoverExportWorkflow } from "../../features/voiceover/export/exports.workflow.ts";
import { voiceoverSpeechWorkflow } from "../../features/voiceover/speech/speech.workflow.ts";
import { runQueued } from "../recordings.ts";
import type { TestApp } from "../test-app.ts";
import { workerDeps } from "../workflows/worker-deps.ts";

/** A voice-over as its user sees it over the API. */
export async function aVoiceover(app: TestApp, user: SeedUser) {
	const send = async <T>(method: string, path: string, body?: unknown, status = 200): Promise<T> => {
		const response = await fetch(app.url + path, {
			method,
			headers: { "xi-api-key": user.apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }) },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		expect({ status: response.status, text }, `${method} ${path}`).toMatchObject({ status });
		return (text === "" ? undefined : JSON.parse(text)) as T;
	};
	const { voiceover_id: id } = await send<Voiceover>("POST", "/v1/voiceover/projects", { name: "Tour" }, 201);
	const path = `/v1/voiceover/projects/${id}`;
	const job = (jobId: string) => send<VoiceoverJob>("GET", `${path}/jobs/${jobId}`);
	return {
		id,
		path,
		send,
		job,
		get: () => send<Voiceover>("GET", path),
		line: (start_ms: number, end_ms: number, text: string, fields: object = {}) =>
			send<VoiceoverLine>("POST", `${path}/lines`, { start_ms, end_ms, text, voice_id: app.voiceId, ...fields }, 201),
		change: (lineId: string, fields: object, status = 200) =>
			send<VoiceoverLine>("PATCH", `${path}/lines/${lineId}`, fields, status),
		price: (query = "") => send<VoiceoverPrice>("GET", `${path}/speech-price${query}`),
		/** Uploads a file, adds it and has it read. */
		async clip(
			bytes: Uint8Array,
			fields: { kind: "source" | "sound" } & Record<string, unknown>,
		): Promise<VoiceoverClip> {
			const stream = (async function* () {
				yield bytes;
			})();
			const { uploadId } = await storeFile(app, user, "file", stream);
			const added = await send<VoiceoverClip>("POST", `${path}/clips`, { upload_id: uploadId, ...fields }, 202);
			await runQueued(app, clipWorkflow, { db: app.db, storage: app.storage });
			const { source, sounds } = await this.get();
			const clip = [source, ...sounds].find((one) => one?.clip_id === added.clip_id);
			if (!clip) throw new Error("the clip is missing");
			return clip;
		},
		/** Generates speech to its end. */
		async speak(body: object = {}): Promise<VoiceoverJob> {
			const { voiceover_job_id } = await send<VoiceoverJob>("POST", `${path}/speech`, body, 202);
			await runSpeech(app);
			return job(voiceover_job_id);
		},
		/** Exports to the end. */
		async export(body: object): Promise<VoiceoverJob> {
			const { voiceover_job_id } = await send<VoiceoverJob>("POST", `${path}/exports`, body, 202);
			await runQueued(app, voiceoverExportWorkflow, { db: app.db, storage: app.storage });
			return job(voiceover_job_id);
		},
		file: (jobId: string, headers: Record<string, string> = {}) =>
			fetch(`${app.url}${path}/jobs/${jobId}/file`, { headers: { "xi-api-key": user.apiKey, ...headers } }),
	};
}

/** Runs the speech that is queued. `before` is called before each step. */
export const runSpeech = (
	app: TestApp,
	before?: (step: string) => void | Promise<void>,
	speech: TestApp["speech"] = app.speech,
): Promise<number> => runQueued(app, voiceoverSpeechWorkflow, workerDeps(app, speech), before);
