import type { Voice } from "@timbre/contract/voices.entities.ts";
import { defaultVoiceSettings, type VoiceCollection } from "@timbre/contract/voices.own.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aColleague, aVoice, type Person } from "../../../../seed/builders.ts";
import { runWorkflow } from "../../testing/run-workflow.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { readVoiceUsage } from "./voices.limits.service.ts";
import { voicePurgeWorkflow } from "./voices.notice.workflow.ts";
import { makeVoice } from "./voices.own.service.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

type Page = { voices: Voice[]; has_more: boolean; total_count: number; next_page_token: string | null };
const search = (person: Person, query = "") => app.get<Page>(`/v2/voices${query}`, person.apiKey);
const read = (person: Person, id: string) => app.get<Voice>(`/v1/voices/${id}`, person.apiKey);
const names = ({ voices }: Page) => voices.map((voice) => voice.name);

async function ask(person: Person, method: string, path: string, body?: unknown) {
	const form = body instanceof FormData;
	const answer = await fetch(app.url + path, {
		method,
		headers: {
			"xi-api-key": person.apiKey,
			...(body === undefined || form ? {} : { "content-type": "application/json" }),
		},
		...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
	});
	const json = (await answer.json()) as { detail?: { code: string; message: string } } & Record<string, unknown>;
	return { status: answer.status, code: json.detail?.code, message: json.detail?.message, json };
}

function formOf(parts: Record<string, string>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(parts)) form.append(name, value);
	return form;
}

const own = (person: Person, wanted: Parameters<typeof aVoice>[3] = {}) => aVoice(app.db, app.storage, person, wanted);

test("VOICES-037 VOICES-038 VOICES-039 own and shipped voices are one list, the newest first and the shipped after them", async () => {
	const person = await app.person();
	const first = await own(person, { name: "First" });
	const second = await own(person, { name: "Second" });
	const { voices } = await app.get<{ voices: Voice[] }>("/v1/voices?show_legacy=true", person.apiKey);
	expect(voices.slice(0, 2).map((voice) => voice.voice_id)).toEqual([second.voiceId, first.voiceId]);
	expect(voices.slice(2).every((voice) => voice.category === "premade" && voice.origin === "shipped")).toBe(true);
	expect(voices.length).toBeGreaterThan(4);
	const page = await search(person, "?page_size=2");
	expect(names(page)).toEqual(["Second", "First"]);
	expect(page).toMatchObject({ has_more: true, total_count: voices.length });
	expect((await read(person, first.voiceId)).name).toBe("First");
	expect((await read(person, app.voiceId)).category).toBe("premade");
});

