// Prepares two accounts for the checks: one that has used everything and owns a team, and a new one.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type APIRequestContext, request } from "@playwright/test";
import { secondTeamOwner } from "../../seed/scenarios/team.ts";
import { recordingOf, storyText } from "../sdk/recordings.ts";
import { fillVoices } from "./voices.ts";

type StorageState = Awaited<ReturnType<APIRequestContext["storageState"]>>;
type CreatedVoices = { voice: string; voiceShare: string; recorded: string; professional: string };
export type World = {
	full: StorageState;
	fresh: StorageState;
	names: {
		share: string;
		dictionary: string;
		profile: string;
		collection: string;
		transcript: string;
		project: string;
		review: string;
		import: string;
		revision: string;
		voiceover: string;
	} & CreatedVoices;
};

const sentences = [
	"The lighthouse keeper waits for the tide.",
	"Every voice has its own colours, and the waveform is drawn from what was really spoken.",
	"A long sentence, written so that a row of a list has more to show than it has room for, goes on past the width of a telephone and past the width of most tables, too.",
	"Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen",
	"Short.",
];

const visitor = (url: string) => request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });

async function signUp(url: string, name: string): Promise<APIRequestContext> {
	const context = await visitor(url);
	const email = `site-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`;
	const response = await context.post("/api/auth/sign-up/email", { data: { name, email, password: "long enough" } });
	if (!response.ok()) throw new Error(`sign-up: ${response.status()} ${await response.text()}`);
	return context;
}

/** Signs in the team owner of the seed. */
async function signInOwner(url: string): Promise<APIRequestContext> {
	const context = await visitor(url);
	await json(await context.post("/api/auth/sign-in/email", { data: secondTeamOwner }));
	return context;
}

/** Creates one of everything a workspace can have, with names that are too long for their space. */
async function fillWorkspace(full: APIRequestContext): Promise<void> {
	const make = async <T>(path: string, data: unknown) => json<T>(await full.post(path, { data }));
	await make("/v1/user/api-keys", { name: "Newsletter, read aloud every morning", character_limit: 50_000 });
	await make("/v1/user/api-keys", {
		name: "Only speech",
		permissions: ["text_to_speech"],
		allowed_ips: ["203.0.113.0/24"],
	});
	const settings = {
		auth_type: "hmac",
		name: "Production",
		webhook_url: "https://hooks.lighthouse.example.com/a/rather/long/path/that/has/to/be/shortened/somewhere",
	};
	await make("/v1/workspace/webhooks", { settings });
	await make("/v1/workspace/invites/add-bulk", {
		emails: ["new.colleague@lighthouse.example.com", "somebody.with.a.very.long.address@a-customer.example.org"],
	});
	const serviceAccount = await make<{ "service-account-user-id": string }>("/v1/service-accounts", {
		name: "Nightly build",
	});
	await make(`/v1/service-accounts/${serviceAccount["service-account-user-id"]}/api-keys`, {
		name: "Build server",
		permissions: ["text_to_speech"],
	});
	await make("/v1/workspace/groups", { name: "Everyone who can read the audit log", permissions: ["audit_log_read"] });
}

