import { expect, test } from "vitest";
import { tryLimit } from "../../marketing.queries.ts";
import { sitePaths } from "../../model/site-paths.ts";
import { meta } from "../landing.page.tsx";
import { accentEntries, languageEntries } from "./entries.ts";
import type { LandingEntry } from "./landing.ts";
import { type LandingData, landingData } from "./landing-data.ts";
import { languageData, languageRows } from "./language-data.ts";
import { languageSupport } from "./language-support.ts";
import { landingLanguages, landingPath } from "./slugs.ts";

// As listed in the specification.
const languages =
	"english hindi portuguese chinese spanish french german japanese arabic russian korean indonesian italian dutch turkish polish swedish filipino malay romanian ukrainian greek czech danish finnish bulgarian croatian slovak tamil".split(
		" ",
	);
const accents =
	"british-accent canadian-accent new-york-accent australian-accent indian-accent irish-accent italian-accent essex-accent scandinavian-accent german-accent german-bavarian-accent russian-accent spanish-accent latin-american-accent mexican-accent argentine-accent portuguese-accent californian-accent african-accent pakistani-accent spanish-castilian-accent french-swiss-accent turkish-istanbul-accent czech-moravian-accent".split(
		" ",
	);
const entries: readonly LandingEntry[] = [...languageEntries, ...accentEntries];

function pageOf(slug: string): LandingData {
	const page = landingData(slug);
	if (!page) throw new Error(`No page ${slug}`);
	return page;
}

test("MARKETING-034 each of the 29 languages has a landing page, keyed by its audio source, in the list of public pages", () => {
	expect(languageEntries.map(({ audioSrc }) => audioSrc)).toEqual(languages);
	for (const slug of languages) {
		expect(pageOf(slug)).toMatchObject({ slug, kind: "language", sample: { src: `/audio/landing/${slug}.mp3` } });
		expect(sitePaths.map(({ path }) => path)).toContain(landingPath(slug));
	}
});

test("MARKETING-035 each of the 24 accents has a page in the list of public pages", () => {
	expect(accentEntries.map(({ audioSrc }) => audioSrc)).toEqual(accents);
	for (const slug of accents) {
		expect(pageOf(slug)).toMatchObject({ slug, kind: "accent" });
		expect(sitePaths.map(({ path }) => path)).toContain(landingPath(slug));
	}
});

test("MARKETING-036 every entry has every field of the specification, and its text fits the demo", () => {
	const fields = [
		"name",
		"flag",
		"language",
		"audioSrc",
		"placeholderText",
		"howToDescription",
		"feature1Title",
		"feature1Description",
		"feature2Title",
		"feature2Description",
	] as const;
	for (const entry of entries) {
		for (const field of fields) expect(entry[field].trim(), `${entry.audioSrc}.${field}`).not.toBe("");
		expect(entry.placeholderText.length, entry.audioSrc).toBeLessThanOrEqual(tryLimit);
		expect(() => new Intl.Locale(entry.language), entry.audioSrc).not.toThrow();
	}
});

test("MARKETING-037 an entry without voice_id is valid: its page lists voices of its language and uses the best one for the sample", () => {
	const without = entries.filter(({ voice_id }) => voice_id === undefined);
	expect(without.length).toBeGreaterThan(0);
	for (const { audioSrc } of without) {
		const { voices, sample } = pageOf(audioSrc);
		expect(voices[0]?.tier, audioSrc).toBe(sample.tier);
		expect(voices[0]?.names, audioSrc).toContain(sample.voice);
	}
});

test("MARKETING-015 every language has a detail page with its voices and a row on the languages page", () => {
	expect(Object.keys(languageSupport).sort()).toEqual([...languages].sort());
	expect(languageRows().map(({ slug }) => slug)).toEqual(languages);
	for (const slug of languages) {
		const page = languageData(slug);
		expect(page?.voices.length, slug).toBeGreaterThan(0);
		expect(page?.support.missing.length, slug).toBeGreaterThan(0);
		expect(sitePaths.map(({ path }) => path)).toContain(`/languages/${slug}`);
	}
});

