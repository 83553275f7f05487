import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type {
	MultichannelTranscript,
	TranscriptChunk,
	TranscriptDetails,
	TranscriptSummary,
} from "@timbre/contract/transcription/schemas.ts";
import { fakePassage } from "@timbre/engines/transcription/providers/fake-recognizer.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { pcmOf, wavOf } from "../../testing/tone-recordings.ts";
import { runWorkflow } from "../../testing/workflows/run-workflow.ts";
import { createCreditReserver } from "../usage/usage.public.ts";
import { type TranscriptServices, transcriptWorkflow } from "./transcripts/transcripts.workflow.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp({ env: { WEBHOOK_PRIVATE: "true" } });
});
afterAll(async () => app.stop());

const path = "/v1/speech-to-text";
const low = 110;
const high = 440;
/** 3.5 seconds: two sentences by two voices. */
const dialogue = [{ hertz: low, seconds: 1.5 }, { seconds: 0.5 }, { hertz: high, seconds: 1.5 }];
const talk = [{ hertz: low, seconds: 3 }];
const creditsFor = (seconds: number) => Math.ceil((Math.ceil(seconds) * 50) / 60);

type Fields = Record<string, string | Blob>;
type ErrorBody = { detail: { code: string; message: string } };

const services = (): TranscriptServices => ({
	db: app.db,
	storage: app.storage,
	speech: app.speech,
	reserveCredits: createCreditReserver(app.db),
	outbound: { allowPrivate: true },
});

function formOf(fields: Fields): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields))
		form.append(name, value, ...((value instanceof Blob ? ["talk.wav"] : []) as []));
	return form;
}

const send = (user: SeedUser, fields: Fields, query = "") =>
	fetch(`${app.url}${path}${query}`, {
		method: "POST",
		headers: { "xi-api-key": user.apiKey },
		body: formOf({ model_id: "scribe_v1", ...fields }),
	});

const rowOf = (user: SeedUser, state: string) =>
	app.db
		.selectFrom("transcript")
		.select(["id", "upload_id", "stored"])
		.where("workspace_id", "=", user.workspaceId)
		.where("state", "=", state)
		.executeTakeFirst();

/** Runs what the worker would run for the transcript that was created last. */
async function work(user: SeedUser, more: Partial<TranscriptServices> = {}, before?: (name: string) => Promise<void>) {
	let row = await rowOf(user, "queued");
	for (; !row; row = await rowOf(user, "queued")) await new Promise((resolve) => setTimeout(resolve, 20));
	const job = {
		workspaceId: user.workspaceId,
		transcriptId: row.id,
		stored: row.stored,
		...(row.upload_id === null ? {} : { uploadId: row.upload_id }),
	};
	await runWorkflow(transcriptWorkflow, job, { ...services(), ...more }, async (name) => {
		await before?.(name);
		// Timers fire at once: leave the client the time that it has.
		if (name.startsWith("sleep")) await untilDelivered(user);
	});
	return job;
}

