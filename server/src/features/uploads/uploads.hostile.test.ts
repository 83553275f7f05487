import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
	addHugePicture,
	enlargePicture,
	makeFlacBomb,
	makeMatroskaBomb,
	makeMatroskaWithTracks,
	makeMp4WithTracks,
	makeTransportStreamWithStreams,
	playlists,
} from "@timbre/engines/media/testing/hostile-files.ts";
import { makeMedia } from "@timbre/engines/media/testing/make-media.ts";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { SeedUser } from "../../../../seed/builders.ts";
import { printFigures } from "../../../../tools/ci/figures.ts";
import { PermanentFailure } from "../../core/workflow-failure.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { decodeUpload, deleteChunks, removeUpload, storeFile } from "./uploads.public.ts";

let app: TestApp;
let user: SeedUser;
beforeAll(async () => {
	app = await testApp();
	user = await app.user();
});
afterAll(async () => app.stop());

async function* inPieces(bytes: Uint8Array) {
	for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000);
}

/** Stores and decodes a file as the tools do. Returns its length in seconds, or why it failed. */
async function decode(bytes: Uint8Array, fileName = "talk.mp3"): Promise<number | string> {
	const { uploadId } = await storeFile(app, user, fileName, inPieces(bytes));
	try {
		const { seconds } = await decodeUpload(app, user.workspaceId, uploadId, {
			jobId: uploadId,
			sampleRate: 16_000,
			channels: 1,
			maxSeconds: 10 * 3600,
			minChunkSeconds: 120,
			maxChunkSeconds: 180,
		});
		return seconds;
	} catch (error) {
		if (error instanceof PermanentFailure) return error.message;
		throw error;
	} finally {
		await deleteChunks(app, user.workspaceId, uploadId);
		await removeUpload(app, user.workspaceId, uploadId);
	}
}

const damaged = "The file is damaged or its format is not supported.";

describe("hostile files end with a sentence for users", () => {
	test("lists of other files, which are not read", async () => {
		let requests = 0;
		const server = createServer((_request, response) => {
			requests++;
			response.end("secret");
		});
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		onTestFinished(() => void server.close());
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		for (const [name, text] of Object.entries(playlists(url)))
			for (const fileName of ["talk.mp3", `talk.${name}`])
				expect(await decode(Buffer.from(text), fileName), name).toMatch(
					/^This file format is not supported\. Audio: aac, .+ Video: .+3gp\.$/,
				);
		expect(requests).toBe(0);
	});

	test("pictures that claim to be huge do not matter, because only audio is decoded", async () => {
		expect(await decode(addHugePicture(await makeMedia("mp3", { seconds: 2 })))).toBeCloseTo(2, 0);
		const video = await decode(enlargePicture(await makeMedia("mp4", { seconds: 2 })));
		if (typeof video === "string") expect(video).toBe(damaged);
		else expect(video).toBeCloseTo(2, 0);
	});
});

test("each hostile file ends within 10 seconds", { tags: ["measured"] }, async () => {
	const before = process.memoryUsage().rss;
	for (const [name, file] of Object.entries({
		"FLAC of 22 hours in 140 kB": makeFlacBomb(10_000),
		"Matroska of 3 hours in 180 kB": makeMatroskaBomb(20),
		"Matroska of 10,000 tracks": makeMatroskaWithTracks(10_000),
		"MP4 of 10,000 tracks": makeMp4WithTracks(10_000),
		"MPEG-TS of 7,500 streams": makeTransportStreamWithStreams(250),
	})) {
		const started = performance.now();
		await decode(file);
		const seconds = (performance.now() - started) / 1000;
		printFigures(`${name}: rejected after ${seconds.toFixed(1)} s`);
		expect(seconds).toBeLessThan(10);
	}
	printFigures(`memory after hostile files: ${Math.round((process.memoryUsage().rss - before) / 1e6)} MB more`);
});
