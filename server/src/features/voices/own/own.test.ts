import { defaultVoiceSettings, type VoiceCollection } from "@timbre/contract/voices/own.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aColleague, aVoice, type SeedUser } from "../../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { runWorkflow } from "../../../testing/workflows/run-workflow.ts";
import { getVoiceUsage } from "./limits.service.ts";
import { createVoice } from "./own.service.ts";
import { savePreview } from "./previews.service.ts";
import { voicePurgeWorkflow } from "./purge.workflow.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

type Page = { voices: Voice[]; has_more: boolean; total_count: number; next_page_token: string | null };
const search = (user: SeedUser, query = "") => app.get<Page>(`/v2/voices${query}`, user.apiKey);
const read = (user: SeedUser, id: string) => app.get<Voice>(`/v1/voices/${id}`, user.apiKey);
const names = ({ voices }: Page) => voices.map((voice) => voice.name);

async function request(user: SeedUser, method: string, path: string, body?: unknown) {
	const form = body instanceof FormData;
	const response = await fetch(app.url + path, {
		method,
		headers: {
			"xi-api-key": user.apiKey,
			...(body === undefined || form ? {} : { "content-type": "application/json" }),
		},
		...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
	});
	const json = (await response.json()) as { detail?: { code: string; message: string } } & Record<string, unknown>;
	return { status: response.status, code: json.detail?.code, message: json.detail?.message, json };
}

function formOf(parts: Record<string, string>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(parts)) form.append(name, value);
	return form;
}

const own = (user: SeedUser, options: Parameters<typeof aVoice>[3] = {}) => aVoice(app.db, app.storage, user, options);

test("VOICES-038 VOICES-039 lists own voices newest first, followed by shipped voices", async () => {
	const user = await app.user();
	const first = await own(user, { name: "First" });
	const second = await own(user, { name: "Second" });
	const { voices } = await app.get<{ voices: Voice[] }>("/v1/voices", user.apiKey);
	expect(voices.slice(0, 2).map((voice) => voice.voice_id)).toEqual([second.voiceId, first.voiceId]);
	expect(voices.slice(2).every((voice) => voice.category === "premade" && voice.origin === "shipped")).toBe(true);
	expect(voices.length).toBeGreaterThan(4);
	const page = await search(user, "?page_size=2");
	expect(names(page)).toEqual(["Second", "First"]);
	expect(page).toMatchObject({ has_more: true, total_count: voices.length });
	expect((await read(user, first.voiceId)).name).toBe("First");
	expect((await read(user, app.voiceId)).category).toBe("premade");
});

test("VOICES-037 adds the ids of ElevenLabs's default voices only with show_legacy", async () => {
	const user = await app.user();
	const list = async (query: string) => (await app.get<{ voices: Voice[] }>(`/v1/voices${query}`, user.apiKey)).voices;
	const plain = await list("");
	expect(plain.some((voice) => voice.is_legacy)).toBe(false);
	expect(await list("?show_legacy=false")).toEqual(plain);
	const all = await list("?show_legacy=true");
	expect(all.slice(0, plain.length)).toEqual(plain);
	const legacy = all.slice(plain.length);
	expect(legacy.length).toBeGreaterThan(0);
	expect(legacy.every((voice) => voice.is_legacy)).toBe(true);
	const rachel = legacy.find((voice) => voice.voice_id === "21m00Tcm4TlvDq8ikWAM");
	expect(rachel?.name).toBe("Rachel");
	const spoken = await app.postJson(`/v1/text-to-speech/${rachel?.voice_id}`, user.apiKey, { text: "Hello." });
	expect(spoken.status).toBe(200);
	expect(
		(await fetch(`${app.url}/v1/voices?show_legacy=maybe`, { headers: { "xi-api-key": user.apiKey } })).status,
	).toBe(422);
});