/** Creates a designed voice shared with a link, a matched voice without consent, and an unfinished professional voice. */
async function createVoices(full: APIRequestContext): Promise<CreatedVoices> {
	const make = async <T>(path: string, data: unknown) => json<T>(await full.post(path, { data }));
	const voice_description = "A calm man with a deep voice who speaks slowly, like a lighthouse keeper in November";
	const { previews } = await make<{ previews: { generated_voice_id: string }[] }>("/v1/text-to-voice/design", {
		voice_description,
		stream_previews: true,
	});
	const { voice_id: voice } = await make<{ voice_id: string }>("/v1/text-to-voice", {
		voice_name: "The keeper of the last lighthouse before the open sea",
		voice_description,
		generated_voice_id: previews[0]?.generated_voice_id,
	});
	const { url } = await make<{ url: string }>(`/v1/voices/${voice}/share`, { enable: true });
	const sample = { name: "story.wav", mimeType: "audio/wav", buffer: await recordingOf(storyText) };
	const { voice_id: recorded } = await json<{ voice_id: string }>(
		await full.post("/v1/voices/add", { multipart: { name: "Narrator", files: sample } }),
	);
	const { voice_id: professional } = await make<{ voice_id: string }>("/v1/voices/pvc", {
		name: "Storyteller",
		language: "en",
	});
	await json(await full.post(`/v1/voices/pvc/${professional}/samples`, { multipart: { files: sample } }));
	// Wait for the training, because a page with progress is never idle.
	for (let state = ""; state !== "fine_tuned"; ) {
		({ state } = await json<{ state: string }>(await full.get(`/v1/voices/${recorded}/training`)));
		if (state === "failed") throw new Error("creating the matched voice failed");
		await setTimeout(250);
	}
	return { voice, voiceShare: new URL(url).pathname.split("/").slice(-2).join("/"), recorded, professional };
}

/** Transcribes a recording, with a title that is too long for its space. */
async function createTranscript(full: APIRequestContext): Promise<string> {
	const file = {
		name: "Conversation with the keeper of the last lighthouse before the open sea, second part.wav",
		mimeType: "audio/wav",
		buffer: await recordingOf(storyText),
	};
	const { transcription_id } = await json<{ transcription_id: string }>(
		await full.post("/v1/speech-to-text", { multipart: { model_id: "whisper_small", diarize: "true", file } }),
	);
	return transcription_id;
}

const dialogue = [
	"“Who is there?”",
	"Nobody moved.",
	"“The lamp is out,” said Ada Hale.",
	"“Since when?” asked Captain Bartholomew Featherstonehaugh-Cholmondeley of the harbor watch.",
	"“Since noon.”",
	"Ada lit a match. “Hold this, Tom, and keep the flame away from the oil, because the last keeper did not.”",
	"“I will,” said Tom.",
];

/** A project with a long name, and a cast with a long name, unsure lines and a voice for each character. */
async function createProject(full: APIRequestContext, voiceId: string): Promise<string> {
	const node = (text: string) => ({ type: "tts_node", text, voice_id: voiceId });
	const chapters = [
		{
			name: "In which the keeper of the last lighthouse before the open sea waits for the tide",
			blocks: [
				{ sub_type: "h1", nodes: [node("The lighthouse")] },
				...sentences.map((text) => ({ sub_type: "p", nodes: [node(text)] })),
			],
		},
		{ name: "Dialogue", blocks: dialogue.map((text) => ({ sub_type: "p", nodes: [node(text)] })) },
		{ name: "Empty", blocks: [] },
	];
	const { project } = await json<{ project: { project_id: string } }>(
		await full.post("/v1/studio/projects", {
			multipart: {
				name: "The keeper of the last lighthouse before the open sea: a novel in three parts",
				from_content_json: JSON.stringify(chapters),
			},
		}),
	);
	const path = `/v1/studio/projects/${project.project_id}/cast`;
	let { state } = await json<{ state: string }>(await full.post(`${path}/find`, { data: { assign_voices: true } }));
	// Wait for it, because a page with progress is never idle.
	while (state !== "ready") {
		if (state === "failed") throw new Error("finding speakers failed");
		await setTimeout(250);
		({ state } = await json<{ state: string }>(await full.get(path)));
	}
	return project.project_id;
}

