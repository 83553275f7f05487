import type { LibraryPage, LibraryVoice } from "@timbre/contract/voice-library/endpoints.ts";
import { rateMultiplier } from "@timbre/contract/voice-library/rules.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aColleague, aVoice, type SeedUser } from "../../../../../seed/builders.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { noticeWorkflow } from "../../voices/publication/notice.workflow.ts";
import { countUsage, refreshLibrary } from "../stats/stats.service.ts";
import { notifyBatch } from "./removal.workflow.ts";

type Sharing = NonNullable<Voice["sharing"]>;
type Link = { enabled: boolean; emails: string[]; url: string; public_owner_id: string; voice_id: string };
type LinkInfo = { voice: LibraryVoice; unlisted: boolean; can_add: boolean; reason: string | null };

let app: TestApp;
let owner: SeedUser;
let other: SeedUser;
let ownerId: string;
beforeAll(async () => {
	app = await testApp();
	owner = await app.user({ tier: "creator" });
	other = await app.user({ tier: "creator" });
	ownerId = (await app.get<{ public_user_id: string }>("/v1/user", owner.apiKey)).public_user_id;
});
afterAll(async () => app.stop());

async function send<T>(user: SeedUser, path: string, body?: unknown, method = "POST"): Promise<T> {
	const response = await attempt(user, path, body, method);
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
	return (await response.json()) as T;
}