test("VOICES-011 VOICES-012 VOICES-013 VOICES-014 VOICES-015 VOICES-016 VOICES-017 VOICES-018 returns every field of an own voice", async () => {
	const user = await app.user();
	const { voiceId, sampleIds } = await own(user, {
		name: "Grandfather",
		description: "Warm and slow",
		category: "cloned",
		labels: { gender: "male", age: "old", accent: "british", featured: "no" },
		origin: "matched",
		originFacts: { similarity: 0.71 },
		speaker: "blend:tone-low*1/tone-high*1/1",
		requiresVerification: true,
		samples: 1,
		preview: true,
	});
	const voice = await read(user, voiceId);
	expect(voice).toMatchObject({
		voice_id: voiceId,
		name: "Grandfather",
		description: "Warm and slow",
		category: "cloned",
		labels: { gender: "male", age: "old", featured: "no" },
		language: "en",
		safety_control: null,
		is_legacy: false,
		is_mixed: true,
		is_owner: true,
		origin: "matched",
		similarity: 0.71,
		disabled: false,
		tooltip: null,
		high_quality_base_model_ids: ["test_tone"],
		verified_languages: [
			{ language: "en", model_id: "test_tone", accent: "british" },
			{ language: "en", model_id: "eleven_multilingual_v2", accent: "british" },
		],
		voice_verification: { is_verified: true, requires_verification: true },
		samples: [{ sample_id: sampleIds[0], file_name: "recording 1.wav", duration_secs: 12 }],
		sharing: {
			status: "disabled",
			rate: null,
			notice_period: 0,
			disable_at_unix: null,
			live_moderation_enabled: false,
		},
		permission_on_resource: "admin",
		settings: defaultVoiceSettings,
	});
	expect(voice.verified_languages[0]?.preview_url).toBe(voice.preview_url);
	expect(await (await fetch(voice.preview_url ?? "")).text()).toBe(`the preview of ${voiceId}`);
	const guessed = await fetch(`${app.url}/v1/voices/${voiceId}/preview?v=${"0".repeat(40)}`);
	expect(guessed.status).toBe(404);
	expect((await fetch(`${app.url}/v1/voices/${voiceId}/preview`)).status).toBe(404);
});

test.each([
	["fake", ["en", "de"]],
	["piper", []],
])(
	"VOICES-027 a voice of the engine %s offers previews under eleven_multilingual_v2 in %j",
	async (engine, expected) => {
		const user = await app.user();
		const { voiceId } = await own(user, { engine, preview: true });
		const clip = { bytes: Buffer.from("Hallo"), contentType: "audio/mpeg", durationSeconds: 1 };
		await savePreview(app.db, app.storage, user.workspaceId, voiceId, { ...clip, language: "de" });
		const { verified_languages } = await read(user, voiceId);
		const offered = verified_languages.filter((one) => one.model_id === "eleven_multilingual_v2" && one.preview_url);
		expect(offered.map((one) => one.language)).toEqual(expected);
	},
);