test("a language's detail page says when it has no natural voice", () => {
	for (const { slug, natural } of languageRows()) {
		const said = languageSupport[slug]?.missing.some((line) => /only a basic one|No voice of its own/.test(line));
		expect(said, slug).toBe(natural === 0);
	}
});

test("no two pages share a headline, description or paragraph", () => {
	for (const field of [
		"title",
		"description",
		"h1",
		"lead",
		"placeholderText",
		"howToDescription",
		"feature1Description",
		"feature2Description",
	] as const) {
		const texts = entries.map((entry) => entry[field]);
		expect(
			texts.filter((text, i) => texts.indexOf(text) !== i),
			field,
		).toEqual([]);
	}
});

const scripts: Record<string, RegExp> = {
	hi: /\p{Script=Devanagari}/gu,
	zh: /\p{Script=Han}/gu,
	ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu,
	ar: /\p{Script=Arabic}/gu,
	ru: /\p{Script=Cyrillic}/gu,
	uk: /\p{Script=Cyrillic}/gu,
	bg: /\p{Script=Cyrillic}/gu,
	ko: /\p{Script=Hangul}/gu,
	el: /\p{Script=Greek}/gu,
	ta: /\p{Script=Tamil}/gu,
};

test("page text is in the script of its language and names the engine", () => {
	for (const entry of languageEntries) {
		const lang = landingLanguages.find(({ slug }) => slug === entry.audioSrc)?.lang ?? "";
		const texts = [entry.h1, entry.lead, entry.description, entry.howToDescription, entry.feature1Description];
		const letters = texts.join("").match(/\p{L}/gu)?.length ?? 0;
		const own = texts.join("").match(scripts[lang] ?? /\p{Script=Latin}/gu)?.length ?? 0;
		expect(own / letters, entry.audioSrc).toBeGreaterThan(0.8);
		expect(entry.faq.map(({ answer }) => answer).join(" "), entry.audioSrc).toMatch(/Kokoro|espeak-ng/);
	}
});

test("only Arabic is right-to-left", () => {
	const rightToLeft = entries.map(({ audioSrc }) => pageOf(audioSrc)).filter(({ dir }) => dir === "rtl");
	expect(rightToLeft.map(({ slug }) => slug)).toEqual(["arabic"]);
});

test("every page that a landing page links to exists", () => {
	const known = sitePaths.map(({ path }) => path);
	for (const { audioSrc } of entries) {
		const { related, languages: all, details } = pageOf(audioSrc);
		for (const path of [...related, ...all].map(({ to }) => to).concat(details.to)) expect(known).toContain(path);
		expect(related.map(({ to }) => to)).not.toContain(landingPath(audioSrc));
		expect(all).toHaveLength(29);
	}
});

/** hreflang links of a page, by language. */
function alternatesOf(slug: string): Map<string, string> {
	const tags = meta({ loaderData: pageOf(slug) } as Parameters<typeof meta>[0]) as {
		hrefLang?: string;
		href?: string;
	}[];
	return new Map(
		tags.flatMap(({ hrefLang, href }) => (hrefLang && href ? [[hrefLang, new URL(href).pathname] as const] : [])),
	);
}

test("hreflang is reciprocal among all 29 languages, includes the page itself, and has one x-default", () => {
	for (const { slug, lang } of landingLanguages) {
		const alternates = alternatesOf(slug);
		expect(alternates.size).toBe(30);
		expect(alternates.get(lang)).toBe(landingPath(slug));
		expect(alternates.get("x-default")).toBe("/text-to-speech/english");
		for (const [other, path] of alternates) {
			if (other === "x-default") continue;
			const back = alternatesOf(path.split("/").at(-1) ?? "").get(lang);
			expect(back, `${path} does not link back to ${slug}`).toBe(landingPath(slug));
		}
		const listed = sitePaths.find(({ path }) => path === landingPath(slug))?.alternates ?? [];
		expect(new Map(listed.map((other) => [other.lang, other.path])), "the sitemap differs").toEqual(alternates);
	}
});

test("accent pages have no hreflang alternates", () => {
	for (const slug of accents) expect(alternatesOf(slug).size, slug).toBe(0);
});