async function untilDelivered(user: SeedUser): Promise<void> {
	while (await rowOf(user, "completed")) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Sends a recording and waits for its transcript. */
async function transcribe<T = TranscriptChunk>(user: SeedUser, fields: Fields, query = ""): Promise<T> {
	const [response] = await Promise.all([send(user, fields, query), work(user)]);
	const text = await response.text();
	expect(response.status, text).toBe(200);
	return JSON.parse(text) as T;
}

const wav = (...channels: Parameters<typeof wavOf>) => new Blob([new Uint8Array(wavOf(...channels))]);

async function upload(user: SeedUser, bytes: Buffer, name = "Interview.wav"): Promise<string> {
	const { body } = await app.request<{ upload_id: string }>(user.apiKey, "POST", "/v1/uploads", {
		file_name: name,
		bytes: bytes.length,
	});
	await fetch(`${app.url}/v1/uploads/${body.upload_id}/parts`, {
		method: "POST",
		headers: { "xi-api-key": user.apiKey },
		body: formOf({ offset: "0", part: new Blob([new Uint8Array(bytes)]) }),
	});
	return body.upload_id;
}

async function create(user: SeedUser, options: object = {}): Promise<TranscriptSummary> {
	const { status, body } = await app.request<TranscriptSummary>(user.apiKey, "POST", `${path}/transcripts`, {
		upload_id: await upload(user, wavOf(dialogue)),
		...options,
	});
	expect(status, JSON.stringify(body)).toBe(202);
	return body;
}
const details = (user: SeedUser, id: string) =>
	app.get<TranscriptDetails>(`${path}/transcripts/${id}/details`, user.apiKey);
const remaining = async (user: SeedUser) =>
	(
		await Promise.all(
			["uploads", "work", "transcripts"].map((kind) => app.storage.list(`${kind}/${user.workspaceId}/`)),
		)
	).flat();

test("TRANSCRIBE-001 transcribes a recording with the time of each word and charges for its seconds", async () => {
	const user = await app.user();
	const transcript = await transcribe(user, { file: wav(talk) });
	expect(transcript).toMatchObject({ language_code: "eng", language_probability: 0.98, audio_duration_secs: 3 });
	expect(fakePassage.startsWith(transcript.text)).toBe(true);
	expect(transcript.words.map(({ text }) => text).join("")).toBe(transcript.text);
	expect(transcript.words.slice(0, 3)).toMatchObject([
		{ text: "The", type: "word", start: 0, speaker_id: null },
		{ text: " ", type: "spacing" },
		{ text: "morning", type: "word" },
	]);
	for (const [index, word] of transcript.words.entries()) {
		expect(word.end as number).toBeGreaterThanOrEqual(word.start as number);
		expect(word.start as number).toBeGreaterThanOrEqual((transcript.words[index - 1]?.start ?? 0) as number);
	}
	expect(await app.ledger(user.workspaceId)).toEqual({ used: creditsFor(3), reserved: 0, entries: 1, open: 0 });
	const id = transcript.transcription_id ?? "";
	expect(await app.get(`${path}/transcripts/${id}`, user.apiKey)).toEqual(transcript);
	// The upload and the chunks are gone; the audio for playback stays until the transcript is deleted.
	expect(await remaining(user)).toEqual([`transcripts/${user.workspaceId}/${id}.mp3`]);
	const deleted = await app.request(user.apiKey, "DELETE", `${path}/transcripts/${id}`);
	expect(deleted).toEqual({ status: 200, body: { status: "ok" } });
	expect(await remaining(user)).toEqual([]);
	expect((await app.request(user.apiKey, "GET", `${path}/transcripts/${id}`)).status).toBe(404);
});

test("TRANSCRIBE-003 TRANSCRIBE-004 lists about 60 source languages with key and name, detection first", async () => {
	const user = await app.user();
	const { languages } = await app.get<{ languages: { key: string; name: string }[] }>(`${path}/languages`, user.apiKey);
	expect(languages[0]).toEqual({ key: "auto", name: "Detect language" });
	expect(languages.length).toBeGreaterThanOrEqual(58);
	expect(languages.length).toBeLessThanOrEqual(65);
	expect(new Set(languages.map(({ key }) => key)).size).toBe(languages.length);
	expect(languages).toContainEqual({ key: "de", name: "German" });
	for (const code of ["de", "deu", "de-AT"]) {
		const { language_code, language_probability } = await transcribe(user, { file: wav(talk), language_code: code });
		expect({ language_code, language_probability }).toEqual({ language_code: "deu", language_probability: 1 });
	}
	const unknown = await send(user, { file: wav(talk), language_code: "tlh" });
	expect(unknown.status).toBe(422);
	const english = await send(user, { file: wav(talk), language_code: "de", model_id: "moonshine_tiny" });
	expect(await english.json()).toMatchObject({ detail: { code: "unsupported_language" } });
});

test("a page transcribes an upload in the background, edits, plays, exports and deletes the transcript", async () => {
	const user = await app.user();
	const created = await create(user, { diarize: true, num_speakers: 2 });
	expect(created).toMatchObject({ state: "queued", progress: 0, title: "Interview", credits: null, error: null });
	const id = created.transcription_id;
	const seen: number[] = [];
	await work(user, {}, async () => void seen.push((await details(user, id)).progress));
	expect(seen).toEqual(seen.toSorted((one, other) => one - other));
	expect(seen.some((progress) => progress > 0.05 && progress < 1)).toBe(true);
	const done = await details(user, id);
	expect(done).toMatchObject({
		state: "completed",
		progress: 1,
		language_code: "en",
		speaker_count: 2,
		duration_seconds: 3.5,
		credits: creditsFor(3.5),
		has_audio: true,
		is_edited: false,
		original_words: null,
		speakers: [
			{ speaker_id: "speaker_0", name: "Speaker 1" },
			{ speaker_id: "speaker_1", name: "Speaker 2" },
		],
	});
	expect(done.revision).toBe(0);
	expect(Math.max(...(done.peaks ?? []))).toBeGreaterThan(70);
	expect(done.peaks?.some((peak) => peak === 0)).toBe(true);
	const words = (done.words ?? []).map((word, index) => (index === 0 ? { ...word, text: "This" } : word));
	const edited = await app.request<TranscriptDetails>(user.apiKey, "PATCH", `${path}/transcripts/${id}`, {
		title: "Budget talk",
		words,
		speakers: [{ speaker_id: "speaker_1", name: "Ada" }],
	});
	expect(edited.body).toMatchObject({ title: "Budget talk", is_edited: true, revision: 1 });
	const late = await app.request(user.apiKey, "PATCH", `${path}/transcripts/${id}`, { revision: 0, words: null });
	expect(late).toMatchObject({ status: 409, body: { detail: { code: "conflict" } } });
	expect(edited.body.preview?.startsWith("This morning")).toBe(true);
	expect(edited.body.speakers[1]).toEqual({ speaker_id: "speaker_1", name: "Ada" });
	expect(edited.body.original_words?.[0]?.text).toBe("The");
	const get = (query = "") => app.get<TranscriptChunk>(`${path}/transcripts/${id}${query}`, user.apiKey);
	expect((await get()).text.startsWith("This")).toBe(true);
	expect((await get("?original=true")).text.startsWith("The")).toBe(true);
	const exported = await fetch(`${app.url}${path}/transcripts/${id}/export?format=srt&include_speakers=true`, {
		headers: { "xi-api-key": user.apiKey },
	});
	expect(exported.headers.get("content-type")).toContain("application/x-subrip");
	expect(exported.headers.get("content-disposition")).toContain('filename="Budget talk.srt"');
	expect(await exported.text()).toMatch(/^1\n00:00:00,000 --> .*\nSpeaker 1: This morning/);
	const list = (query: string) =>
		app.get<{ transcripts: TranscriptSummary[] }>(`${path}/transcripts?${query}`, user.apiKey);
	expect((await list("search=THIS%20morning")).transcripts.map((one) => one.transcription_id)).toEqual([id]);
	expect((await list("search=budget")).transcripts).toHaveLength(1);
	expect((await list("search=nothing")).transcripts).toEqual([]);
	expect((await list("state=failed")).transcripts).toEqual([]);
	const audio = await fetch(`${app.url}${path}/transcripts/${id}/audio`, {
		headers: { "xi-api-key": user.apiKey, range: "bytes=0-99" },
	});
	expect(audio.status).toBe(206);
	expect(audio.headers.get("content-type")).toBe("audio/mpeg");
	expect((await audio.arrayBuffer()).byteLength).toBe(100);
	const restored = await app.request<TranscriptDetails>(user.apiKey, "PATCH", `${path}/transcripts/${id}`, {
		words: null,
	});
	expect(restored.body).toMatchObject({ is_edited: false, original_words: null, title: "Budget talk" });
	const invalid = await app.request(user.apiKey, "PATCH", `${path}/transcripts/${id}`, {
		words: [{ ...words[0], end: 0, start: 1 }],
	});
	expect(invalid).toMatchObject({ status: 400, body: { detail: { code: "invalid_request" } } });
});

test("edits only some words of a transcript, if nobody else has edited it", async () => {
	const user = await app.user();
	const { transcription_id: id } = await create(user);
	await work(user);
	const { words, revision } = await details(user, id);
	const patch = (body: object) =>
		app.request<TranscriptDetails>(user.apiKey, "PATCH", `${path}/transcripts/${id}`, body);
	const [first, space] = words ?? [];
	const end = words?.length ?? 0;
	const changes = [
		{ from: 0, count: 1, words: [{ ...first, text: "This" }] },
		{ from: 1, count: 1, words: [{ ...space, text: "\n" }] },
		{ from: end, count: 0, words: [{ ...first, text: "End.", start: 99, end: 100 }] },
	];
	const edited = await patch({ revision, changes });
	expect(edited.body.words?.map(({ text }) => text)).toEqual([
		"This",
		"\n",
		...(words ?? []).slice(2).map(({ text }) => text),
		"End.",
	]);
	expect(edited.body).toMatchObject({ is_edited: true, revision: revision + 1 });
	expect(await patch({ revision, changes })).toMatchObject({ status: 409, body: { detail: { code: "conflict" } } });
	const next = revision + 1;
	for (const body of [
		{ changes },
		{ revision: next, changes, words: [] },
		{ revision: next, changes: [{ from: end + 2, count: 0, words: [] }] },
		{ revision: next, changes: changes.toReversed() },
	])
		expect(await patch(body)).toMatchObject({ status: 400, body: { detail: { code: "invalid_request" } } });
});

test("lists transcripts page by page, newest first", async () => {
	const user = await app.user();
	const ids: string[] = [];
	for (let count = 0; count < 3; count++) ids.push((await create(user)).transcription_id);
	type Page = { transcripts: TranscriptSummary[]; has_more: boolean; next_cursor: string | null };
	const first = await app.get<Page>(`${path}/transcripts?page_size=2`, user.apiKey);
	expect(first.transcripts.map((one) => one.transcription_id)).toEqual([ids[2], ids[1]]);
	expect(first.has_more).toBe(true);
	const cursor = encodeURIComponent(first.next_cursor ?? "");
	const second = await app.get<Page>(`${path}/transcripts?page_size=2&cursor=${cursor}`, user.apiKey);
	expect(second.transcripts.map((one) => one.transcription_id)).toEqual([ids[0]]);
	expect(second).toMatchObject({ has_more: false, next_cursor: null });
});

test("tells speakers apart if asked, with a known number or without", async () => {
	const user = await app.user({ tier: "pro" });
	const speakersOf = ({ words }: TranscriptChunk) => [...new Set(words.map(({ speaker_id }) => speaker_id))];
	const file = wav(dialogue);
	expect(speakersOf(await transcribe(user, { file }))).toEqual([null]);
	const found = await transcribe(user, {
		file: wav([{ hertz: low, seconds: 4 }, { seconds: 0.5 }, { hertz: high, seconds: 4 }]),
		diarize: "true",
	});
	expect(speakersOf(found)).toEqual(["speaker_0", "speaker_1"]);
	expect(speakersOf(await transcribe(user, { file, diarize: "true", num_speakers: "1" }))).toEqual(["speaker_0"]);
});

test("transcribes each channel on its own, separately or combined, and charges for all", async () => {
	const user = await app.user({ tier: "pro" });
	const file = wav([{ hertz: low, seconds: 2 }], [{ seconds: 0.5 }, { hertz: high, seconds: 1.5 }]);
	const { transcripts } = await transcribe<MultichannelTranscript>(user, { file, use_multi_channel: "true" });
	expect(transcripts.map(({ channel_index }) => channel_index)).toEqual([0, 1]);
	expect(transcripts[1]?.words[0]).toMatchObject({ speaker_id: "speaker_1", channel_index: 1 });
	expect(transcripts[1]?.words[0]?.start).toBeCloseTo(0.5, 1);
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: creditsFor(4) });
	const combined = await transcribe(user, {
		file,
		use_multi_channel: "true",
		multichannel_output_style: "combined",
	});
	const starts = combined.words.filter(({ type }) => type === "word").map(({ start }) => start as number);
	expect(starts).toEqual(starts.toSorted((one, other) => one - other));
	expect(new Set(combined.words.map(({ channel_index }) => channel_index))).toEqual(new Set([0, 1]));
});

