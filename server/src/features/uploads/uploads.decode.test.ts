import { makeMedia } from "@timbre/engines/media/testing/make-media.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../seed/builders.ts";
import { PermanentFailure } from "../../core/workflow-failure.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { type DecodeUploadOptions, decodeUpload, deleteChunks, storeFile } from "./uploads.public.ts";

let app: TestApp;
let user: SeedUser;
beforeAll(async () => {
	app = await testApp();
	user = await app.user();
});
afterAll(async () => app.stop());

const speech: Omit<DecodeUploadOptions, "jobId"> = {
	sampleRate: 16_000,
	channels: 1,
	maxSeconds: 3600,
	minChunkSeconds: 1,
	maxChunkSeconds: 2,
};

async function store(bytes: Uint8Array): Promise<string> {
	const stream = (async function* () {
		for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
	})();
	return (await storeFile(app, user, "talk.mp4", stream)).uploadId;
}

async function decode(bytes: Uint8Array, options: Partial<DecodeUploadOptions> & { jobId: string }) {
	return decodeUpload(app, user.workspaceId, await store(bytes), { ...speech, ...options });
}

test("an uploaded video becomes chunks of its audio, which can be deleted", async () => {
	const shares: number[] = [];
	const { chunks, ...recording } = await decode(await makeMedia("mp4", { seconds: 5 }), {
		jobId: "job-a",
		onProgress: (share) => shares.push(share),
	});
	expect(recording).toMatchObject({ sampleRate: 16_000, channels: 1 });
	expect(recording.seconds).toBeCloseTo(5, 0);
	expect(recording.streams.map(({ kind }) => kind).toSorted()).toEqual(["audio", "video"]);
	expect(chunks.length).toBeGreaterThanOrEqual(3);
	for (const { key, seconds } of chunks) expect(await app.storage.size(key)).toBe(Math.round(seconds * 16_000) * 2);
	await deleteChunks(app, user.workspaceId, "job-a");
	for (const { key } of chunks) expect(await app.storage.size(key)).toBeUndefined();
});

test("at most four files are copied to the temporary folder at once", async () => {
	const file = await makeMedia("wav");
	const uploads = await Promise.all(Array.from({ length: 7 }, () => store(file)));
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	let opened = 0;
	const storage: TestApp["storage"] = {
		...app.storage,
		get: async (key) => {
			opened++;
			await released;
			return app.storage.get(key);
		},
	};
	const decoding = uploads.map((id) =>
		decodeUpload({ db: app.db, storage }, user.workspaceId, id, { ...speech, jobId: `job-${id}` }),
	);
	await expect.poll(() => opened).toBe(4);
	await new Promise((resolve) => setTimeout(resolve, 200));
	expect(opened).toBe(4);
	release();
	expect(await Promise.all(decoding)).toHaveLength(7);
});

test("raw PCM is read as it is", async () => {
	const pcm = Buffer.alloc(16_000 * 2 * 3);
	for (let at = 0; at < pcm.length / 2; at++) pcm.writeInt16LE(Math.round(9_000 * Math.sin(at / 7)), at * 2);
	const { chunks, seconds } = await decode(pcm, { jobId: "job-b", rawPcm: true });
	expect(seconds).toBeCloseTo(3);
	const stored: Buffer[] = [];
	for (const { key } of chunks) for await (const piece of (await app.storage.get(key))?.body ?? []) stored.push(piece);
	expect(Buffer.concat(stored).equals(pcm)).toBe(true);
});

test("a file that can't be decoded or is too long fails for good, with a sentence for users", async () => {
	await expect(decode(Buffer.from("#EXTM3U\nfile:///etc/passwd\n"), { jobId: "job-c" })).rejects.toThrow(
		/^This file format is not supported\. Audio: aac, .+ Video: mp4, .+3gp\.$/,
	);
	await expect(decode(await makeMedia("mp3", { seconds: 5 }), { jobId: "job-d", maxSeconds: 2 })).rejects.toThrow(
		PermanentFailure,
	);
});