test("VOICES-011 VOICES-012 VOICES-013 VOICES-014 VOICES-015 VOICES-016 VOICES-017 VOICES-018 a voice of one's own has every field of the entity", async () => {
	const person = await app.person();
	const { voiceId, sampleIds } = await own(person, {
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
	const voice = await read(person, voiceId);
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
		verified_languages: [{ language: "en", model_id: "test_tone", accent: "british" }],
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

test("VOICES-021 VOICES-035 pages follow each other without gaps, in every order, also while voices are added", async () => {
	const person = await app.person();
	for (const name of ["Delta", "alpha", "Charlie", "bravo", "Echo"]) await own(person, { name });
	const walk = async (query: string) => {
		const found: string[] = [];
		let token: string | null = null;
		do {
			const page: Page = await search(
				person,
				`?page_size=2&voice_type=personal${query}${token ? `&next_page_token=${token}` : ""}`,
			);
			found.push(...names(page));
			expect(page.has_more).toBe(page.next_page_token !== null);
			token = page.next_page_token;
			if (found.length === 2 && query === "") await own(person, { name: "Foxtrot" });
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
		const page: Page = await search(person, `?page_size=3${token ? `&next_page_token=${token}` : ""}`);
		everything.push(...page.voices.map((voice) => voice.voice_id));
		token = page.next_page_token;
	} while (token !== null);
	const { voices } = await app.get<{ voices: Voice[] }>("/v1/voices", person.apiKey);
	expect(everything).toEqual(voices.map((voice) => voice.voice_id));
	for (const wrong of ["next_page_token=nonsense", "page_size=101", "page_size=0", "sort=colour", "voice_type=other"])
		expect((await ask(person, "GET", `/v2/voices?${wrong}`)).status).toBeGreaterThanOrEqual(400);
	for (const forged of [
		["created", true, 0, 1e12, "x"],
		["created", true, 0, 0, "\u0000"],
		["created", true, "x", 0, "x"],
		7,
	]) {
		const token = Buffer.from(JSON.stringify(forged)).toString("base64url");
		expect((await ask(person, "GET", `/v2/voices?next_page_token=${token}`)).code).toBe("invalid_request");
	}
	const byName = (await search(person, "?page_size=2&sort=name")).next_page_token;
	expect(await ask(person, "GET", `/v2/voices?next_page_token=${byName}`)).toMatchObject({
		status: 400,
		code: "invalid_request",
	});
	expect((await search(person, "?include_total_count=false")).total_count).toBe(-1);
});

test("VOICES-035 each filter narrows the list, and together they do more", async () => {
	const person = await app.person();
	const labels = { gender: "female", age: "young", accent: "Irish", use_case: "narrative_story" };
	const maeve = await own(person, { name: "Maeve", description: "Bright 100%", labels, language: "en-IE" });
	await own(person, { name: "Otto", labels: { gender: "male", age: "old" }, language: "de", category: "cloned" });
	const mine = (query: string) => search(person, `?voice_type=non-default${query}`).then(names);
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
	expect((await search(person, "?voice_type=default&page_size=100")).voices.every((v) => v.origin === "shipped")).toBe(
		true,
	);
	expect(names(await search(person, "?voice_type=community"))).toEqual([]);
});

test("VOICES-035 professional voices are found by how far they have come", async () => {
	const person = await app.person();
	const professional = { category: "professional", origin: "trained", requiresVerification: true } as const;
	await own(person, { name: "Draft", ...professional, verified: false });
	await own(person, { name: "Unverified", ...professional, verified: false, samples: 1 });
	await own(person, { name: "Ready", ...professional, samples: 1 });
	const training = await own(person, { name: "Training", ...professional, samples: 1, engine: null, speaker: null });
	await app.db
		.insertInto("voice_training")
		.values({
			voice_id: training.voiceId,
			workspace_id: person.workspaceId,
			state: "fine_tuning",
			progress: 0.4,
			model_id: "test_tone",
			message: "Listening to the samples",
		})
		.execute();
	const found = (state: string) => search(person, `?fine_tuning_state=${state}`).then(names);
	expect(await found("draft")).toEqual(["Draft"]);
	expect(await found("not_verified")).toEqual(["Unverified"]);
	expect(await found("not_started")).toEqual(["Ready"]);
	expect(await found("fine_tuning")).toEqual(["Training"]);
	expect(await found("failed")).toEqual([]);
	const voice = await read(person, training.voiceId);
	expect(voice).toMatchObject({
		disabled: true,
		tooltip: "This voice is still being made.",
		high_quality_base_model_ids: [],
		fine_tuning: {
			state: { test_tone: "fine_tuning" },
			progress: { test_tone: 0.4 },
			message: { test_tone: "Listening to the samples" },
			dataset_duration_seconds: 12,
		},
	});
});

test("a voice is its maker's and the admins', and of those whom it is shared with", async () => {
	const admin = await app.person({ tier: "enterprise" });
	const maker = await aColleague(app.db, await app.person(), admin.workspaceId);
	const other = await aColleague(app.db, await app.person(), admin.workspaceId);
	const { voiceId } = await own(maker, { name: "Private", samples: 1 });
	const speak = (who: Person) => app.speak(`/v1/text-to-speech/${voiceId}`, who.apiKey, { text: "Hello there." });
	expect((await read(admin, voiceId)).permission_on_resource).toBe("admin");
	expect(names(await search(admin, "?voice_type=workspace"))).toEqual(["Private"]);
	expect(names(await search(other, "?voice_type=non-default"))).toEqual([]);
	expect(await ask(other, "GET", `/v1/voices/${voiceId}`)).toMatchObject({ status: 404, code: "voice_not_found" });
	expect((await speak(other)).status).toBe(404);
	const resource = `/v1/workspace/resources/${voiceId}`;
	expect((await ask(other, "GET", `${resource}?resource_type=voice`)).code).toBe("resource_not_found");
	const share = (role: string) =>
		ask(maker, "POST", `${resource}/share`, { resource_type: "voice", role, user_email: other.email });
	expect((await share("viewer")).status).toBe(200);
	expect(await read(other, voiceId)).toMatchObject({ permission_on_resource: "viewer", is_owner: false });
	expect(names(await search(other, "?voice_type=workspace"))).toEqual(["Private"]);
	const heard = await speak(other);
	expect(heard.status).toBe(200);
	await heard.arrayBuffer();
	const rename = () => ask(other, "POST", `/v1/voices/${voiceId}/edit`, formOf({ name: "Renamed" }));
	expect((await rename()).code).toBe("missing_permissions");
	const sample = (await read(maker, voiceId)).samples?.[0]?.sample_id;
	expect((await ask(other, "GET", `/v1/voices/${voiceId}/samples/${sample}/audio`)).code).toBe("missing_permissions");
	expect((await share("editor")).status).toBe(200);
	expect((await rename()).status).toBe(200);
	expect((await ask(other, "DELETE", `/v1/voices/${voiceId}`)).code).toBe("missing_permissions");
	expect((await read(maker, voiceId)).name).toBe("Renamed");
});

test("VOICES-019 VOICES-040 VOICES-048 settings are kept for any voice, and it is spoken with them", async () => {
	const person = await app.person({ credits: 10_000 });
	const { voiceId } = await own(person);
	expect(await app.get("/v1/voices/settings/default", person.apiKey)).toEqual(defaultVoiceSettings);
	for (const id of [voiceId, app.voiceId]) {
		expect(await app.get(`/v1/voices/${id}/settings`, person.apiKey)).toEqual(defaultVoiceSettings);
		expect((await ask(person, "POST", `/v1/voices/${id}/settings/edit`, { speed: 2 })).json).toEqual({ status: "ok" });
		expect(await app.get(`/v1/voices/${id}/settings`, person.apiKey)).toEqual({ ...defaultVoiceSettings, speed: 2 });
		expect((await read(person, id)).settings?.speed).toBe(2);
	}
	expect((await ask(person, "POST", `/v1/voices/${voiceId}/settings/edit`, { stability: 7 })).status).toBe(422);
	const seconds = async (body: object) => {
		const path = `/v1/text-to-speech/${voiceId}?output_format=pcm_16000`;
		const spoken = await app.speak(path, person.apiKey, { text: "How fast is this sentence?", ...body });
		return (await spoken.arrayBuffer()).byteLength / 32_000;
	};
	const slow = await seconds({ voice_settings: { speed: 1 } });
	expect((await seconds({})) / slow).toBeCloseTo(0.5, 1);
	expect((await seconds({ voice_settings: { stability: 0.2 } })) / slow).toBeCloseTo(0.5, 1);
	const another = await app.person();
	expect((await read(another, app.voiceId)).settings?.speed).toBe(1);
});

test("VOICES-043 what a voice is called and how it is described can be changed, and is on record as an edit", async () => {
	const person = await app.person();
	const { voiceId } = await own(person, { name: "Before", description: "Old words", labels: { gender: "male" } });
	const edit = (parts: Record<string, string>) =>
		ask(person, "POST", `/v1/voices/${voiceId}/edit`, formOf({ name: "After", ...parts }));
	expect((await edit({})).status).toBe(200);
	expect(await read(person, voiceId)).toMatchObject({
		name: "After",
		description: "Old words",
		labels: { gender: "male" },
	});
	const labels = JSON.stringify({ gender: "female", age: "young" });
	expect((await edit({ description: "New words", labels })).status).toBe(200);
	expect(await read(person, voiceId)).toMatchObject({
		description: "New words",
		labels: { gender: "female", age: "young" },
	});
	expect((await edit({ name: " " })).status).toBe(422);
	expect((await edit({ labels: "no JSON" })).status).toBe(422);
	const withFile = formOf({ name: "After" });
	withFile.append("files", new Blob(["sound"], { type: "audio/wav" }), "a.wav");
	const refused = await ask(person, "POST", `/v1/voices/${voiceId}/edit`, withFile);
	expect(refused).toMatchObject({ status: 409, message: expect.stringContaining("not made from recordings") });
	expect((await readVoiceUsage(app.db, person.workspaceId)).edits).toBe(2);
});

test("VOICES-036 a plan has room for so many voices, and for round(1.5 x voice_limit + 50) additions and edits", async () => {
	const person = await app.person({ tier: "free" });
	const make = () =>
		app.db.transaction().execute((tx) =>
			makeVoice(
				tx,
				{ workspaceId: person.workspaceId, userId: person.userId, role: "admin" },
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
	const made = await Promise.allSettled([make(), make(), make(), make()]);
	expect(made.filter((one) => one.status === "fulfilled")).toHaveLength(3);
	expect(made.find((one) => one.status === "rejected")?.reason).toMatchObject({ code: "voice_limit_reached" });
	const subscription = () =>
		app.get<Record<string, unknown>>("/v1/user/subscription", person.apiKey).then((all) => ({
			voice_slots_used: all.voice_slots_used,
			voice_limit: all.voice_limit,
			voice_add_edit_counter: all.voice_add_edit_counter,
			max_voice_add_edits: all.max_voice_add_edits,
		}));
	const most = Math.round(1.5 * 3 + 50);
	expect(await subscription()).toEqual({
		voice_slots_used: 3,
		voice_limit: 3,
		voice_add_edit_counter: 3,
		max_voice_add_edits: most,
	});
	const user = await app.get<{ voices: string[] }>("/v1/user", person.apiKey);
	expect(user.voices).toHaveLength(3);
	await app.db
		.updateTable("voice_edit_count")
		.set({ edits: most - 1 })
		.where("workspace_id", "=", person.workspaceId)
		.execute();
	const rename = () => ask(person, "POST", `/v1/voices/${user.voices[0]}/edit`, formOf({ name: "Again" }));
	expect((await rename()).status).toBe(200);
	expect(await rename()).toMatchObject({ status: 400, code: "voice_edit_limit_reached" });
	expect((await subscription()).voice_add_edit_counter).toBe(most);
	// A new period begins at nothing.
	await app.db
		.updateTable("credit_account")
		.set({ period_end: new Date(Date.now() - 1000) })
		.where("workspace_id", "=", person.workspaceId)
		.execute();
	expect((await subscription()).voice_add_edit_counter).toBe(0);
	expect((await rename()).status).toBe(200);
});

test("VOICES-042 a deleted sample and a deleted voice are gone: rows, recordings, previews", async () => {
	const person = await app.person();
	const { voiceId, sampleIds } = await own(person, {
		samples: 2,
		preview: true,
		origin: "matched",
		category: "cloned",
	});
	const [first, second] = sampleIds;
	const folder = `voices/${person.workspaceId}/${voiceId}/`;
	expect(await app.storage.list(folder)).toHaveLength(3);
	const sample = `/v1/voices/${voiceId}/samples/${first}`;
	const heard = await fetch(`${app.url}${sample}/audio`, { headers: { "xi-api-key": person.apiKey } });
	expect([heard.headers.get("content-type"), await heard.text()]).toEqual([
		"audio/wav",
		expect.stringContaining("bytes"),
	]);
	expect((await ask(person, "DELETE", sample)).json).toEqual({ status: "ok" });
	expect((await ask(person, "DELETE", sample)).code).toBe("sample_not_found");
	expect((await ask(person, "GET", `${sample}/audio`)).code).toBe("sample_not_found");
	expect((await read(person, voiceId)).samples?.map((one) => one.sample_id)).toEqual([second]);
	expect(await app.storage.list(folder)).toHaveLength(2);
	await ask(person, "POST", `/v1/voices/${voiceId}/favorite`, {});
	await ask(person, "POST", `/v1/voices/${voiceId}/settings/edit`, { speed: 2 });
	const url = (await read(person, voiceId)).preview_url ?? "";
	expect((await ask(person, "DELETE", `/v1/voices/${voiceId}`)).json).toEqual({ status: "ok" });
	expect((await ask(person, "DELETE", `/v1/voices/${voiceId}`)).code).toBe("voice_not_found");
	expect((await fetch(url)).status).toBe(404);
	expect((await app.speak(`/v1/text-to-speech/${voiceId}`, person.apiKey, { text: "Hello." })).status).toBe(404);
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
	// What comes with the server stays.
	expect((await ask(person, "DELETE", `/v1/voices/${app.voiceId}`)).code).toBe("voice_not_found");
});

test("VOICES-041 collections are one person's; they hold voices of every kind and let go of what is deleted", async () => {
	const person = await app.person();
	const { voiceId } = await own(person, { name: "Kept" });
	const made = await ask(person, "POST", "/v1/voices/collections", { title: "Audiobooks", icon: "book" });
	expect(made.json).toMatchObject({
		title: "Audiobooks",
		icon: "book",
		permission_on_resource: "admin",
		voice_count: 0,
	});
	const id = String(made.json.collection_id);
	const path = `/v1/voices/collections/${id}`;
	for (const voice of [voiceId, app.voiceId, app.voiceId])
		expect((await ask(person, "POST", `${path}/voice/${voice}`)).json).toEqual({ collection_id: id, voice_id: voice });
	expect((await ask(person, "POST", `${path}/voice/nobody`)).code).toBe("voice_not_found");
	expect((await search(person, `?collection_id=${id}`)).voices.map((voice) => voice.voice_id)).toEqual([
		voiceId,
		app.voiceId,
	]);
	expect((await read(person, app.voiceId)).collection_ids).toEqual([id]);
	expect((await search(person, "?voice_type=saved")).voices.map((voice) => voice.voice_id)).toEqual([
		voiceId,
		app.voiceId,
	]);
	const changed = await ask(person, "PATCH", path, { title: "Long books" });
	expect(changed.json).toMatchObject({ title: "Long books", icon: "book", voice_count: 2 });
	const colleague = await aColleague(app.db, await app.person(), person.workspaceId);
	for (const [method, at] of [
		["GET", path],
		["DELETE", path],
		["GET", `/v2/voices?collection_id=${id}`],
	] as const)
		expect((await ask(colleague, method, at)).code).toBe("voice_collection_not_found");
	expect((await ask(person, "DELETE", `${path}/voice/${app.voiceId}`)).status).toBe(200);
	await ask(person, "DELETE", `/v1/voices/${voiceId}`);
	const { collections } = await app.get<{ collections: VoiceCollection[] }>("/v1/voices/collections", person.apiKey);
	expect(collections).toMatchObject([{ collection_id: id, voice_count: 0 }]);
	expect((await ask(person, "DELETE", path)).json).toEqual({ collection_id: id });
	expect((await ask(person, "GET", path)).code).toBe("voice_collection_not_found");
});

test("a favourite is one person's, and counts as saved", async () => {
	const person = await app.person();
	const path = `/v1/voices/${app.voiceId}/favorite`;
	const marked = await ask(person, "POST", path, {});
	expect(Number(marked.json.favorited_at_unix)).toBeGreaterThan(1_700_000_000);
	expect((await read(person, app.voiceId)).favorited_at_unix).toBe(marked.json.favorited_at_unix);
	expect((await search(person, "?voice_type=saved")).voices.map((voice) => voice.voice_id)).toEqual([app.voiceId]);
	const colleague = await aColleague(app.db, await app.person(), person.workspaceId);
	expect((await read(colleague, app.voiceId)).favorited_at_unix).toBeNull();
	expect((await ask(person, "POST", path, { favorite: false })).json.favorited_at_unix).toBeNull();
	expect((await search(person, "?voice_type=saved")).voices).toEqual([]);
});

test("accents are those of the voices there are", async () => {
	const person = await app.person();
	await app.db
		.insertInto("shipped_voice")
		.values({ id: "irish", engine: "fake", speaker: "x", name: "I", language: "en-IE", accent: "irish", position: 998 })
		.execute();
	const { accents } = await app.get<{ accents: unknown[] }>("/v1/voices/accents?language=en", person.apiKey);
	expect(accents).toContainEqual({ accent: "irish", language: "en", code: "en-IE", name: "Irish" });
	expect(await app.get("/v1/voices/accents?language=de", person.apiKey)).toEqual({ accents: [] });
	expect(await app.get("/v1/voices/accents?model_id=other", person.apiKey)).toEqual({ accents: [] });
	await app.db.deleteFrom("shipped_voice").where("id", "=", "irish").execute();
});