test("honors the format of times, raw PCM, keyterms and additional formats in either spelling", async () => {
	const user = await app.user({ tier: "pro" });
	const raw = new Blob([new Uint8Array(pcmOf(talk))]);
	const characters = await transcribe(user, {
		file: raw,
		file_format: "pcm_s16le_16",
		timestamps_granularity: "character",
		keyterms: "Kokoro",
		temperature: "0.4",
		seed: "7",
		// The SDK for Python sends these for options that are not set.
		entity_detection: "null",
		entity_redaction: "null",
		webhook_metadata: "null",
	});
	expect(characters.words[0]?.characters?.map(({ text }) => text).join("")).toBe("Kokoro");
	const none = await transcribe(user, { file: raw, file_format: "pcm_s16le_16", timestamps_granularity: "none" });
	expect(none.words[0]).toMatchObject({ text: "The", start: null, end: null });
	const formats = await transcribe(user, {
		file: wav(talk),
		additional_formats: JSON.stringify([
			{ format: "srt", maxCharactersPerLine: 20 },
			{ format: "txt", include_timestamps: false },
			{ format: "segmented_json" },
			{ format: "docx" },
		]),
	});
	const [srt, txt, json, docx] = formats.additional_formats ?? [];
	expect(srt).toMatchObject({ requested_format: "srt", file_extension: "srt", is_base64_encoded: false });
	expect((srt?.content ?? "").split("\n").every((line) => line.includes("-->") || line.length <= 20)).toBe(true);
	expect(txt?.content).toBe(`${formats.text}\n`);
	expect(JSON.parse(json?.content ?? "")).toMatchObject({ segments: [{ text: formats.text, start: 0 }] });
	expect(docx).toMatchObject({ is_base64_encoded: true, file_extension: "docx" });
	expect(
		Buffer.from(docx?.content ?? "", "base64")
			.subarray(0, 2)
			.toString(),
	).toBe("PK");
});