test("VOICES-021 VOICES-035 pages have no gaps in any sort order, even while voices are added", async () => {
	const user = await app.user();
	for (const name of ["Delta", "alpha", "Charlie", "bravo", "Echo"]) await own(user, { name });
	const walk = async (query: string) => {
		const found: string[] = [];
		let token: string | null = null;
		do {
			const page: Page = await search(
				user,
				`?page_size=2&voice_type=personal${query}${token ? `&next_page_token=${token}` : ""}`,
			);
			found.push(...names(page));
			expect(page.has_more).toBe(page.next_page_token !== null);
			token = page.next_page_token;
			if (found.length === 2 && query === "") await own(user, { name: "Foxtrot" });
		} while (token !== null);
		return found;
	};
	expect(await walk("")).toEqual(["Echo", "bravo", "Charlie", "alpha", "Delta"]);
	expect(await walk("&sort=name")).toEqual(["alpha", "bravo", "Charlie", "Delta", "Echo", "Foxtrot"]);
	expect(await walk("&sort=name&sort_direction=desc")).toEqual([
		"Foxtrot",
		"Echo",
		"Delta",
		"Charlie",
		"bravo",
		"alpha",
	]);
	expect(await walk("&sort=created_at_unix&sort_direction=asc")).toEqual([
		"Delta",
		"alpha",
		"Charlie",
		"bravo",
		"Echo",
		"Foxtrot",
	]);
	const everything: string[] = [];
	let token: string | null = null;
	do {
		const page: Page = await search(user, `?page_size=3${token ? `&next_page_token=${token}` : ""}`);
		everything.push(...page.voices.map((voice) => voice.voice_id));
		token = page.next_page_token;
	} while (token !== null);
	const { voices } = await app.get<{ voices: Voice[] }>("/v1/voices", user.apiKey);
	expect(everything).toEqual(voices.map((voice) => voice.voice_id));
	for (const wrong of ["next_page_token=nonsense", "page_size=101", "page_size=0", "sort=colour", "voice_type=other"])
		expect((await request(user, "GET", `/v2/voices?${wrong}`)).status).toBeGreaterThanOrEqual(400);
	for (const forged of [
		["created", true, 0, 1e12, "x"],
		["created", true, 0, 0, "\u0000"],
		["created", true, "x", 0, "x"],
		7,
	]) {
		const token = Buffer.from(JSON.stringify(forged)).toString("base64url");
		expect((await request(user, "GET", `/v2/voices?next_page_token=${token}`)).code).toBe("invalid_request");
	}
	const byName = (await search(user, "?page_size=2&sort=name")).next_page_token;
	expect(await request(user, "GET", `/v2/voices?next_page_token=${byName}`)).toMatchObject({
		status: 400,
		code: "invalid_request",
	});
	expect((await search(user, "?include_total_count=false")).total_count).toBe(-1);
});

test("VOICES-035 filters narrow the list and can be combined", async () => {
	const user = await app.user();
	const labels = { gender: "female", age: "young", accent: "Irish", use_case: "narrative_story" };
	const maeve = await own(user, { name: "Maeve", description: "Bright 100%", labels, language: "en-IE" });
	await own(user, { name: "Otto", labels: { gender: "male", age: "old" }, language: "de", category: "cloned" });
	const mine = (query: string) => search(user, `?voice_type=non-default${query}`).then(names);
	expect(await mine("&gender=female")).toEqual(["Maeve"]);
	expect(await mine("&age=old")).toEqual(["Otto"]);
	expect(await mine("&accent=irish")).toEqual(["Maeve"]);
	expect(await mine("&language=en")).toEqual(["Maeve"]);
	expect(await mine("&language=en&language=de&sort=name")).toEqual(["Maeve", "Otto"]);
	expect(await mine("&language=en-GB")).toEqual([]);
	expect(await mine("&use_cases=narrative_story&use_cases=social_media")).toEqual(["Maeve"]);
	expect(await mine("&category=cloned")).toEqual(["Otto"]);
	expect(await mine("&search=bright%20irish")).toEqual(["Maeve"]);
	expect(await mine("&search=100%25")).toEqual(["Maeve"]);
	expect(await mine("&search=_")).toEqual(["Maeve"]);
	expect(await mine("&search=m%C3%A1ev")).toEqual(["Maeve"]);
	expect(await mine("&search=german")).toEqual(["Otto"]);
	expect(await mine("&search=male")).toEqual(["Otto"]);
	expect(await mine("&search=an%20older%20man")).toEqual(["Otto"]);
	expect(await mine("&search=a%20young%20Irish%20woman%20for%20audiobooks")).toEqual(["Maeve"]);
	expect(await mine("&search=the")).toEqual([]);
	expect(await mine(`&voice_ids=${maeve.voiceId}&voice_ids=${app.voiceId}`)).toEqual(["Maeve"]);
	expect(await mine("&gender=male&language=en")).toEqual([]);
	expect((await search(user, "?voice_type=default&page_size=100")).voices.every((v) => v.origin === "shipped")).toBe(
		true,
	);
	expect(names(await search(user, "?voice_type=community"))).toEqual([]);
});

