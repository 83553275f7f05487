import { expect, test } from "vitest";
import { previewLanguages } from "./voices.public.tsx";

test("PLAYER-009 a voice's preview languages are those it has a preview in, its own first, from this origin", () => {
	const verified = (language: string, preview_url: string | null) => ({
		language,
		preview_url,
		model_id: "m",
		accent: null,
		locale: null,
	});
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
