import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import { primaryLanguage } from "@timbre/contract/language.ts";
import { baseLanguages } from "@timbre/contract/models/languages.ts";
import type { voicesEndpoints } from "@timbre/contract/voices/endpoints.ts";
import { catalogue } from "@timbre/engines/speech/catalogue.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { syncShippedVoices } from "../../voice-library/shipped/sync.service.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
	await syncShippedVoices(app.db, ["kokoro", "piper", "espeak"]);
});
afterAll(async () => app.stop());

async function request<T>(path: string): Promise<T> {
	const response = await fetch(app.url + path);
	if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
	return (await response.json()) as T;
}
const tryVoices = (query = "") => request<ResponseOf<typeof voicesEndpoints.listTryVoices>>(`/v1/try/voices${query}`);
const library = (query = "") => request<ResponseOf<typeof voicesEndpoints.listLibrary>>(`/v1/try/library${query}`);

test("lists the best engine for a language first, with its name", async () => {
	const first = async (language: string) => {
		const { voices } = await tryVoices(`?language=${language}`);
		return [voices[0]?.engine, voices[0]?.tier, voices[0]?.model_name, primaryLanguage(voices[0]?.language ?? "")];
	};
	expect(await first("en")).toEqual(["kokoro", "quality", "Kokoro 82M", "en"]);
	expect(await first("hi")).toEqual(["kokoro", "quality", "Kokoro 82M", "hi"]);
	expect(await first("de")).toEqual(["espeak", "basic", "eSpeak NG (basic)", "de"]);
	expect(await first("tl")).toEqual(["espeak", "basic", "eSpeak NG (basic)", "fil"]);
});

test("has voices for each of the 29 languages, and only in that language", async () => {
	for (const { languageCode } of baseLanguages) {
		const { voices, language } = await tryVoices(`?language=${languageCode}`);
		expect(language).toBe(languageCode);
		expect(voices.length, languageCode).toBeGreaterThan(0);
		expect(voices.length).toBeLessThanOrEqual(6);
		expect(new Set(voices.map((voice) => primaryLanguage(voice.language)))).toEqual(new Set([languageCode]));
	}
});

test("lists the requested voice first, then the requested region", async () => {
	const british = await tryVoices("?language=en-GB");
	expect(british.voices[0]).toMatchObject({ language: "en-GB", tier: "quality" });
	const last = catalogue.at(-1);
	const chosen = await tryVoices(`?language=en-GB&voice_id=${last?.id}`);
	expect(chosen.voices[0]?.voice_id).toBe(last?.id);
	expect(chosen.voices[1]?.voice_id).toBe(british.voices[0]?.voice_id);
	expect((await tryVoices("?voice_id=nobody")).voices[0]?.name).toBe("Heart");
});

test("returns no voices for an unsupported language", async () => {
	expect((await tryVoices("?language=tlh")).voices).toEqual([]);
});

test("pages through every shipped voice once, best first", async () => {
	const { pages, total } = await library("?page_size=100");
	expect(total).toBe(catalogue.length);
	const ids: string[] = [];
	const tiers: string[] = [];
	for (let page = 1; page <= pages; page++) {
		const { voices } = await library(`?page_size=100&page=${page}`);
		ids.push(...voices.map((voice) => voice.voice_id));
		tiers.push(...voices.map((voice) => voice.tier));
	}
	expect(ids).toHaveLength(catalogue.length);
	expect(new Set(ids)).toEqual(new Set(catalogue.map((voice) => voice.id)));
	expect([...new Set(tiers)]).toEqual(["quality", "fast", "basic"]);
	expect((await library(`?page_size=100&page=${pages + 1}`)).voices).toEqual([]);
});

test("combines filters with the search; their counts cover the full library", async () => {
	const { filters } = await library();
	const british = await library("?language=en-GB&gender=female&tier=quality");
	expect(british.total).toBeGreaterThan(0);
	for (const voice of british.voices)
		expect(voice).toMatchObject({ language: "en-GB", labels: { gender: "female" }, tier: "quality" });
	for (const { value, count } of filters.tiers) expect((await library(`?tier=${value}`)).total).toBe(count);
	for (const { value, count } of filters.genders) expect((await library(`?gender=${value}`)).total).toBe(count);
	expect(filters.languages.find(({ value }) => value === "de")).toEqual({ value: "de", name: "German", count: 1 });
	expect((await library("?tier=nonsense")).total).toBe(0);
	expect((await library("?search=heart")).voices.map((voice) => voice.name)).toContain("Heart");
	expect((await library("?search=portuguese%20natural")).voices.every((voice) => voice.language.startsWith("pt"))).toBe(
		true,
	);
	expect((await library("?search=GERMAN")).total).toBe(1);
	expect((await library("?search=%25")).total).toBe(0);
});

test("a library page responds in under 100 ms", { tags: ["measured"] }, async () => {
	await library();
	const took: number[] = [];
	for (let at = 0; at < 10; at++) {
		const started = performance.now();
		await library("?search=voice&page=2");
		took.push(performance.now() - started);
	}
	expect(took.sort((a, b) => a - b)[5]).toBeLessThan(100);
});

test("finds voices by how they sound compared with others of their gender", async () => {
	const calm = await library("?search=calm%20older%20man");
	expect(calm.voices.map(({ name }) => name).toSorted()).toEqual(["Echo", "Kumo", "Michael"]);
	const lively = await library("?search=lively%20young%20woman");
	expect(lively.total).toBeGreaterThan(0);
	expect(lively.total).toBeLessThan((await library("?search=woman")).total);
	for (const { labels } of lively.voices) expect(labels.gender).toBe("female");
});

test.each(["?page=0", "?page_size=101", "?language=../..", `?search=${"s".repeat(101)}`, "?page=x"])(
	"rejects %s",
	async (query) => {
		expect((await fetch(`${app.url}/v1/try/library${query}`)).status).toBe(422);
	},
);