test("VOICES-035 filters professional voices by training state", async () => {
	const user = await app.user();
	const professional = { category: "professional", origin: "trained", requiresVerification: true } as const;
	await own(user, { name: "Draft", ...professional, verified: false });
	await own(user, { name: "Unverified", ...professional, verified: false, samples: 1 });
	await own(user, { name: "Ready", ...professional, samples: 1 });
	const training = await own(user, { name: "Training", ...professional, samples: 1, engine: null, speaker: null });
	await app.db
		.insertInto("voice_training")
		.values({
			voice_id: training.voiceId,
			workspace_id: user.workspaceId,
			state: "fine_tuning",
			progress: 0.4,
			model_id: "test_tone",
			message: "Listening to the samples",
		})
		.execute();
	const found = (state: string) => search(user, `?fine_tuning_state=${state}`).then(names);
	expect(await found("draft")).toEqual(["Draft"]);
	expect(await found("not_verified")).toEqual(["Unverified"]);
	expect(await found("not_started")).toEqual(["Ready"]);
	expect(await found("fine_tuning")).toEqual(["Training"]);
	expect(await found("failed")).toEqual([]);
	const voice = await read(user, training.voiceId);
	expect(voice).toMatchObject({
		disabled: true,
		tooltip: "This voice is still being created.",
		high_quality_base_model_ids: [],
		fine_tuning: {
			state: { test_tone: "fine_tuning" },
			progress: { test_tone: 0.4 },
			message: { test_tone: "Listening to the samples" },
			dataset_duration_seconds: 12,
		},
	});
});

test("a voice is visible to its creator, admins and people it is shared with", async () => {
	const admin = await app.user({ tier: "enterprise" });
	const creator = await aColleague(app.db, await app.user(), admin.workspaceId);
	const other = await aColleague(app.db, await app.user(), admin.workspaceId);
	const { voiceId } = await own(creator, { name: "Private", samples: 1 });
	const speak = (member: SeedUser) =>
		app.postJson(`/v1/text-to-speech/${voiceId}`, member.apiKey, { text: "Hello there." });
	expect((await read(admin, voiceId)).permission_on_resource).toBe("admin");
	expect(names(await search(admin, "?voice_type=workspace"))).toEqual(["Private"]);
	expect(names(await search(other, "?voice_type=non-default"))).toEqual([]);
	expect(await request(other, "GET", `/v1/voices/${voiceId}`)).toMatchObject({ status: 404, code: "voice_not_found" });
	expect((await speak(other)).status).toBe(404);
	const resource = `/v1/workspace/resources/${voiceId}`;
	expect((await request(other, "GET", `${resource}?resource_type=voice`)).code).toBe("resource_not_found");
	const share = (role: string) =>
		request(creator, "POST", `${resource}/share`, { resource_type: "voice", role, user_email: other.email });
	expect((await share("viewer")).status).toBe(200);
	expect(await read(other, voiceId)).toMatchObject({ permission_on_resource: "viewer", is_owner: false });
	expect(names(await search(other, "?voice_type=workspace"))).toEqual(["Private"]);
	const speech = await speak(other);
	expect(speech.status).toBe(200);
	await speech.arrayBuffer();
	const rename = () => request(other, "POST", `/v1/voices/${voiceId}/edit`, formOf({ name: "Renamed" }));
	expect((await rename()).code).toBe("missing_permissions");
	const sample = (await read(creator, voiceId)).samples?.[0]?.sample_id;
	expect((await request(other, "GET", `/v1/voices/${voiceId}/samples/${sample}/audio`)).code).toBe(
		"missing_permissions",
	);
	expect((await share("editor")).status).toBe(200);
	expect((await rename()).status).toBe(200);
	expect((await request(other, "DELETE", `/v1/voices/${voiceId}`)).code).toBe("missing_permissions");
	expect((await read(creator, voiceId)).name).toBe("Renamed");
});

