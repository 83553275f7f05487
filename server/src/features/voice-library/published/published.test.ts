import type { LibraryPage, LibraryVoice } from "@timbre/contract/voice-library/endpoints.ts";
import { catalogue } from "@timbre/engines/speech/catalogue.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../../seed/builders.ts";
import { fillLibrary } from "../../../../../seed/scenarios/library.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { recountFacets } from "../../voices/publication/facets.repo.ts";
import { foldText } from "../../voices/voices.public.ts";
import { syncShippedVoices } from "../shipped/sync.service.ts";

const generatedVoices = 3_000;
let app: TestApp;
let user: SeedUser;
beforeAll(async () => {
	app = await testApp();
	user = await app.user();
	await syncShippedVoices(app.db, ["kokoro", "piper", "espeak", "fake"]);
	await fillLibrary(app.db, generatedVoices, [{ engine: "fake", speaker: "tone-low" }]);
	await app.db.transaction().execute((tx) => recountFacets(tx, GLOBAL));
}, 60_000);
afterAll(async () => app.stop());

const find = (query: Record<string, string>) =>
	app.get<LibraryPage>(`/v1/shared-voices?${new URLSearchParams(query)}`, user.apiKey);
const statusOf = async (query: string) => {
	const response = await fetch(`${app.url}/v1/shared-voices?${query}`, { headers: { "xi-api-key": user.apiKey } });
	return response.status;
};

async function walk(query: Record<string, string>, max = Number.POSITIVE_INFINITY): Promise<LibraryVoice[]> {
	const voices: LibraryVoice[] = [];
	for (let after: string | null = ""; after !== null && voices.length < max; ) {
		const page: LibraryPage = await find({ page_size: "100", ...query, ...(after ? { last_sort_id: after } : {}) });
		expect(page.has_more).toBe(page.last_sort_id !== null);
		voices.push(...page.voices);
		after = page.last_sort_id;
	}
	return voices;
}

test("finds shipped voices by how they sound compared with others of their gender", async () => {
	const calm = await find({ search: "calm older man", category: "premade" });
	expect(calm.voices.map(({ name }) => name).toSorted()).toEqual(["Echo", "Kumo", "Michael"]);
	expect(calm.understood).toEqual({ filters: { manner: "calm", age: "old", gender: "male" }, words: [], ignored: [] });
	const deep = await find({ search: "deep calm man", category: "premade" });
	expect(deep.voices.map(({ name }) => name)).toContain("Onyx");
	expect(deep.voices.length).toBeLessThan(10);
});

test("VOICES-051 returns library voices in the shape the SDK expects, 30 by default", async () => {
	const page = await find({});
	expect(page.voices).toHaveLength(30);
	expect(page).toMatchObject({ has_more: true, total_count: 1_000, total_count_capped: true, understood: null });
	const [voice] = page.voices;
	for (const field of [
		"public_owner_id",
		"voice_id",
		"date_unix",
		"name",
		"accent",
		"gender",
		"age",
		"descriptive",
		"use_case",
		"category",
		"usage_character_count_1y",
		"usage_character_count_7d",
		"play_api_usage_character_count_1y",
		"cloned_by_count",
		"free_users_allowed",
		"live_moderation_enabled",
		"featured",
	])
		expect(voice).toHaveProperty(field);
});

test("VOICES-001 lists shipped voices in the library, owned by the server", async () => {
	const shipped = await walk({ owner_id: "timbre" });
	const ids = new Set(shipped.map((voice) => voice.voice_id));
	for (const { id } of catalogue) expect(ids.has(id)).toBe(true);
	const heart = shipped.find(({ name }) => name === "Heart");
	expect(heart).toMatchObject({
		public_owner_id: "timbre",
		category: "premade",
		origin: "shipped",
		language: "en",
		rate: null,
	});
	const one = await app.get<LibraryVoice>(`/v1/shared-voices/timbre/${heart?.voice_id}`, user.apiKey);
	expect(one).toEqual(heart);
	expect(one.verified_languages[0]).toMatchObject({ language: "en", locale: "en-US", accent: "american" });
});

