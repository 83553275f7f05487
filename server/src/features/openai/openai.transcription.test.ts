import type { OpenaiErrorBody } from "@timbre/contract/openai/rules.ts";
import { fakePassage, fakeTranslation } from "@timbre/engines/transcription/providers/fake-recognizer.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { wavOf } from "../../testing/tone-recordings.ts";
import { runWorkflow } from "../../testing/workflows/run-workflow.ts";
import { transcriptWorkflow } from "../transcription/transcripts/transcripts.workflow.ts";
import { createCreditReserver } from "../usage/usage.public.ts";

let app: TestApp;
let person: SeedUser;
beforeAll(async () => {
	app = await testApp();
	person = await app.user();
});
afterAll(async () => app.stop());

/** Two voices, one after the other. */
const dialogue = () => wavOf([{ hertz: 110, seconds: 4 }, { seconds: 1 }, { hertz: 440, seconds: 4 }]);
const [firstWord = ""] = fakePassage.split(" ");

type Fields = Record<string, string | string[]>;

async function send(fields: Fields, user = person, task = "transcriptions"): Promise<Response> {
	const form = new FormData();
	form.append("file", new Blob([Uint8Array.from(dialogue())]), "talk.wav");
	for (const [name, value] of Object.entries({ model: "whisper-1", ...fields }))
		for (const one of [value].flat()) form.append(name, one);
	return fetch(`${app.url}/openai/v1/audio/${task}`, {
		method: "POST",
		headers: { authorization: `Bearer ${user.apiKey}` },
		body: form,
	});
}

/** Sends a request and does what the worker would do for it. */
async function transcribe(fields: Fields, task?: "translations"): Promise<Response> {
	const response = send(fields, person, task);
	const waiting = () =>
		app.db
			.selectFrom("transcript")
			.select(["id", "upload_id"])
			.where("workspace_id", "=", person.workspaceId)
			.where("state", "=", "queued")
			.executeTakeFirst();
	await expect.poll(waiting).toBeDefined();
	const row = await waiting();
	const job = {
		workspaceId: person.workspaceId,
		transcriptId: row?.id ?? "",
		stored: true,
		uploadId: row?.upload_id ?? "",
	};
	const { db, storage, speech } = app;
	await runWorkflow(transcriptWorkflow, job, {
		db,
		storage,
		speech,
		reserveCredits: createCreditReserver(db),
		outbound: { allowPrivate: false },
	});
	return response;
}

test("json has the text, and the transcript is charged and stored", async () => {
	const before = await app.ledger(person.workspaceId);
	const response = await transcribe({ language: "en" });
	expect(response.status).toBe(200);
	expect(await response.json()).toEqual({
		text: expect.stringContaining(firstWord),
		usage: { type: "duration", seconds: 9 },
	});
	const id = response.headers.get("transcription-id");
	const { transcripts } = await app.get<{ transcripts: { transcription_id: string; credits: number }[] }>(
		"/v1/speech-to-text/transcripts",
		person.apiKey,
	);
	const [stored] = transcripts;
	expect(stored).toMatchObject({ transcription_id: id, title: "talk" });
	const { used, reserved, open } = await app.ledger(person.workspaceId);
	expect({ used: used - before.used, reserved, open }).toEqual({ used: stored?.credits, reserved: 0, open: 0 });
});

test("verbose_json has the requested times", async () => {
	const response = await transcribe({
		response_format: "verbose_json",
		"timestamp_granularities[]": ["word", "segment"],
	});
	const verbose = (await response.json()) as { words: { word: string }[]; segments: { end: number }[] };
	expect(verbose).toMatchObject({ task: "transcribe", language: "english", duration: 9 });
	expect(verbose.words[0]).toEqual({ word: firstWord, start: expect.any(Number), end: expect.any(Number) });
	expect(verbose.segments.length).toBe(2);
	expect(verbose.segments[0]).toMatchObject({ id: 0, tokens: [], avg_logprob: expect.any(Number) });
	expect(verbose.segments[0]?.end).toBeLessThan(5);
	const byDefault = (await (await transcribe({ response_format: "verbose_json" })).json()) as object;
	expect(Object.keys(byDefault)).toContain("segments");
	expect(Object.keys(byDefault)).not.toContain("words");
});

test("diarized_json names the speakers A and B", async () => {
	const response = await transcribe({ model: "gpt-4o-transcribe-diarize", response_format: "diarized_json" });
	const { segments } = (await response.json()) as { segments: { speaker: string }[] };
	expect(segments.map(({ speaker }) => speaker)).toEqual(["A", "B"]);
});

test("text and subtitles are plain text", async () => {
	expect(await (await transcribe({ response_format: "text" })).text()).toContain(firstWord);
	const srt = await transcribe({ response_format: "srt" });
	expect(srt.headers.get("content-type")).toContain("text/plain");
	expect(await srt.text()).toMatch(/^1\r?\n00:00:00,\d{3} --> 00:00:0\d,\d{3}/);
	expect(await (await transcribe({ response_format: "vtt" })).text()).toMatch(/^WEBVTT/);
});

test("events have the text in parts and at the end as a whole", async () => {
	const response = await transcribe({ stream: "true", model: "gpt-4o-mini-transcribe" });
	expect(response.headers.get("content-type")).toBe("text/event-stream");
	const events = (await response.text())
		.trim()
		.split("\n\n")
		.map((line) => JSON.parse(line.replace(/^data: /, "")) as { type: string; delta?: string; text?: string });
	const done = events.at(-1);
	expect(done?.type).toBe("transcript.text.done");
	expect(events.map(({ delta }) => delta ?? "").join("")).toBe(done?.text);
});

test("a translation is in English, whatever the language of the recording is", async () => {
	const json = await transcribe({}, "translations");
	const { text } = (await json.json()) as { text: string };
	expect(text).toContain(fakeTranslation.slice(0, 30));
	const verbose = await transcribe({ response_format: "verbose_json" }, "translations");
	expect(await verbose.json()).toMatchObject({ task: "translate", language: "english", duration: 9 });
	expect(await (await transcribe({ response_format: "srt" }, "translations")).text()).toMatch(
		/^1\r?\n00:00:00,\d{3} --> /,
	);
	const rejected = await send({ model: "moonshine_tiny" }, person, "translations");
	expect(rejected.status).toBe(400);
	expect(await rejected.json()).toMatchObject({
		error: { param: "model", message: expect.stringContaining("whisper-1") },
	});
});

test("errors have OpenAI's format", async () => {
	const errorOf = async (sent: Promise<Response>) => {
		const response = await sent;
		return { status: response.status, ...((await response.json()) as OpenaiErrorBody).error };
	};
	expect(await errorOf(send({ model: "whisper-9" }))).toMatchObject({ status: 404, code: "model_not_found" });
	expect(await errorOf(send({ response_format: "xml" }))).toMatchObject({ status: 400, param: "response_format" });
	expect(await errorOf(send({ language: "xx" }))).toMatchObject({ status: 400, param: "language" });
	expect(await errorOf(send({ "known_speaker_names[]": "Ada" }))).toMatchObject({ status: 400 });
	expect(await errorOf(send({}, await app.user({ credits: 0 })))).toMatchObject({
		status: 429,
		code: "insufficient_quota",
	});
	expect(await errorOf(send({}, await app.user({ permissions: ["text_to_speech"] })))).toMatchObject({
		status: 403,
		code: "missing_permissions",
	});
});