test("VOICES-019 VOICES-040 VOICES-048 stores settings for any voice and uses them for synthesis", async () => {
	const user = await app.user({ credits: 10_000 });
	const { voiceId } = await own(user);
	expect(await app.get("/v1/voices/settings/default", user.apiKey)).toEqual(defaultVoiceSettings);
	for (const id of [voiceId, app.voiceId]) {
		expect(await app.get(`/v1/voices/${id}/settings`, user.apiKey)).toEqual(defaultVoiceSettings);
		expect((await request(user, "POST", `/v1/voices/${id}/settings/edit`, { speed: 2 })).json).toEqual({
			status: "ok",
		});
		expect(await app.get(`/v1/voices/${id}/settings`, user.apiKey)).toEqual({ ...defaultVoiceSettings, speed: 2 });
		expect((await read(user, id)).settings?.speed).toBe(2);
	}
	expect((await request(user, "POST", `/v1/voices/${voiceId}/settings/edit`, { stability: 7 })).status).toBe(422);
	const seconds = async (body: object) => {
		const path = `/v1/text-to-speech/${voiceId}?output_format=pcm_16000`;
		const spoken = await app.postJson(path, user.apiKey, { text: "How fast is this sentence?", ...body });
		return (await spoken.arrayBuffer()).byteLength / 32_000;
	};
	const slow = await seconds({ voice_settings: { speed: 1 } });
	expect((await seconds({})) / slow).toBeCloseTo(0.5, 1);
	expect((await seconds({ voice_settings: { stability: 0.2 } })) / slow).toBeCloseTo(0.5, 1);
	const another = await app.user();
	expect((await read(another, app.voiceId)).settings?.speed).toBe(1);
});

test("updates the name, description and labels of a voice and counts the edit", async () => {
	const user = await app.user();
	const { voiceId } = await own(user, { name: "Before", description: "Old words", labels: { gender: "male" } });
	const edit = (parts: Record<string, string>) =>
		request(user, "POST", `/v1/voices/${voiceId}/edit`, formOf({ name: "After", ...parts }));
	expect((await edit({})).status).toBe(200);
	expect(await read(user, voiceId)).toMatchObject({
		name: "After",
		description: "Old words",
		labels: { gender: "male" },
	});
	const labels = JSON.stringify({ gender: "female", age: "young" });
	expect((await edit({ description: "New words", labels })).status).toBe(200);
	expect(await read(user, voiceId)).toMatchObject({
		description: "New words",
		labels: { gender: "female", age: "young" },
	});
	expect((await edit({ name: " " })).status).toBe(422);
	expect((await edit({ labels: "no JSON" })).status).toBe(422);
	const withFile = formOf({ name: "After" });
	withFile.append("files", new Blob(["audio"], { type: "audio/wav" }), "a.wav");
	const rejected = await request(user, "POST", `/v1/voices/${voiceId}/edit`, withFile);
	expect(rejected).toMatchObject({ status: 409, message: expect.stringContaining("created from recordings") });
	expect((await getVoiceUsage(app.db, user.workspaceId)).edits).toBe(2);
});