/** A review link to a chapter with audio, with a comment, an approval and a blind comparison. Returns its token. */
async function createReviewLink(full: APIRequestContext, projectId: string): Promise<string> {
	const path = `/v1/studio/projects/${projectId}`;
	const { chapters } = await json<{ chapters: { chapter_id: string; block_ids_order: string[] }[] }>(
		await full.get(path),
	);
	const { chapter_id = "", block_ids_order: [block_id] = [] } = chapters[1] ?? {};
	type Conversion = { conversion_id: string; state: string };
	const { conversion_id } = await json<Conversion>(await full.post(`${path}/conversions`, { data: { chapter_id } }));
	for (let state = ""; state !== "done"; ) {
		({ state } = await json<Conversion>(await full.get(`${path}/conversions/${conversion_id}`)));
		if (state === "failed") throw new Error("converting a chapter failed");
		await setTimeout(250);
	}
	const label = "The editors of the second volume, who listen to everything before it is published anywhere";
	const { review, url } = await json<{ review: { review_id: string }; url: string }>(
		await full.post(`${path}/reviews`, { data: { label } }),
	);
	const [first, second] = (await json<{ voices: { voice_id: string }[] }>(await full.get("/v1/voices"))).voices;
	await json(
		await full.post(`${path}/reviews/${review.review_id}/comparisons/voices`, {
			data: { chapter_id, block_id, first: { voice_id: first?.voice_id }, second: { voice_id: second?.voice_id } },
		}),
	);
	const token = new URL(url).hash.slice(1);
	const link = `/v1/studio/review-links/${token}`;
	const { guest_key } = await json<{ guest_key: string }>(
		await full.post(`${link}/guests`, { data: { name: "Maximiliane von der Donaudampfschifffahrtsgesellschaft" } }),
	);
	const opened = await json<{ chapters: { chapter_id: string; recording: { chapter_snapshot_id: string } | null }[] }>(
		await full.get(link),
	);
	const chapter_snapshot_id = opened.chapters.find((chapter) => chapter.chapter_id === chapter_id)?.recording
		?.chapter_snapshot_id;
	const guest = { guest_key, chapter_snapshot_id };
	const own = `${link}/chapters/${chapter_id}`;
	const text = "Slower, please. ".repeat(12).trim();
	await json(await full.post(`${own}/comments`, { data: { ...guest, audio_seconds: 1, text } }));
	await json(await full.put(`${own}/approval`, { data: { ...guest, approved: true } }));
	return token;
}

/** A voice-over with a long name, lines in short slots, and speech. */
async function createVoiceover(full: APIRequestContext): Promise<string> {
	const name = "The keeper of the last lighthouse before the open sea: a tour of the tower and its lamp";
	const post = async <T>(path: string, data: unknown) => json<T>(await full.post(path, { data }));
	const { voiceover_id } = await post<{ voiceover_id: string }>("/v1/voiceover/projects", { name });
	const path = `/v1/voiceover/projects/${voiceover_id}`;
	for (const [at, text] of sentences.entries())
		await post(`${path}/lines`, { start_ms: at * 4_000, end_ms: at * 4_000 + 3_500, text });
	type Job = { voiceover_job_id: string; state: string };
	let job = await post<Job>(`${path}/speech`, {});
	// Wait for it, because a page with progress is never idle.
	while (job.state !== "done") {
		if (job.state === "failed") throw new Error("generating speech failed");
		await setTimeout(250);
		job = await json<Job>(await full.get(`${path}/jobs/${job.voiceover_job_id}`));
	}
	return voiceover_id;
}

/** An import that waits for its review, with long names and something of each kind that is left out. */
async function createImport(full: APIRequestContext): Promise<string> {
	const chapters = Array.from({ length: 12 }, (_, at) => {
		const note = `[^${at}]: A note on chapter ${at + 1}, long enough to need more than one line on a narrow screen.`;
		return `# ${at + 1}. ${sentences[at % sentences.length]}\n\n${storyText}[^${at}]\n\n${note}`;
	});
	const file = {
		name: "The keeper of the last lighthouse before the open sea, corrected proofs.md",
		mimeType: "text/markdown",
		buffer: Buffer.from(chapters.join("\n\n")),
	};
	const path = "/v1/studio/imports";
	type Import = { import_id: string; state: string };
	const { import_id } = await json<Import>(await full.post(path, { multipart: { file } }));
	// Wait for it, because a page with progress is never idle.
	for (let state = ""; state !== "review"; ) {
		({ state } = await json<Import>(await full.get(`${path}/${import_id}`)));
		if (state === "failed") throw new Error("reading the document failed");
		await setTimeout(250);
	}
	return import_id;
}

