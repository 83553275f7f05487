import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { previewLanguages, voicesQuery } from "./voices.public.ts";

afterEach(() => vi.unstubAllGlobals());

const verified = (language: string, preview_url: string | null, model_id = "eleven_multilingual_v2") => ({
	language,
	preview_url,
	model_id,
	accent: null,
	locale: null,
});

test("VOICES-027 offers previews in other languages only from eleven_multilingual_v2", () => {
	const languages = (model: string) =>
		previewLanguages({ language: "en", preview_url: "/en", verified_languages: [verified("de", "/de", model)] }).map(
			({ language }) => language,
		);
	expect(languages("eleven_multilingual_v2")).toEqual(["en", "de"]);
	expect(languages("kokoro_82m_v1")).toEqual(["en"]);
	expect(languages("eleven_turbo_v2")).toEqual(["en"]);
	expect(languages("eleven_monolingual_v1")).toEqual(["en"]);
});

test("PLAYER-009 lists the languages a voice has previews in, its own first, with same-origin URLs", () => {
	expect(
		previewLanguages({
			language: "en-US",
			preview_url: "https://elsewhere.example/v1/voices/a/preview",
			verified_languages: [
				verified("en", "/v1/voices/a/preview"),
				verified("de", "/v1/de?x=1"),
				verified("de", "/v1/de-again"),
				verified("fr", null),
			],
		}),
	).toEqual([
		{ language: "en-US", previewUrl: "/v1/voices/a/preview" },
		{ language: "de", previewUrl: "/v1/de?x=1" },
	]);
});

const fetchVoices = () => new QueryClient({ defaultOptions: { queries: { retry: false } } }).fetchQuery(voicesQuery);

test.each([500, 404, 403])(
	"VOICES-053 a %i response for voices fails with the specification's message",
	async (status) => {
		const body = { detail: { code: "internal_error", message: "Something else", request_id: "r1" } };
		vi.stubGlobal("fetch", async () => Response.json(body, { status }));
		await expect(fetchVoices()).rejects.toMatchObject({
			message: `Error occured while fetching voices, status_code ${status}`,
			status,
			requestId: "r1",
		});
	},
);

test("keeps the message of a network error", async () => {
	vi.stubGlobal("fetch", async () => {
		throw new TypeError("failed to fetch");
	});
	await expect(fetchVoices()).rejects.toMatchObject({ code: "unreachable" });
});