test("transcribes what is behind a URL, and says why it can't", async () => {
	const user = await app.user();
	const site = createServer((request, reply) =>
		request.url === "/talk.wav" ? reply.end(wavOf(talk)) : reply.writeHead(404).end(),
	);
	await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
	const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
	try {
		const transcript = await transcribe(user, { source_url: `${origin}/talk.wav` });
		expect(fakePassage.startsWith(transcript.text)).toBe(true);
		const { transcripts } = await app.get<{ transcripts: TranscriptSummary[] }>(`${path}/transcripts`, user.apiKey);
		expect(transcripts[0]?.title).toBe("talk");
		const [missing] = await Promise.all([send(user, { cloud_storage_url: `${origin}/none.wav` }), work(user)]);
		expect(missing.status).toBe(400);
		expect(((await missing.json()) as ErrorBody).detail.message).toContain("couldn't be downloaded");
		expect((await send(user, { source_url: "http://169.254.169.254/a.wav" })).status).toBe(400);
	} finally {
		site.closeAllConnections();
		site.close();
	}
});

test("with a webhook it responds at once and sends the transcript with its metadata", async () => {
	const user = await app.user();
	const without = await send(user, { file: wav(talk), webhook: "true" });
	expect(await without.json()).toMatchObject({ detail: { code: "invalid_request" } });
	const hook = async (events: string[]) =>
		(
			await app.request<{ webhook_id: string }>(user.apiKey, "POST", "/v1/workspace/webhooks", {
				settings: { auth_type: "hmac", name: "Hook", webhook_url: "http://127.0.0.1:9/hook", events },
			})
		).body.webhook_id;
	const subscribed = await hook(["speech_to_text"]);
	const other = await hook(["api_key_created"]);
	const events = async () =>
		(
			await app.db
				.selectFrom("webhook_delivery")
				.select(["webhook_id", "body"])
				.where("workspace_id", "=", user.workspaceId)
				.execute()
		).map(({ webhook_id, body }) => ({ webhook_id, ...(JSON.parse(String(body)) as { type: string; data: unknown }) }));
	const response = await send(user, { file: wav(talk), webhook: "true", webhook_metadata: '{"episode":"12"}' });
	expect(response.status).toBe(202);
	const accepted = (await response.json()) as { request_id: string; transcription_id: string };
	expect(accepted.request_id).toBe(response.headers.get("x-request-id"));
	await work(user);
	expect(await events()).toMatchObject([
		{
			webhook_id: subscribed,
			type: "speech_to_text_transcription",
			data: {
				request_id: accepted.request_id,
				transcription_id: accepted.transcription_id,
				transcription: { language_code: "eng" },
				webhook_metadata: { episode: "12" },
				error: null,
			},
		},
	]);
	await send(user, { file: new Blob(["no audio"]), webhook: "true", webhook_id: other });
	await work(user);
	expect((await events()).find(({ webhook_id }) => webhook_id === other)).toMatchObject({
		data: { transcription: null, error: expect.stringMatching(/\w+/) },
	});
	expect((await send(user, { file: wav(talk), webhook: "true", webhook_id: "nobody" })).status).toBe(404);
	const unlogged = await send(user, { file: wav(talk), webhook: "true" }, "?enable_logging=false");
	expect(unlogged.status).toBe(400);
});

