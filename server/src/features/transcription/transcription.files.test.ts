// Files of every accepted type, and files that are made to do harm, through the API.
import type { TranscriptChunk } from "@timbre/contract/transcription/schemas.ts";
import {
	addHugePicture,
	makeFlacBomb,
	makeMatroskaBomb,
	makeMatroskaWithTracks,
	makeMp4WithTracks,
	makeTransportStreamWithStreams,
	playlists,
} from "@timbre/engines/media/testing/hostile-files.ts";
import { type MediaKind, makeMedia, recipes } from "@timbre/engines/media/testing/make-media.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SeedUser } from "../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { runWorkflow } from "../../testing/workflows/run-workflow.ts";
import { createCreditReserver } from "../usage/usage.public.ts";
import { transcriptWorkflow } from "./transcripts/transcripts.workflow.ts";

let app: TestApp;
let user: SeedUser;
beforeAll(async () => {
	app = await testApp();
	user = await app.user({ credits: 10_000 });
});
afterAll(async () => app.stop());

const rowIn = (state: string) =>
	app.db
		.selectFrom("transcript")
		.select(["id", "upload_id", "stored"])
		.where("workspace_id", "=", user.workspaceId)
		.where("state", "=", state)
		.executeTakeFirst();
const shortly = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Runs what the worker would run for the request. */
async function work(): Promise<void> {
	let row = await rowIn("queued");
	for (; !row; row = await rowIn("queued")) await shortly();
	const job = {
		workspaceId: user.workspaceId,
		transcriptId: row.id,
		stored: row.stored,
		uploadId: row.upload_id ?? "",
	};
	const services = {
		db: app.db,
		storage: app.storage,
		speech: app.speech,
		reserveCredits: createCreditReserver(app.db),
		outbound: { allowPrivate: false },
	};
	await runWorkflow(transcriptWorkflow, job, services, async (name) => {
		// Timers fire at once: leave the client the time that it has.
		while (name.startsWith("sleep") && (await rowIn("completed"))) await shortly();
	});
}

async function transcribe(bytes: Uint8Array, name = "talk.mp3") {
	const form = new FormData();
	form.set("model_id", "scribe_v1");
	form.set("file", new Blob([Uint8Array.from(bytes)], { type: "application/pdf" }), name);
	const [response] = await Promise.all([
		fetch(`${app.url}/v1/speech-to-text`, { method: "POST", headers: { "xi-api-key": user.apiKey }, body: form }),
		work(),
	]);
	return {
		status: response.status,
		body: (await response.json()) as TranscriptChunk & { detail: { message: string } },
	};
}

const stored = async () =>
	(await Promise.all(["uploads", "work"].map((kind) => app.storage.list(`${kind}/${user.workspaceId}/`)))).flat();

describe("every accepted type is transcribed by its content, whatever its name and type say", () => {
	test.each(Object.keys(recipes) as MediaKind[])("FILES-001 FILES-002 FILES-003 %s", async (kind) => {
		const { status, body } = await transcribe(await makeMedia(kind, { seconds: 2 }), "contract.pdf");
		expect([status, Math.round(body.audio_duration_secs ?? 0)]).toEqual([200, 2]);
		expect(await stored()).toEqual([]);
	});
});

describe("a hostile file is rejected with a sentence, costs nothing and leaves nothing", () => {
	const files: Record<string, string | Uint8Array> = {
		...playlists("http://127.0.0.1:9"),
		"thousands of streams of MPEG-TS": makeTransportStreamWithStreams(250),
		"10,000 tracks of Matroska": makeMatroskaWithTracks(10_000),
		"10,000 tracks of MP4": makeMp4WithTracks(10_000),
	};
	test.for(Object.entries(files))("%s", ([, content]) => expectRejection(content));

	const bombs: Record<string, Uint8Array> = {
		"a FLAC file of 22 hours in 140 kB": makeFlacBomb(10_000),
		"a Matroska file of 3 hours in 180 kB": makeMatroskaBomb(20),
	};
	test.for(Object.entries(bombs))("%s", { tags: ["verify"] }, ([, content]) => expectRejection(content));

	async function expectRejection(content: string | Uint8Array): Promise<void> {
		const before = await app.ledger(user.workspaceId);
		const { status, body } = await transcribe(Buffer.from(content as Uint8Array));
		expect(status).toBe(400);
		expect(body.detail.message).toMatch(/^[A-Z].*\.$/);
		expect(await app.ledger(user.workspaceId)).toEqual(before);
		expect(await stored()).toEqual([]);
	}

	test("except that a huge picture in a recording does not matter", async () => {
		const { status } = await transcribe(addHugePicture(await makeMedia("mp3", { seconds: 2 })));
		expect(status).toBe(200);
	});
});
