// A voice-over gets its recording, its speech and its file while worker, speech node and Restate are killed.
// It runs in `verify`.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Voiceover, VoiceoverJob, VoiceoverPrice } from "@timbre/contract/voiceover/schemas.ts";
import { wavHeader } from "@timbre/engines/media/wav.ts";
import { storeFile } from "@timbre/server/features/uploads/uploads.public.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness, until } from "../../tools/bench/harness.ts";
import type { ProgramName } from "../../tools/stack/stack.ts";
import { request } from "./api.ts";

const minutes = 10;
const lineCount = 60;

describe("kill -9 while a voice-over is made", () => {
	let harness: Harness;
	let path: string;
	beforeAll(async () => {
		harness = await startHarness({ engines: "fake", env: { LEASE_SECONDS: "4" } });
		path = `/v1/voiceover/projects/${(await post<Voiceover>("/v1/voiceover/projects", { name: "Tour" })).voiceover_id}`;
	});
	afterAll(async () => harness?.stop());

	const post = <T>(at: string, body: object) => request<T>(harness, "POST", at, body);
	const get = <T>(at: string) => request<T>(harness, "GET", at);

	/** Kills the programs at these shares of the job. */
	async function endDespiteKills(id: string, killed: readonly [progress: number, name: ProgramName][]) {
		for (const [progress, name] of killed) {
			await until(`${progress} of the job`, 120, async () => {
				const now = await get<VoiceoverJob>(`${path}/jobs/${id}`);
				expect(now.state, `before ${progress}`).toMatch(/queued|running/);
				return now.progress >= progress;
			});
			await harness.stack.kill(name);
		}
		return until("the end of the job", 180, async () => {
			await sleep(100);
			const now = await get<VoiceoverJob>(`${path}/jobs/${id}`);
			return now.state !== "queued" && now.state !== "running" && now;
		});
	}
	const stored = () => harness.storage.list(`voiceovers/${harness.user.workspaceId}/`);

	test("a recording is read once", async () => {
		const pcm = Buffer.alloc(minutes * 60 * 32_000);
		for (let at = 0; at < pcm.length; at += 2) pcm.writeInt16LE(Math.round(3_000 * Math.sin(at / 31)), at);
		const wav = Buffer.concat([wavHeader(16_000, { dataBytes: pcm.length }), pcm]);
		const stream = (async function* () {
			yield wav;
		})();
		const { uploadId } = await storeFile(harness, harness.user, "tour.wav", stream);
		await post(`${path}/clips`, { upload_id: uploadId, kind: "source" });
		for (const name of ["worker", "restate", "worker"] as const) {
			await sleep(300);
			await harness.stack.kill(name);
		}
		const source = await until("the recording", 120, async () => {
			await sleep(100);
			const { source } = await get<Voiceover>(path);
			return source?.state !== "reading" && source;
		});
		expect(source).toMatchObject({ state: "ready", error: null, seconds: minutes * 60 });
		await until("the upload to be removed", 60, async () => {
			return (await harness.storage.list(`uploads/${harness.user.workspaceId}`)).length === 0;
		});
	});

	test("each line is generated and charged once", async () => {
		for (let at = 0; at < lineCount; at++)
			await post(`${path}/lines`, {
				start_ms: at * 8_000,
				end_ms: at * 8_000 + 7_000,
				text: `This is line number ${at} of the tour.`,
			});
		const price = await get<VoiceoverPrice>(`${path}/speech-price`);
		const { voiceover_job_id: id } = await post<VoiceoverJob>(`${path}/speech`, {});
		const done = await endDespiteKills(id, [
			[0.15, "worker"],
			[0.35, "speech-node"],
			[0.55, "restate"],
			[0.75, "worker"],
		]);
		expect(done).toMatchObject({ state: "done", error: null, lines_done: lineCount, credits: price.credits });
		const { lines } = await get<Voiceover>(path);
		expect(lines.filter(({ state }) => state === "current")).toHaveLength(lineCount);
		const account = await harness.db
			.selectFrom("credit_account")
			.select(["used", "reserved"])
			.where("workspace_id", "=", harness.user.workspaceId)
			.executeTakeFirstOrThrow();
		expect(account).toEqual({ used: price.credits, reserved: 0 });
		// Only the speech that is used is stored.
		expect((await stored()).filter((key) => key.includes("/lines/"))).toHaveLength(lineCount);
	});

	test("an export is the same file as one that was not interrupted", async () => {
		const exported = async (killed: Parameters<typeof endDespiteKills>[1]) => {
			const { voiceover_job_id: id } = await post<VoiceoverJob>(`${path}/exports`, { format: "wav" });
			const done = await endDespiteKills(id, killed);
			expect(done).toMatchObject({ state: "done", error: null, seconds: minutes * 60 });
			const headers = { "xi-api-key": harness.user.apiKey };
			const file = await fetch(`${harness.stack.apiUrl}${path}/jobs/${id}/file`, { headers });
			return Buffer.from(await file.arrayBuffer());
		};
		const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
		const interrupted = await exported([
			[0.05, "worker"],
			[0.05, "worker"],
			[0.05, "restate"],
		]);
		expect(hash(await exported([]))).toBe(hash(interrupted));
		await until("what was interrupted to be removed", 60, async () => {
			return (await stored()).filter((key) => key.includes("/exports/")).length === 2;
		});
	});
});