function attempt(user: SeedUser, path: string, body?: unknown, method = "POST"): Promise<Response> {
	return fetch(app.url + path, {
		method,
		headers: {
			"xi-api-key": user.apiKey,
			...(body === undefined ? {} : { "content-type": "application/json" }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
}

const codeOf = async (response: Response) => ((await response.json()) as { detail: { code: string } }).detail.code;
const createDesigned = (labels: Record<string, string> = {}, name = "Somebody") =>
	aVoice(app.db, app.storage, owner, { name, labels: { gender: "female", accent: "irish", ...labels }, preview: true });
const publish = (voiceId: string, options: Record<string, unknown> = {}) =>
	send<Sharing>(owner, `/v1/voices/${voiceId}/share-library`, { enable_library: true, ...options });
const add = (user: SeedUser, voiceId: string, name = "Mine") =>
	send<{ voice_id: string }>(user, `/v1/voices/add/${ownerId}/${voiceId}`, { new_name: name });
const mine = (user: SeedUser, id: string) => app.get<Voice>(`/v1/voices/${id}`, user.apiKey);

test("VOICES-020 VOICES-045 publishes a voice with all terms", async () => {
	const { voiceId } = await createDesigned({}, "Niamh of the Lake");
	const options = {
		notice_period: 90,
		custom_rate: 0.06,
		enable_live_moderation: true,
		free_users_allowed: false,
		preview_history_item_id: null,
		voice_mixing_allowed: true,
		labels: { age: "young", use_case: "narrative_story", descriptive: "calm" },
		reader_app_enabled: true,
		reader_restricted_on: [{ resource_type: "read", resource_id: "r1" }],
	};
	expect(await publish(voiceId, options)).toMatchObject({
		status: "enabled",
		enabled_in_library: true,
		public_owner_id: ownerId,
		original_voice_id: voiceId,
		notice_period: 90,
		rate: 2,
		fiat_rate: 0.06,
		live_moderation_enabled: true,
		free_users_allowed: false,
		voice_mixing_allowed: true,
		reader_app_enabled: true,
		reader_restricted_on: [{ resource_type: "read", resource_id: "r1" }],
		labels: { gender: "female", accent: "irish", age: "young", use_case: "narrative_story", descriptive: "calm" },
		review_status: "allowed",
		disable_at_unix: null,
	});
	const { voices } = await app.get<LibraryPage>("/v1/shared-voices?search=niamh", other.apiKey);
	expect(voices).toHaveLength(1);
	expect(voices[0]).toMatchObject({ voice_id: voiceId, name: "Niamh of the Lake", age: "young", origin: "designed" });
	const filters = await app.get<{ accents: { value: string; count: number }[] }>(
		"/v1/shared-voices/filters",
		other.apiKey,
	);
	expect(filters.accents.find(({ value }) => value === "irish")?.count).toBe(1);
});

test("VOICES-031 VOICES-032 shows the owner dollars per 1,000 credits and everyone else the multiplier", async () => {
	const { voiceId } = await createDesigned();
	await publish(voiceId, { custom_rate: 0.09, notice_period: 30 });
	const path = `/v1/shared-voices/${ownerId}/${voiceId}`;
	const seen = await app.get<LibraryVoice>(path, other.apiKey);
	expect(seen).toMatchObject({ rate: 3, fiat_rate: null, notice_period: 30, is_owner: false });
	expect(await app.get<LibraryVoice>(path, owner.apiKey)).toMatchObject({ fiat_rate: 0.09, is_owner: true });
	expect((await mine(owner, voiceId)).sharing).toMatchObject({ status: "enabled", fiat_rate: 0.09, notice_period: 30 });
	const { voice_id } = await add(other, voiceId);
	expect((await mine(other, voice_id)).sharing).toMatchObject({ rate: 3, fiat_rate: null });
	expect([null, 0.03, 0.045, 0.3].map(rateMultiplier)).toEqual([1, 1, 1.5, 10]);
});

test("a custom rate multiplies the credits of each generation", async () => {
	const { voiceId } = await createDesigned();
	await publish(voiceId, { custom_rate: 0.045 });
	const speaker = await app.user({ tier: "creator" });
	const { voice_id } = await add(speaker, voiceId);
	const text = "Seventeen chars.";
	const response = await app.postJson(`/v1/text-to-speech/${voice_id}`, speaker.apiKey, { text });
	await response.arrayBuffer();
	expect(Number(response.headers.get("character-cost"))).toBe(Math.ceil(text.length * 1.5));
	const ledger = await app.ledger(speaker.workspaceId);
	expect(ledger).toMatchObject({ used: Math.ceil(text.length * 1.5), reserved: 0 });
	const fresh = "And this is new.";
	expect(await send(speaker, `/v1/text-to-speech/${voice_id}/estimate`, { text: fresh })).toMatchObject({
		new_characters: fresh.length,
		credits: Math.ceil(fresh.length * 1.5),
	});
	// The owner pays the default price.
	const own = await app.postJson(`/v1/text-to-speech/${voiceId}`, owner.apiKey, { text });
	await own.arrayBuffer();
	expect(Number(own.headers.get("character-cost"))).toBe(text.length);
});

test("VOICES-044 VOICES-058 a voice added from the library is listed among own voices, is usable and has a preview", async () => {
	const { voiceId } = await createDesigned();
	await publish(voiceId);
	const { voice_id } = await add(other, voiceId, "Their name for it");
	const copy = await mine(other, voice_id);
	expect(copy).toMatchObject({ name: "Their name for it", origin: "library", disabled: false, is_owner: false });
	expect(copy.sharing).toMatchObject({ public_owner_id: ownerId, original_voice_id: voiceId });
	const preview = await fetch(copy.preview_url ?? "");
	expect(await preview.text()).toBe(`the preview of ${voiceId}`);
	const { voices } = await app.get<{ voices: Voice[] }>("/v2/voices?voice_type=community", other.apiKey);
	expect(voices.map((voice) => voice.voice_id)).toContain(voice_id);
	const response = await app.postJson(`/v1/text-to-speech/${voice_id}`, other.apiKey, { text: "It speaks." });
	expect(response.status).toBe(200);
	await response.arrayBuffer();
	expect(await add(other, voiceId, "Again")).toEqual({ voice_id });
	const seen = await app.get<LibraryVoice>(`/v1/shared-voices/${ownerId}/${voiceId}`, other.apiKey);
	expect(seen).toMatchObject({
		is_added_by_user: true,
		is_bookmarked: true,
		added_voice_id: voice_id,
		cloned_by_count: 1,
	});
	const event = await app.db
		.selectFrom("outbox")
		.select("payload")
		.where("target", "=", "Event")
		.orderBy("id", "desc")
		.execute();
	expect(JSON.stringify(event)).toContain("voice_added_from_library_to_voice_lab");
});

test("a shipped voice is usable without adding it: adding returns the voice itself and takes no slot and no edit", async () => {
	const user = await app.user({ tier: "free" });
	const shipped = await app.get<LibraryVoice>(`/v1/shared-voices/timbre/${app.voiceId}`, user.apiKey);
	expect(shipped).toMatchObject({ is_added_by_user: true, added_voice_id: app.voiceId, is_bookmarked: false });
	const limits = () =>
		app.get<{ voice_slots_used: number; voice_add_edit_counter: number }>("/v1/user/subscription", user.apiKey);
	const before = await limits();
	const { voices: known } = await app.get<{ voices: Voice[] }>("/v1/voices", user.apiKey);
	for (let at = 0; at < 4; at++) {
		const added = await send(user, `/v1/voices/add/timbre/${app.voiceId}`, { new_name: "My tone" });
		expect(added).toEqual({ voice_id: app.voiceId });
	}
	const after = await limits();
	expect([after.voice_slots_used, after.voice_add_edit_counter]).toEqual([
		before.voice_slots_used,
		before.voice_add_edit_counter,
	]);
	const { voices } = await app.get<{ voices: Voice[] }>("/v1/voices", user.apiKey);
	expect(voices.map(({ voice_id }) => voice_id)).toEqual(known.map(({ voice_id }) => voice_id));
	// It is saved as a favorite, so it appears among the user's own voices.
	const { voices: saved } = await app.get<{ voices: Voice[] }>("/v2/voices?voice_type=saved", user.apiKey);
	expect(saved.map(({ voice_id }) => voice_id)).toEqual([app.voiceId]);
	const link = await app.get<LinkInfo>(`/v1/voices/share/timbre/${app.voiceId}`, user.apiKey);
	expect(link).toMatchObject({ can_add: false, reason: null });
});

test("copies of shipped voices from earlier versions take no slot", async () => {
	const user = await app.user({ tier: "free" });
	const { voiceId } = await aVoice(app.db, app.storage, user);
	await app.db
		.updateTable("voice")
		.set({ origin: "library", source_voice_id: app.voiceId, publication_id: app.voiceId })
		.where("id", "=", voiceId)
		.execute();
	const { voice_slots_used } = await app.get<{ voice_slots_used: number }>("/v1/user/subscription", user.apiKey);
	expect(voice_slots_used).toBe(0);
	const path = `/v1/shared-voices/timbre/${app.voiceId}`;
	expect(await app.get<LibraryVoice>(path, user.apiKey)).toMatchObject({ added_voice_id: app.voiceId });
});

test("explains why a voice can't be added", async () => {
	const { voiceId } = await createDesigned();
	const path = `/v1/voices/add/${ownerId}/${voiceId}`;
	const body = { new_name: "Mine" };
	expect(await codeOf(await attempt(other, path, body))).toBe("voice_not_found");
	await publish(voiceId, { free_users_allowed: false });
	expect(await codeOf(await attempt(owner, path, body))).toBe("conflict");
	const free = await app.user({ tier: "free" });
	expect(await codeOf(await attempt(free, path, body))).toBe("only_for_higher_plan");
	const info = await app.get<LinkInfo>(`/v1/voices/share/${ownerId}/${voiceId}`, free.apiKey);
	expect(info).toMatchObject({ can_add: false, unlisted: false });
	expect(info.reason).toContain("paid plan");
	await publish(voiceId, { free_users_allowed: true });
	for (let at = 0; at < 3; at++) await aVoice(app.db, app.storage, free);
	expect(await codeOf(await attempt(free, path, body))).toBe("voice_limit_reached");
	expect(await codeOf(await attempt(other, `/v1/voices/add/nobody/${voiceId}`, body))).toBe("voice_not_found");
});

test("VOICES-025 removal starts the notice period: copies work until it ends, nobody can add the voice, and publishing again cancels it", async () => {
	const { voiceId } = await createDesigned({}, "Brigid Removed");
	await publish(voiceId, { notice_period: 14 });
	const { voice_id } = await add(other, voiceId);
	const removed = await send<Sharing>(owner, `/v1/voices/${voiceId}/share-library`, undefined, "DELETE");
	const inTwoWeeks = Date.now() / 1000 + 14 * 86_400;
	expect(removed).toMatchObject({ status: "disabled", enabled_in_library: false });
	expect(Math.abs((removed.disable_at_unix ?? 0) - inTwoWeeks)).toBeLessThan(60);
	expect((await mine(other, voice_id)).sharing).toMatchObject({
		disable_at_unix: removed.disable_at_unix,
	});
	expect((await app.postJson(`/v1/text-to-speech/${voice_id}`, other.apiKey, { text: "Still." })).status).toBe(200);
	expect((await app.get<LibraryPage>("/v1/shared-voices?search=brigid", other.apiKey)).voices).toEqual([]);
	const third = await app.user();
	expect(await codeOf(await attempt(third, `/v1/voices/add/${ownerId}/${voiceId}`, { new_name: "x" }))).toBe(
		"voice_not_found",
	);
	const timers = await app.db
		.selectFrom("outbox")
		.select("payload")
		.where("target", "=", noticeWorkflow.name)
		.execute();
	expect(JSON.stringify(timers)).toContain(voiceId);
	// Each workspace with a copy is notified once, even if the step is repeated.
	const end = new Date((removed.disable_at_unix ?? 0) * 1000);
	for (let round = 0; round < 2; round++) expect(await notifyBatch(app.db, voiceId, end, "")).toBeNull();
	const notifications = await app.db
		.selectFrom("notification")
		.select(["title", "description"])
		.where("user_id", "=", other.userId)
		.where("title", "=", "A voice was removed from the library")
		.execute();
	expect(notifications).toHaveLength(1);
	expect(notifications[0]?.description).toContain(end.toISOString().slice(0, 10));
	// Removing it again does not change the end date.
	expect((await send<Sharing>(owner, `/v1/voices/${voiceId}/share-library`, undefined, "DELETE")).disable_at_unix).toBe(
		removed.disable_at_unix,
	);
	expect(await publish(voiceId, { notice_period: 14 })).toMatchObject({ status: "enabled", disable_at_unix: null });
	expect((await mine(other, voice_id)).sharing).toMatchObject({ disable_at_unix: null });
	// Without a notice period, copies end immediately.
	await publish(voiceId, { notice_period: 0 });
	await send(owner, `/v1/voices/${voiceId}/share-library`, { enable_library: false });
	expect((await mine(other, voice_id)).sharing).toMatchObject({ status: "copied_disabled" });
	expect((await app.postJson(`/v1/text-to-speech/${voice_id}`, other.apiKey, { text: "No more." })).status).toBe(403);
});

test("a designed voice can't be published or found with traits it doesn't have", async () => {
	const traits = [
		{
			trait: "accent",
			asked: "scottish",
			met: false,
			measured: null,
			unit: null,
			explanation: "This accent isn't available.",
		},
		{
			trait: "gender",
			asked: "male",
			met: true,
			measured: null,
			unit: null,
			explanation: "Blended from male speakers.",
		},
		{ trait: "pitch", asked: "very low", met: true, measured: 90, unit: "Hz", explanation: "90 Hz." },
		{ trait: "pace", asked: "slow", met: false, measured: 5, unit: "syllables/s", explanation: "5.0 syllables/s." },
	];
	const { voiceId } = await aVoice(app.db, app.storage, owner, {
		name: "Hamish Measured",
		description: "A man with a deep voice and a thick Scottish accent who speaks slowly",
		language: "en-US",
		labels: { accent: "american", gender: "male" },
		originFacts: { traits },
		preview: true,
	});
	const share = await app.get<{ measured_labels: object; unmatched_claims: { trait: string; claimed: string }[] }>(
		`/v1/voices/${voiceId}/share`,
		owner.apiKey,
	);
	expect(share.measured_labels).toEqual({ accent: "american", gender: "male", pitch: "very low" });
	expect(share.unmatched_claims.map(({ trait, claimed }) => [trait, claimed])).toEqual([
		["accent", "scottish"],
		["pace", "slow"],
	]);
	for (const labels of [
		{ accent: "Scottish" },
		{ gender: "female" },
		{ pace: "slow" },
		{ pitch: "high" },
		{ descriptive: "scottish" },
		{ dialect: "Scots" },
	]) {
		const body = { enable_library: true, labels };
		const response = await attempt(owner, `/v1/voices/${voiceId}/share-library`, body);
		expect([response.status, await codeOf(response)], JSON.stringify(labels)).toEqual([400, "invalid_request"]);
	}
	const labels = { pitch: "low", age: "old", use_case: "narrative_story", descriptive: "thoughtful" };
	expect(await publish(voiceId, { labels })).toMatchObject({ labels: { ...labels, accent: "american" } });
	const find = async (search: string) =>
		(await app.get<LibraryPage>(`/v1/shared-voices?search=${search}`, other.apiKey)).voices.map(({ name }) => name);
	expect(await find("scottish")).not.toContain("Hamish Measured");
	expect(await find("measured")).toContain("Hamish Measured");
});

test("declines and does not list a voice with an offensive name", async () => {
	const { voiceId } = await createDesigned({}, "Porn star");
	expect(await publish(voiceId)).toMatchObject({
		status: "enabled",
		enabled_in_library: false,
		review_status: "declined",
		review_message: expect.stringContaining("porn"),
	});
	expect((await app.get<LibraryPage>("/v1/shared-voices?search=porn", other.apiKey)).voices).toEqual([]);
	expect(await codeOf(await attempt(other, `/v1/voices/add/${ownerId}/${voiceId}`, { new_name: "x" }))).toBe(
		"voice_not_found",
	);
});

test("only own, usable voices can be published or shared", async () => {
	const unverified = await aVoice(app.db, app.storage, owner, {
		requiresVerification: true,
		verified: false,
		origin: "matched",
	});
	for (const [path, body] of [
		["share-library", { enable_library: true }],
		["share", { enable: true }],
	] as const)
		expect(await codeOf(await attempt(owner, `/v1/voices/${unverified.voiceId}/${path}`, body))).toBe(
			"voice_not_verified",
		);
	const { voiceId } = await createDesigned();
	await publish(voiceId);
	const copy = await add(other, voiceId);
	expect(
		await codeOf(await attempt(other, `/v1/voices/${copy.voice_id}/share-library`, { enable_library: true })),
	).toBe("conflict");
	const colleague = await aColleague(app.db, await app.user(), owner.workspaceId);
	expect(await codeOf(await attempt(colleague, `/v1/voices/${voiceId}/share-library`, { enable_library: true }))).toBe(
		"voice_not_found",
	);
});

test("VOICES-046 shares a voice by link with everyone or with listed addresses", async () => {
	const { voiceId } = await createDesigned();
	const info = `/v1/voices/share/${ownerId}/${voiceId}`;
	expect((await attempt(other, info, undefined, "GET")).status).toBe(404);
	const link = await send<Link>(owner, `/v1/voices/${voiceId}/share`, { enable: true, emails: [] });
	expect(link).toMatchObject({ enabled: true, emails: [], public_owner_id: ownerId, voice_id: voiceId });
	expect(new URL(link.url).pathname).toBe(`/app/voice-lab/share/${ownerId}/${voiceId}`);
	expect(await app.get<LinkInfo>(info, other.apiKey)).toMatchObject({
		unlisted: true,
		can_add: true,
		reason: null,
		voice: { name: "Somebody", preview_url: expect.stringContaining("/preview?") },
	});
	expect(
		(await app.get<LibraryPage>(`/v1/shared-voices?owner_id=${ownerId}&page_size=100`, other.apiKey)).voices.map(
			(voice) => voice.voice_id,
		),
	).not.toContain(voiceId);
	const { voice_id } = await add(other, voiceId);
	expect(await mine(other, voice_id)).toMatchObject({ origin: "library", disabled: false });
	expect((await app.get<LinkInfo>(info, other.apiKey)).reason).toContain("already");
	const friend = await app.user({ tier: "creator" });
	const stranger = await app.user({ tier: "creator" });
	await send<Link>(owner, `/v1/voices/${voiceId}/share`, { enable: true, emails: [friend.email.toUpperCase()] });
	const mails = () => app.db.selectFrom("mail").select("body").where("to_address", "=", friend.email).execute();
	expect(JSON.stringify(await mails())).toContain(link.url);
	await send<Link>(owner, `/v1/voices/${voiceId}/share`, { enable: true, emails: [friend.email] });
	expect(await mails()).toHaveLength(1);
	expect((await app.get<LinkInfo>(info, friend.apiKey)).can_add).toBe(true);
	expect((await attempt(stranger, info, undefined, "GET")).status).toBe(404);
	expect(await codeOf(await attempt(stranger, `/v1/voices/add/${ownerId}/${voiceId}`, { new_name: "x" }))).toBe(
		"voice_not_found",
	);
	const share = await app.get<{ link: Link; library: null }>(`/v1/voices/${voiceId}/share`, owner.apiKey);
	expect(share).toMatchObject({ link: { enabled: true, emails: [friend.email] }, library: null });
	await send<Link>(owner, `/v1/voices/${voiceId}/share`, { enable: false });
	expect((await attempt(friend, info, undefined, "GET")).status).toBe(404);
	// Existing copies are kept.
	expect((await mine(other, voice_id)).disabled).toBe(false);
});

test("uses a generation of the voice as its preview, but not one of another voice", async () => {
	const { voiceId } = await createDesigned();
	const spoken = await app.postJson(`/v1/text-to-speech/${voiceId}`, owner.apiKey, { text: "Choose me." });
	const bytes = Buffer.from(await spoken.arrayBuffer());
	const item = spoken.headers.get("history-item-id") ?? "";
	await publish(voiceId, { preview_history_item_id: item });
	const seen = await app.get<LibraryVoice>(`/v1/shared-voices/${ownerId}/${voiceId}`, other.apiKey);
	const clip = await fetch(seen.preview_url ?? "");
	expect(Buffer.from(await clip.arrayBuffer()).equals(bytes)).toBe(true);
	const elsewhere = await createDesigned();
	const response = await attempt(owner, `/v1/voices/${elsewhere.voiceId}/share-library`, {
		enable_library: true,
		preview_history_item_id: item,
	});
	expect(await codeOf(response)).toBe("history_item_not_found");
});

test("VOICES-047 counts the usage of copies per day, once each, for the owner's statistics and for trends", async () => {
	const { voiceId } = await createDesigned();
	await publish(voiceId, { custom_rate: 0.3 });
	const { voice_id } = await add(other, voiceId);
	const text = "Counted by the day.";
	for (const again of ["", "!", "?"])
		await (await app.postJson(`/v1/text-to-speech/${voice_id}`, other.apiKey, { text: text + again })).arrayBuffer();
	await countUsage(app.db, 0);
	await countUsage(app.db, 0);
	await refreshLibrary(app.db);
	const stats = await send<{
		days: { date: string; characters: number; generations: number }[];
		characters: number;
		generations: number;
		added_count: number;
		worth_dollars: number;
	}>(owner, `/v1/voices/${voiceId}/share/stats`, { range: "7d", reader_app: false });
	const characters = 3 * text.length + 2;
	expect(stats).toMatchObject({ range: "7d", characters, generations: 3, added_count: 1 });
	expect(stats.worth_dollars).toBeCloseTo((characters / 1_000) * 0.3, 3);
	expect(stats.days).toHaveLength(7);
	expect(stats.days.at(-1)).toEqual({ date: new Date().toISOString().slice(0, 10), characters, generations: 3 });
	expect(await send(owner, `/v1/voices/${voiceId}/share/stats`, { range: "30d", reader_app: true })).toMatchObject({
		characters: 0,
	});
	const trending = await app.get<LibraryPage>("/v1/shared-voices?sort=trending&page_size=5", other.apiKey);
	expect(trending.voices.slice(0, 2).map((voice) => voice.voice_id)).toContain(voiceId);
	expect(trending.voices.find((voice) => voice.voice_id === voiceId)).toMatchObject({
		usage_character_count_7d: characters,
		usage_character_count_1y: characters,
	});
	expect((await attempt(other, `/v1/voices/${voiceId}/share/stats`, {})).status).toBe(404);
});

test("robotic voices of the basic tier never trend, however much they are used", async () => {
	const use = async (voiceId: string, characters: number) => {
		await publish(voiceId);
		const values = { publication_id: voiceId, day: new Date(), characters, generations: 9 };
		await app.db.insertInto("voice_use").values(values).execute();
	};
	const robot = await createDesigned({ tier: "basic" }, "Robot");
	const natural = await createDesigned({}, "Natural");
	await use(robot.voiceId, 1_000_000);
	await use(natural.voiceId, 1_000);
	await refreshLibrary(app.db);
	const { voices } = await app.get<LibraryPage>("/v1/shared-voices?sort=trending&page_size=100", other.apiKey);
	const names = voices.map(({ name }) => name).filter((name) => name === "Robot" || name === "Natural");
	expect(names[0]).toBe("Natural");
	const detail = await app.get<LibraryVoice>(`/v1/shared-voices/${ownerId}/${robot.voiceId}`, other.apiKey);
	expect(detail.usage_character_count_7d).toBe(1_000_000);
});

test("counts and charges each voice of a dialogue for its own lines", async () => {
	const [one, two] = [await createDesigned(), await createDesigned()];
	await publish(one.voiceId);
	await publish(two.voiceId, { custom_rate: 0.06 });
	const host = await app.user({ tier: "creator" });
	const [first, second] = [await add(host, one.voiceId, "One"), await add(host, two.voiceId, "Two")];
	const inputs = [
		{ text: "Good evening to you.", voice_id: first.voice_id },
		{ text: "And to you!", voice_id: second.voice_id },
		{ text: "Shall we?", voice_id: first.voice_id },
	];
	await (await app.postJson("/v1/text-to-dialogue", host.apiKey, { inputs })).arrayBuffer();
	await countUsage(app.db, 0);
	const usageOf = (id: string) => send(owner, `/v1/voices/${id}/share/stats`, { range: "7d" });
	expect(await usageOf(one.voiceId)).toMatchObject({ characters: 29, generations: 1 });
	expect(await usageOf(two.voiceId)).toMatchObject({ characters: 11, generations: 1 });
	const now = Date.now();
	const window = `start_unix=${now - 3_600_000}&end_unix=${now + 60_000}&aggregation_interval=cumulative`;
	const { usage } = await app.get<{ usage: Record<string, number[]> }>(
		`/v1/usage/character-stats?${window}&breakdown_type=voice_multiplier`,
		host.apiKey,
	);
	expect(usage).toEqual({ "1x": [29], "2x": [22] });
});

test("a copy from a share link is private; another member who adds the same voice gets a separate copy", async () => {
	const { voiceId } = await createDesigned();
	await send<Link>(owner, `/v1/voices/${voiceId}/share`, { enable: true, emails: [] });
	const admin = await app.user({ tier: "growing_business" });
	const members = [
		await aColleague(app.db, await app.user(), admin.workspaceId),
		await aColleague(app.db, await app.user(), admin.workspaceId),
	] as const;
	const [his, hers] = [await add(members[0], voiceId, "His"), await add(members[1], voiceId, "Hers")];
	expect(hers.voice_id).not.toBe(his.voice_id);
	expect((await attempt(members[1], `/v1/voices/${his.voice_id}`, undefined, "GET")).status).toBe(404);
	expect(await mine(members[1], hers.voice_id)).toMatchObject({ name: "Hers" });
	// A library copy is shared by the workspace and separate from private copies.
	await publish(voiceId);
	const all = await add(admin, voiceId, "Ours");
	expect([his.voice_id, hers.voice_id]).not.toContain(all.voice_id);
	expect(await mine(members[0], all.voice_id)).toMatchObject({ name: "Ours" });
});

test("concurrent requests to add the same voice create one copy", async () => {
	const { voiceId } = await createDesigned();
	await publish(voiceId);
	const twin = await app.user({ tier: "creator" });
	const responses = await Promise.all(
		[1, 2, 3].map(() => attempt(twin, `/v1/voices/add/${ownerId}/${voiceId}`, { new_name: "T" })),
	);
	for (const response of responses) expect(response.status).toBe(200);
	const ids = await Promise.all(
		responses.map(async (response) => ((await response.json()) as { voice_id: string }).voice_id),
	);
	expect(new Set(ids).size).toBe(1);
});
