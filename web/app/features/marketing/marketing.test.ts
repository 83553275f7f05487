import { maxTryCharacters, speechEndpoints } from "@timbre/contract/speech/endpoints.ts";
import { voicesEndpoints } from "@timbre/contract/voices/endpoints.ts";
import { expect, test } from "vitest";
import { tryLimit, tryPaths } from "./marketing.queries.ts";
import { siteMeta } from "./model/meta.ts";
import { plannedProducts } from "./products/content/products.ts";
import { speechToText } from "./products/content/products-speech-to-text.ts";
import { studio } from "./products/content/products-studio.ts";
import { textToSpeech } from "./products/content/products-text-to-speech.ts";
import { voiceChanger } from "./products/content/products-voice-changer.ts";
import { voiceCloning } from "./products/content/products-voice-cloning.ts";
import { voiceIsolator } from "./products/content/products-voice-isolator.ts";
import { useCases } from "./products/content/use-cases.ts";

test("the demo uses the paths and the character limit of the contract", () => {
	expect(tryPaths).toEqual({
		voices: voicesEndpoints.listTryVoices.path,
		speech: speechEndpoints.trySpeech.path,
	});
	expect(tryLimit).toBe(maxTryCharacters);
});

const pages = [
	textToSpeech,
	speechToText,
	voiceChanger,
	voiceCloning,
	voiceIsolator,
	studio,
	...plannedProducts,
	...useCases,
];

test.each(pages)("$path has a unique title, description and headline that fit a search result", (page) => {
	const others = pages.filter((other) => other !== page);
	for (const field of ["path", "title", "description", "headline"] as const) {
		expect(others.map((other) => other[field])).not.toContain(page[field]);
	}
	expect(page.title.length).toBeLessThanOrEqual(60);
	expect(page.description.length).toBeGreaterThanOrEqual(80);
	expect(page.description.length).toBeLessThanOrEqual(165);
});

test.each(plannedProducts)("$path says it is planned, labels planned features, and lists what works today", (page) => {
	expect(page.planned).toMatch(/not|nobody/i);
	expect(page.title).toContain("planned");
	const meant = page.parts.find(({ id }) => id === "meant");
	if (meant?.kind === "features") expect(meant.items.every(({ status }) => status === "planned")).toBe(true);
	expect(page.parts.some(({ id }) => id === "today")).toBe(true);
});

test("page meta contains absolute URLs for the canonical link, image and structured data", () => {
	const meta = siteMeta({
		title: "Plans",
		description: "What they hold.",
		path: "/pricing",
		alternates: [{ lang: "de", path: "/de" }],
		structuredData: [{ "@type": "FAQPage" }],
	});
	expect(meta).toContainEqual({ title: "Plans - Timbre" });
	expect(meta).toContainEqual({ tagName: "link", rel: "canonical", href: "https://timbre.invalid/pricing" });
	expect(meta).toContainEqual({
		tagName: "link",
		rel: "alternate",
		hrefLang: "de",
		href: "https://timbre.invalid/de",
	});
	expect(meta).toContainEqual({ property: "og:image", content: "https://timbre.invalid/og/pricing.png" });
	expect(meta).toContainEqual({ "script:ld+json": { "@context": "https://schema.org", "@type": "FAQPage" } });
});