test("keeps nothing with enable_logging=false", async () => {
	const user = await app.user();
	const transcript = await transcribe(user, { file: wav(talk) }, "?enable_logging=false");
	expect(transcript).toMatchObject({ transcription_id: null, language_code: "eng" });
	expect(await remaining(user)).toEqual([]);
	const rows = await app.db
		.selectFrom("transcript")
		.select("id")
		.where("workspace_id", "=", user.workspaceId)
		.execute();
	expect(rows).toEqual([]);
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: creditsFor(3), reserved: 0 });
});

test("rejects what it can't do instead of leaving it out", async () => {
	const user = await app.user();
	for (const fields of [
		{ entity_detection: "all" },
		{ entity_redaction: '["pii"]' },
		{ use_speaker_library: "true" },
		{ detect_speaker_roles: "true" },
		{ transcript_edit: "Fix names" },
	] as Fields[]) {
		const response = await send(user, { file: wav(talk), ...fields });
		expect(response.status).toBe(400);
		expect(((await response.json()) as ErrorBody).detail.message).toContain(Object.keys(fields)[0]);
	}
	expect((await send(user, { file: wav(talk), model_id: "scribe_v9" })).status).toBe(404);
	expect((await send(user, {})).status).toBe(400);
	expect((await send(user, { file: wav(talk), source_url: "https://example.com/a.mp3" })).status).toBe(400);
	expect(await remaining(user)).toEqual([]);
});