/** A revised manuscript of a project with long sentences that changed. */
async function createRevision(full: APIRequestContext, projectId: string): Promise<string> {
	const path = `/v1/studio/projects/${projectId}/revisions`;
	const chapters = sentences.map((sentence, at) => `# ${sentence}\n\n${storyText.replace("the", "that")} Part ${at}.`);
	const file = { name: "Second proofs.md", mimeType: "text/markdown", buffer: Buffer.from(chapters.join("\n\n")) };
	type Revision = { revision_id: string; state: string };
	const { revision_id } = await json<Revision>(await full.post(path, { multipart: { file } }));
	// Wait for it, because a page with progress is never idle.
	for (let state = ""; state !== "ready"; ) {
		({ state } = await json<Revision>(await full.get(`${path}/${revision_id}`)));
		if (state === "failed") throw new Error("comparing the manuscript failed");
		await setTimeout(250);
	}
	return revision_id;
}

/** Removes the noise of a recording and changes its voice. */
async function changeRecording(full: APIRequestContext, voiceId: string): Promise<void> {
	const audio = { name: "Interview on the quay.wav", mimeType: "audio/wav", buffer: await recordingOf(storyText) };
	for (const path of ["/v1/audio-isolation", `/v1/speech-to-speech/${voiceId}`]) {
		const response = await full.post(path, { multipart: { audio } });
		if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
	}
}

async function json<T>(response: Awaited<ReturnType<APIRequestContext["get"]>>): Promise<T> {
	if (!response.ok()) throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`);
	return (await response.json()) as T;
}

export async function prepareWorld(url: string, file: string): Promise<void> {
	const full = await signInOwner(url);
	await fillWorkspace(full);
	const { voices } = await json<{ voices: { voice_id: string }[] }>(await full.get("/v1/voices"));
	for (const [index, text] of sentences.entries()) {
		const voice = voices[index % voices.length]?.voice_id ?? "";
		const spoken = await full.post(`/v1/text-to-speech/${voice}`, { data: { text } });
		if (!spoken.ok()) throw new Error(`speech: ${spoken.status()} ${await spoken.text()}`);
	}
	await changeRecording(full, voices[0]?.voice_id ?? "");
	const { history } = await json<{ history: { history_item_id: string }[] }>(await full.get("/v1/history"));
	const item = history[0]?.history_item_id ?? "";
	const { share_link } = await json<{ share_link: string }>(await full.post(`/v1/history/${item}/share-link`));
	const rules = [
		{ string_to_replace: "nginx", type: "alias", alias: "engine X, as the people who make it say it" },
		{ string_to_replace: "Donaudampfschifffahrtsgesellschaft", type: "alias", alias: "Danube steamship company" },
	];
	const dictionary = await json<{ id: string }>(
		await full.post("/v1/pronunciation-dictionaries/add-from-rules", { data: { name: "Server names", rules } }),
	);
	const profile = `ada-${Date.now()}`;
	await json(await full.patch("/v1/user/profile", { data: { handle: profile, public: true, list_shared: true } }));
	const voiceIds = await createVoices(full);
	const collections = await fillVoices(full);
	const fresh = await signUp(url, "Grace Example");
	const project = await createProject(full, voices[0]?.voice_id ?? "");
	const world: World = {
		full: await full.storageState(),
		fresh: await fresh.storageState(),
		names: {
			share: new URL(share_link).pathname.split("/").at(-1) ?? "",
			dictionary: dictionary.id,
			profile,
			transcript: await createTranscript(full),
			project,
			review: await createReviewLink(full, project),
			import: await createImport(full),
			revision: await createRevision(full, project),
			voiceover: await createVoiceover(full),
			...voiceIds,
			...collections,
		},
	};
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, JSON.stringify(world));
	await Promise.all([full.dispose(), fresh.dispose()]);
}

export async function readWorld(): Promise<World> {
	return JSON.parse(await readFile(process.env.SITE_WORLD ?? "", "utf8")) as World;
}