test("removes voices that left the catalog from the library, and syncing again changes nothing", async () => {
	const rows = () =>
		app.db
			.selectFrom("voice_publication")
			.select(["id", "published_at", "trending"])
			.where("origin", "=", "shipped")
			.orderBy("id")
			.execute();
	const before = await rows();
	await syncShippedVoices(app.db, ["kokoro", "piper", "espeak", "fake"]);
	expect(await rows()).toEqual(before);
	await syncShippedVoices(app.db, ["fake"]);
	expect((await rows()).length).toBeLessThan(before.length);
	await syncShippedVoices(app.db, ["kokoro", "piper", "espeak", "fake"]);
	expect((await rows()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
});

test.each([
	["trending", "desc"],
	["created_date", "desc"],
	["cloned_by_count", "desc"],
	["usage_character_count_1y", "desc"],
	["name", "asc"],
] as const)("sorted by %s, every voice is listed once, by cursor and by page number", async (sort, direction) => {
	const walked = await walk({ sort });
	expect(walked.length).toBeGreaterThanOrEqual(generatedVoices);
	expect(new Set(walked.map((voice) => voice.voice_id)).size).toBe(walked.length);
	const keys: Record<string, (voice: LibraryVoice) => number> = {
		created_date: (voice) => voice.date_unix,
		cloned_by_count: (voice) => voice.cloned_by_count,
		usage_character_count_1y: (voice) => voice.usage_character_count_1y,
	};
	const key = keys[sort];
	if (key) expect(walked.map(key)).toEqual(walked.map(key).toSorted((a, b) => b - a));
	if (direction === "asc") {
		const names = walked.map(({ name }) => foldText(name));
		expect(names).toEqual(names.toSorted());
	}
	const third = await find({ sort, page: "2", page_size: "40" });
	expect(third.voices.map((voice) => voice.voice_id)).toEqual(walked.slice(80, 120).map((voice) => voice.voice_id));
});

test("filters narrow the results and can be combined", async () => {
	const query = { language: "en", gender: "female", age: "young", use_cases: "narrative_story", accent: "british" };
	const voices = await walk(query);
	expect(voices.length).toBeGreaterThan(3);
	for (const voice of voices)
		expect(voice).toMatchObject({
			language: "en",
			gender: "female",
			age: "young",
			use_case: "narrative_story",
			accent: "british",
		});
	expect((await find(query)).total_count).toBe(voices.length);
	expect((await find({ ...query, category: "professional" })).total_count).toBeLessThan(voices.length);
	for (const voice of (await find({ locale: "en-gb" })).voices) expect(voice.locale).toBe("en-GB");
	for (const voice of (await find({ language: "en-GB" })).voices) expect(voice.locale).toBe("en-GB");
	for (const voice of await walk({ featured: "true" })) expect(voice.featured).toBe(true);
	for (const voice of (await find({ min_notice_period_days: "90" })).voices)
		expect(voice.notice_period).toBeGreaterThanOrEqual(90);
	for (const voice of (await find({ include_custom_rates: "false" })).voices) expect(voice.rate).toBeNull();
	for (const voice of (await find({ include_live_moderated: "false" })).voices)
		expect(voice.live_moderation_enabled).toBe(false);
	for (const voice of (await find({ reader_app_enabled: "true" })).voices) expect(voice.reader_app_enabled).toBe(true);
	const response = await fetch(
		`${app.url}/v1/shared-voices?use_cases=advertisement&use_cases=social_media&descriptives=calm&page_size=100`,
		{ headers: { "xi-api-key": user.apiKey } },
	);
	const either = (await response.json()) as LibraryPage;
	expect(new Set(either.voices.map(({ use_case }) => use_case))).toEqual(new Set(["advertisement", "social_media"]));
	expect(new Set(either.voices.map(({ descriptive }) => descriptive))).toEqual(new Set(["calm"]));
});

test("finds names while typing, prefix matches first", async () => {
	const { voices, understood } = await find({ search: "amel" });
	expect(voices.length).toBeGreaterThan(5);
	expect(voices[0]?.name).toMatch(/^Amelia/);
	for (const voice of voices) expect(voice.name).toMatch(/^Amelia/);
	expect(understood).toEqual({ filters: {}, words: ["amel"], ignored: [] });
	const walked = await walk({ search: "amelia" });
	expect(new Set(walked.map((voice) => voice.voice_id)).size).toBe(walked.length);
	expect((await find({ search: "amelia" })).total_count).toBe(walked.length);
	expect((await find({ search: "heart" })).voices[0]?.name).toBe("Heart");
});

test("finds voices by description and returns how it was parsed", async () => {
	const page = await find({ search: "calm old British man" });
	expect(page.understood).toEqual({
		filters: { manner: "calm", age: "old", accent: "british", gender: "male" },
		words: [],
		ignored: [],
	});
	expect(page.voices.length).toBeGreaterThan(0);
	for (const voice of page.voices) {
		expect(voice).toMatchObject({ accent: "british", gender: "male", age: "old" });
		expect(`${voice.descriptive} ${voice.description} ${voice.name}`).toContain("calm");
	}
});

test("drops and reports conditions that nothing matches", async () => {
	const page = await find({ search: "velvety Finnish grandmother for commercials" });
	expect(page.voices.length).toBeGreaterThan(0);
	expect(page.understood?.ignored.length).toBeGreaterThan(0);
	for (const voice of page.voices) expect(voice.language).toBe("fi");
	const nothing = await find({ search: "zzzzqqqq" });
	expect(nothing).toMatchObject({ voices: [], total_count: 0, has_more: false });
});

test("corrects misspelled words", async () => {
	const page = await find({ search: "Amleia" });
	expect(page.understood?.words).toEqual(["amelia"]);
	for (const voice of page.voices) expect(voice.name.toLowerCase()).toContain("amelia");
	expect(page.voices.length).toBeGreaterThan(5);
	expect((await find({ search: "britsh woman" })).understood?.filters).toEqual({ accent: "british", gender: "female" });
});

test("handles hostile searches", async () => {
	for (const search of ["'", "%", "\\", "a' | 'b", ":*", "!!!", "<->", "((((", "💥", "x".repeat(300)])
		expect((await find({ search })).voices.length, search).toBeLessThanOrEqual(30);
});

test("counts the labels to filter by", async () => {
	const filters = await app.get<Record<string, { value: string; name: string; count: number; language?: string }[]>>(
		"/v1/shared-voices/filters",
		user.apiKey,
	);
	for (const [kind, parameter] of [
		["languages", "language"],
		["genders", "gender"],
		["ages", "age"],
		["use_cases", "use_cases"],
		["categories", "category"],
	] as const) {
		const rare = filters[kind]?.filter(({ count }) => count < 1_000) ?? [];
		expect(filters[kind]?.length, kind).toBeGreaterThan(1);
		for (const { value, count } of rare.slice(0, 3))
			expect((await find({ [parameter]: value })).total_count, `${kind} ${value}`).toBe(count);
	}
	expect(filters.languages?.find(({ value }) => value === "de")).toMatchObject({ name: "German" });
	expect(filters.accents?.find(({ value }) => value === "british")).toMatchObject({ language: "en", name: "British" });
});

test("limits page numbers and rejects invalid cursors", async () => {
	expect(await statusOf("page=400")).toBe(400);
	expect(await statusOf("last_sort_id=nonsense")).toBe(400);
	const { last_sort_id } = await find({ sort: "name" });
	expect(await statusOf(`sort=trending&last_sort_id=${last_sort_id}`)).toBe(400);
	for (const query of [
		"page_size=0",
		"page_size=101",
		"sort=best",
		"category=x",
		`search=${"s".repeat(301)}`,
		"page=-1",
	])
		expect(await statusOf(query), query).toBe(422);
});

test("lists featured voices of the server, which trend while there is no usage", async () => {
	const { voices } = await find({ featured: "true", owner_id: "timbre", sort: "trending" });
	expect(voices.map(({ name }) => name)).toContain("Heart");
	expect(voices.length).toBe(6);
	const { voices: shipped } = await find({ owner_id: "timbre", sort: "trending" });
	expect(shipped[0]?.model_id).toBe("kokoro_82m_v1");
});