test("a file without audio fails with a reason and costs nothing", async () => {
	const user = await app.user();
	const [response] = await Promise.all([send(user, { file: new Blob(["not a recording"]) }), work(user)]);
	expect(response.status).toBe(400);
	expect(await response.json()).toMatchObject({ detail: { code: "invalid_audio" } });
	const { transcripts } = await app.get<{ transcripts: TranscriptSummary[] }>(`${path}/transcripts`, user.apiKey);
	expect(transcripts).toMatchObject([{ state: "failed", error: expect.stringMatching(/\.$/), credits: null }]);
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 0, reserved: 0, open: 0 });
	expect(await remaining(user)).toEqual([]);
});

test("denies a recording that the credits don't cover, at once or when its length is known", async () => {
	const empty = await app.user({ credits: 0 });
	const denied = await send(empty, { file: wav(talk) });
	expect(denied.status).toBe(401);
	expect(await denied.json()).toMatchObject({ detail: { code: "quota_exceeded" } });
	expect(await remaining(empty)).toEqual([]);
	const user = await app.user({ credits: 2 });
	const [response] = await Promise.all([send(user, { file: wav([{ hertz: low, seconds: 4 }]) }), work(user)]);
	expect(response.status).toBe(401);
	expect(((await response.json()) as ErrorBody).detail.message).toContain("Shorten it");
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 0, reserved: 0, open: 0 });
});

