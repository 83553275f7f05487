// Invariant: lists every public page. Prerendering, the sitemap and the site checks all use this list.
import { articlePath, articles } from "../articles/content/blog/articles.ts";
import { examplePath, examples } from "../articles/content/examples/examples.ts";
import { guidePath, guides } from "../docs/content/guides.ts";
import { accentSlugs, landingAlternates, landingLanguages, landingPath } from "../landing/model/slugs.ts";

export type SitePath = {
	path: string;
	/** Date of the last content change. */
	lastmod: string;
	/** The same page in all languages, including itself. */
	alternates?: readonly { lang: string; path: string }[];
};

const opened = "2026-11-15";

/** Static pages. */
const pages = [
	"/",
	"/about",
	"/affiliates",
	"/affiliates/terms",
	"/affiliate-partner-guide",
	"/ai-speech-classifier",
	"/api",
	"/api-reference",
	"/use-cases",
	"/use-cases/audiobooks",
	"/use-cases/chatbots",
	"/use-cases/gaming",
	"/use-cases/videos",
	"/careers",
	"/contact-legal",
	"/contact-sales",
	"/customers",
	"/dubbing",
	"/elevenstudios",
	"/text-reader",
	"/enterprise",
	"/grants",
	"/grants-application",
	"/languages",
	"/payouts",
	"/pricing",
	"/roadmap",
	"/docs",
	"/privacy",
	"/privacy-choices",
	"/studio",
	"/use-policy",
	"/safety",
	"/showcase",
	"/sound-effects",
	"/ai-sound-effects-for-sora",
	"/terms-of-use-eu",
	"/speech-to-text",
	"/text-to-speech",
	"/vla",
	"/vlaeu",
	"/voice-changer",
	"/voice-cloning",
	"/voice-data-partnerships",
	"/voice-data-partnerships/apply",
	"/voice-guide",
	"/voice-library",
	"/voice-isolator",
	"/blog/",
];

export const sitePaths: readonly SitePath[] = [
	...pages.map((path) => ({ path, lastmod: opened })),
	...guides.map(({ slug }) => ({ path: guidePath(slug), lastmod: opened })),
	...articles.map(({ slug, published }) => ({ path: articlePath(slug), lastmod: published })),
	...examples.map(({ slug }) => ({ path: examplePath(slug), lastmod: opened })),
	...landingLanguages.map(({ slug }) => ({ path: landingPath(slug), lastmod: opened, alternates: landingAlternates })),
	...accentSlugs.map((slug) => ({ path: landingPath(slug), lastmod: opened })),
	...landingLanguages.map(({ slug }) => ({ path: `/languages/${slug}`, lastmod: opened })),
];
