import { decodeAudio } from "@timbre/engines/media/decode.ts";
import { createScheduler } from "@timbre/engines/node/scheduler.ts";
import { speak } from "@timbre/engines/node/speak.ts";
import { plainRequest } from "@timbre/engines/node/wire/plain-request.ts";
import { shippedVoices } from "@timbre/engines/speech/catalogue.ts";
import { createFakeEngine } from "@timbre/engines/speech/providers/fake.ts";
import { createEngineRegistry } from "@timbre/engines/speech/speech.ts";
import { previewJobs, requestPreviews } from "@timbre/server/features/voice-library/shipped/previews.service.ts";
import { type PreviewJob, previewKey } from "@timbre/server/features/voice-library/shipped/previews.workflow.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness, until } from "../../tools/bench/harness.ts";

const voices = shippedVoices(["fake"]);
const jobs = previewJobs(voices);
/** Number of workflow steps that run in parallel. */
const concurrency = 4;

/** The expected bytes of a voice's clip; the fake engine is deterministic. */
async function expectedClip({ speaker, language, text }: PreviewJob): Promise<{ bytes: Buffer; seconds: number }> {
	const node = { registry: createEngineRegistry([createFakeEngine()]), scheduler: createScheduler({ capacity: 2 }) };
	const request = { engine: "fake", speaker, language, text, format: "mp3_44100_128", priority: "idle" } as const;
	const parts: Uint8Array[] = [];
	let seconds = 0;
	for await (const event of speak(plainRequest(request), node, new AbortController().signal)) {
		if (event.type === "audio") parts.push(event.bytes);
		if (event.type === "end") seconds = event.seconds;
	}
	return { bytes: Buffer.concat(parts), seconds };
}

describe("kill -9 during the preview workflow", () => {
	let harness: Harness;
	const clips = new Map<string, { bytes: Buffer; seconds: number }>();
	const repeated: Record<string, number> = {};

	beforeAll(async () => {
		for (const job of jobs) clips.set(job.voiceId, await expectedClip(job));
		harness = await startHarness({ engines: "fake", env: { FAKE_DELAY_MS: "300" } });
	});
	afterAll(async () => {
		console.log(`clips rendered more than once, by killed process: ${JSON.stringify(repeated)}`);
		await harness?.stop();
	});

	async function restartRun(): Promise<void> {
		await harness.db.deleteFrom("voice_preview").execute();
		await harness.db.deleteFrom("voice_preview_run").execute();
		for (const key of await harness.storage.list("previews")) await harness.storage.delete(key);
		expect(await requestPreviews(harness.db, voices)).toEqual({ total: jobs.length, missing: jobs.length });
	}

	/** Number of completed synthesis requests, not counting transcriptions. */
	async function countRenders(): Promise<number> {
		const answer = await fetch(`${harness.speechNodeUrl}/metrics`);
		return Number(
			/timbre_speech_outcomes_total\{work="speak",outcome="ok"\} (\d+)/.exec(await answer.text())?.[1] ?? 0,
		);
	}

	const savedClips = async () => (await harness.db.selectFrom("voice_preview").select("voice_id").execute()).length;
	const runs = () => harness.db.selectFrom("voice_preview_run").selectAll().execute();

	async function expectEveryClipOnce(): Promise<void> {
		const finished = await until("the run to finish", 60, async () => {
			const [run] = await runs();
			return run?.finished_at ? run : undefined;
		});
		expect(await runs()).toHaveLength(1);
		expect(finished).toMatchObject({ total: jobs.length, done: jobs.length, failed: 0 });
		const rows = await harness.db.selectFrom("voice_preview").selectAll().execute();
		expect(rows.map((row) => row.voice_id).sort()).toEqual(jobs.map((job) => job.voiceId).sort());
		const keys = jobs.map((job) => previewKey(job.contentHash)).sort();
		expect(await harness.storage.list("previews")).toEqual(keys);
		for (const job of jobs) {
			const row = rows.find((candidate) => candidate.voice_id === job.voiceId);
			const expected = clips.get(job.voiceId);
			if (!expected) throw new Error(`no expected clip for ${job.speaker}`);
			expect(row).toMatchObject({ content_hash: job.contentHash, audio_key: previewKey(job.contentHash) });
			expect(row?.duration_seconds).toBeCloseTo(expected.seconds, 3);
			const stored = await harness.storage.get(previewKey(job.contentHash));
			const bytes = Buffer.concat(await (stored?.body.toArray() ?? []));
			expect(bytes.equals(expected.bytes), `the clip of ${job.speaker} is complete`).toBe(true);
		}
		const first = await harness.storage.get(keys[0] as string);
		const audio = await decodeAudio(Buffer.concat(await (first?.body.toArray() ?? [])), "mp3_44100_128");
		expect(audio.samples.length / audio.sampleRate).toBeGreaterThan(5);
	}

	// Out of 24, so that the run is still in the middle even if the test is delayed for seconds.
	test.each([
		["worker", 2],
		["worker", 7],
		["restate", 3],
		["restate", 8],
		["api", 2],
		["api", 6],
	] as const)("of the %s when %i clips are stored: every clip is stored once and complete", async (name, stored) => {
		const before = await countRenders();
		await restartRun();
		await until(`${stored} clips`, 60, async () => (await savedClips()) >= stored);
		expect((await runs())[0]?.finished_at).toBeNull();
		await harness.stack.kill(name);
		await harness.stack.waitReady(name);
		await expectEveryClipOnce();
		const extra = (await countRenders()) - before - jobs.length;
		repeated[`${name} at ${stored}`] = extra;
		// Only clips in flight may be rendered again.
		expect(extra).toBeLessThanOrEqual(concurrency);
	});

	test("of the worker before it passed the request to Restate loses nothing", async () => {
		await restartRun();
		await harness.stack.kill("worker");
		await harness.stack.waitReady("worker");
		await expectEveryClipOnce();
	});

	test("of the speech node when 6 clips are stored: clips in flight are rendered again", async () => {
		await restartRun();
		await until("6 clips", 60, async () => (await savedClips()) >= 6);
		await harness.stack.kill("speech-node");
		await expectEveryClipOnce();
	});
});