test("a canceled or deleted transcript stops, costs nothing and leaves no files", async () => {
	const user = await app.user();
	for (const end of ["cancel", "delete"] as const) {
		const { transcription_id: id } = await create(user);
		const transcribeUntilCanceled: TranscriptServices["speech"]["transcribe"] = async (_pcm, _options, signal) => {
			expect((await app.ledger(user.workspaceId)).reserved).toBe(creditsFor(3.5));
			const path_ = `${path}/transcripts/${id}`;
			if (end === "cancel") {
				const { body } = await app.request<TranscriptSummary>(user.apiKey, "POST", `${path_}/cancel`);
				expect(body.state).toBe("cancelled");
			} else await app.request(user.apiKey, "DELETE", path_);
			await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
			throw new Error("unreachable");
		};
		await work(user, { speech: { transcribe: transcribeUntilCanceled } });
		expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 0, reserved: 0, open: 0 });
		expect(await remaining(user)).toEqual([]);
		const found = await app.request(user.apiKey, "GET", `${path}/transcripts/${id}/details`);
		expect(found.status).toBe(end === "cancel" ? 200 : 404);
	}
});

test("a run that is interrupted anywhere and repeated gives one transcript and one charge", async () => {
	const user = await app.user();
	const { transcription_id: id } = await create(user);
	const steps: string[] = [];
	let crashAt = 0;
	const crash = async (name: string) => {
		steps.push(name);
		if (steps.length === crashAt) throw new Error("killed");
	};
	let job: Awaited<ReturnType<typeof work>> | undefined;
	// The first step runs again each time: a crash before, in between and after every step.
	for (crashAt = 2; crashAt <= 6; crashAt++) {
		steps.length = 0;
		const run = { workspaceId: user.workspaceId, transcriptId: id, stored: true };
		const row = await app.db
			.selectFrom("transcript")
			.select("upload_id")
			.where("id", "=", id)
			.executeTakeFirstOrThrow();
		job ??= { ...run, uploadId: row.upload_id ?? "" };
		// A killed worker does not get to give up or clean up.
		await runWorkflow(transcriptWorkflow, job, services(), async (name) => {
			if (name === "give up" || name === "clean up") throw new Error("killed");
			await crash(name);
		}).catch((error: Error) => expect(error.message).toBe("killed"));
	}
	await runWorkflow(transcriptWorkflow, job as NonNullable<typeof job>, services());
	expect(await details(user, id)).toMatchObject({ state: "completed", credits: creditsFor(3.5) });
	expect(await app.ledger(user.workspaceId)).toEqual({ used: creditsFor(3.5), reserved: 0, entries: 1, open: 0 });
	expect(await remaining(user)).toEqual([`transcripts/${user.workspaceId}/${id}.mp3`]);
});