test("VOICES-036 enforces the voice limit of the plan and round(1.5 x voice_limit + 50) additions and edits", async () => {
	const user = await app.user({ tier: "free" });
	const create = () =>
		app.db.transaction().execute((tx) =>
			createVoice(
				tx,
				{ workspaceId: user.workspaceId, userId: user.userId, role: "admin" },
				{
					name: "One more",
					category: "generated",
					language: "en",
					origin: "designed",
					engine: "fake",
					speaker: "tone-low",
				},
			),
		);
	const results = await Promise.allSettled([create(), create(), create(), create()]);
	expect(results.filter((one) => one.status === "fulfilled")).toHaveLength(3);
	expect(results.find((one) => one.status === "rejected")?.reason).toMatchObject({ code: "voice_limit_reached" });
	const subscription = () =>
		app.get<Record<string, unknown>>("/v1/user/subscription", user.apiKey).then((all) => ({
			voice_slots_used: all.voice_slots_used,
			voice_limit: all.voice_limit,
			voice_add_edit_counter: all.voice_add_edit_counter,
			max_voice_add_edits: all.max_voice_add_edits,
		}));
	const maxEdits = Math.round(1.5 * 3 + 50);
	expect(await subscription()).toEqual({
		voice_slots_used: 3,
		voice_limit: 3,
		voice_add_edit_counter: 3,
		max_voice_add_edits: maxEdits,
	});
	const account = await app.get<{ voices: string[] }>("/v1/user", user.apiKey);
	expect(account.voices).toHaveLength(3);
	await app.db
		.updateTable("voice_edit_count")
		.set({ edits: maxEdits - 1 })
		.where("workspace_id", "=", user.workspaceId)
		.execute();
	const rename = () => request(user, "POST", `/v1/voices/${account.voices[0]}/edit`, formOf({ name: "Again" }));
	expect((await rename()).status).toBe(200);
	expect(await rename()).toMatchObject({ status: 400, code: "voice_edit_limit_reached" });
	expect((await subscription()).voice_add_edit_counter).toBe(maxEdits);
	// A new period starts at zero.
	await app.db
		.updateTable("credit_account")
		.set({ period_end: new Date(Date.now() - 1000) })
		.where("workspace_id", "=", user.workspaceId)
		.execute();
	expect((await subscription()).voice_add_edit_counter).toBe(0);
	expect((await rename()).status).toBe(200);
});

test("VOICES-042 deletes samples and voices with their rows, recordings and previews", async () => {
	const user = await app.user();
	const { voiceId, sampleIds } = await own(user, {
		samples: 2,
		preview: true,
		origin: "matched",
		category: "cloned",
	});
	const [first, second] = sampleIds;
	const folder = `voices/${user.workspaceId}/${voiceId}/`;
	expect(await app.storage.list(folder)).toHaveLength(3);
	const sample = `/v1/voices/${voiceId}/samples/${first}`;
	const recording = await fetch(`${app.url}${sample}/audio`, { headers: { "xi-api-key": user.apiKey } });
	expect([recording.headers.get("content-type"), await recording.text()]).toEqual([
		"audio/wav",
		expect.stringContaining("bytes"),
	]);
	expect((await request(user, "DELETE", sample)).json).toEqual({ status: "ok" });
	expect((await request(user, "DELETE", sample)).code).toBe("sample_not_found");
	expect((await request(user, "GET", `${sample}/audio`)).code).toBe("sample_not_found");
	expect((await read(user, voiceId)).samples?.map((one) => one.sample_id)).toEqual([second]);
	expect(await app.storage.list(folder)).toHaveLength(2);
	await request(user, "POST", `/v1/voices/${voiceId}/favorite`, {});
	await request(user, "POST", `/v1/voices/${voiceId}/settings/edit`, { speed: 2 });
	const url = (await read(user, voiceId)).preview_url ?? "";
	expect((await request(user, "DELETE", `/v1/voices/${voiceId}`)).json).toEqual({ status: "ok" });
	expect((await request(user, "DELETE", `/v1/voices/${voiceId}`)).code).toBe("voice_not_found");
	expect((await fetch(url)).status).toBe(404);
	expect((await app.postJson(`/v1/text-to-speech/${voiceId}`, user.apiKey, { text: "Hello." })).status).toBe(404);
	const { payload } = await app.db
		.selectFrom("outbox")
		.select("payload")
		.where("target", "=", voicePurgeWorkflow.name)
		.where("target_key", "=", voiceId)
		.executeTakeFirstOrThrow();
	await runWorkflow(voicePurgeWorkflow, payload as { folder: string }, { storage: app.storage });
	expect(await app.storage.list(folder)).toEqual([]);
	for (const table of ["voice_sample", "voice_own_preview", "voice_favourite", "voice_setting"] as const)
		expect(await app.db.selectFrom(table).selectAll().where("voice_id", "=", voiceId).execute()).toEqual([]);
	// Shipped voices cannot be deleted.
	expect((await request(user, "DELETE", `/v1/voices/${app.voiceId}`)).code).toBe("voice_not_found");
});

test("VOICES-041 collections are private, hold any kind of voice and drop deleted ones", async () => {
	const user = await app.user();
	const { voiceId } = await own(user, { name: "Saved" });
	const created = await request(user, "POST", "/v1/voices/collections", { title: "Audiobooks", icon: "book" });
	expect(created.json).toMatchObject({
		title: "Audiobooks",
		icon: "book",
		permission_on_resource: "admin",
		voice_count: 0,
	});
	const id = String(created.json.collection_id);
	const path = `/v1/voices/collections/${id}`;
	for (const voice of [voiceId, app.voiceId, app.voiceId])
		expect((await request(user, "POST", `${path}/voice/${voice}`)).json).toEqual({
			collection_id: id,
			voice_id: voice,
		});
	expect((await request(user, "POST", `${path}/voice/nobody`)).code).toBe("voice_not_found");
	expect((await search(user, `?collection_id=${id}`)).voices.map((voice) => voice.voice_id)).toEqual([
		voiceId,
		app.voiceId,
	]);
	expect((await read(user, app.voiceId)).collection_ids).toEqual([id]);
	expect((await search(user, "?voice_type=saved")).voices.map((voice) => voice.voice_id)).toEqual([
		voiceId,
		app.voiceId,
	]);
	const changed = await request(user, "PATCH", path, { title: "Long books" });
	expect(changed.json).toMatchObject({ title: "Long books", icon: "book", voice_count: 2 });
	const colleague = await aColleague(app.db, await app.user(), user.workspaceId);
	for (const [method, at] of [
		["GET", path],
		["DELETE", path],
		["GET", `/v2/voices?collection_id=${id}`],
	] as const)
		expect((await request(colleague, method, at)).code).toBe("voice_collection_not_found");
	expect((await request(user, "DELETE", `${path}/voice/${app.voiceId}`)).status).toBe(200);
	await request(user, "DELETE", `/v1/voices/${voiceId}`);
	const { collections } = await app.get<{ collections: VoiceCollection[] }>("/v1/voices/collections", user.apiKey);
	expect(collections).toMatchObject([{ collection_id: id, voice_count: 0 }]);
	expect((await request(user, "DELETE", path)).json).toEqual({ collection_id: id });
	expect((await request(user, "GET", path)).code).toBe("voice_collection_not_found");
});

test("a favorite is private and counts as saved", async () => {
	const user = await app.user();
	const path = `/v1/voices/${app.voiceId}/favorite`;
	const favorited = await request(user, "POST", path, {});
	expect(Number(favorited.json.favorited_at_unix)).toBeGreaterThan(1_700_000_000);
	expect((await read(user, app.voiceId)).favorited_at_unix).toBe(favorited.json.favorited_at_unix);
	expect((await search(user, "?voice_type=saved")).voices.map((voice) => voice.voice_id)).toEqual([app.voiceId]);
	const colleague = await aColleague(app.db, await app.user(), user.workspaceId);
	expect((await read(colleague, app.voiceId)).favorited_at_unix).toBeNull();
	expect((await request(user, "POST", path, { favorite: false })).json.favorited_at_unix).toBeNull();
	expect((await search(user, "?voice_type=saved")).voices).toEqual([]);
});

test("lists the accents of existing voices", async () => {
	const user = await app.user();
	await app.db
		.insertInto("shipped_voice")
		.values({ id: "irish", engine: "fake", speaker: "x", name: "I", language: "en-IE", accent: "irish", position: 998 })
		.execute();
	const { accents } = await app.get<{ accents: unknown[] }>("/v1/voices/accents?language=en", user.apiKey);
	expect(accents).toContainEqual({ accent: "irish", language: "en", code: "en-IE", name: "Irish" });
	expect(await app.get("/v1/voices/accents?language=de", user.apiKey)).toEqual({ accents: [] });
	expect(await app.get("/v1/voices/accents?model_id=other", user.apiKey)).toEqual({ accents: [] });
	await app.db.deleteFrom("shipped_voice").where("id", "=", "irish").execute();
});
