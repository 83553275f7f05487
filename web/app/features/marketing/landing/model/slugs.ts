/** A landing page language: URL slug and BCP 47 tag. */
export type LandingLanguage = { slug: string; lang: string; english: string; own: string };

/** All languages, in the order of the specification. Separate from the texts to keep them out of link lists. */
export const landingLanguages: readonly LandingLanguage[] = [
	{ slug: "english", lang: "en", english: "English", own: "English" },
	{ slug: "hindi", lang: "hi", english: "Hindi", own: "हिन्दी" },
	{ slug: "portuguese", lang: "pt", english: "Portuguese", own: "Português" },
	{ slug: "chinese", lang: "zh", english: "Chinese", own: "中文" },
	{ slug: "spanish", lang: "es", english: "Spanish", own: "Español" },
	{ slug: "french", lang: "fr", english: "French", own: "Français" },
	{ slug: "german", lang: "de", english: "German", own: "Deutsch" },
	{ slug: "japanese", lang: "ja", english: "Japanese", own: "日本語" },
	{ slug: "arabic", lang: "ar", english: "Arabic", own: "العربية" },
	{ slug: "russian", lang: "ru", english: "Russian", own: "Русский" },
	{ slug: "korean", lang: "ko", english: "Korean", own: "한국어" },
	{ slug: "indonesian", lang: "id", english: "Indonesian", own: "Bahasa Indonesia" },
	{ slug: "italian", lang: "it", english: "Italian", own: "Italiano" },
	{ slug: "dutch", lang: "nl", english: "Dutch", own: "Nederlands" },
	{ slug: "turkish", lang: "tr", english: "Turkish", own: "Türkçe" },
	{ slug: "polish", lang: "pl", english: "Polish", own: "Polski" },
	{ slug: "swedish", lang: "sv", english: "Swedish", own: "Svenska" },
	{ slug: "filipino", lang: "fil", english: "Filipino", own: "Filipino" },
	{ slug: "malay", lang: "ms", english: "Malay", own: "Bahasa Melayu" },
	{ slug: "romanian", lang: "ro", english: "Romanian", own: "Română" },
	{ slug: "ukrainian", lang: "uk", english: "Ukrainian", own: "Українська" },
	{ slug: "greek", lang: "el", english: "Greek", own: "Ελληνικά" },
	{ slug: "czech", lang: "cs", english: "Czech", own: "Čeština" },
	{ slug: "danish", lang: "da", english: "Danish", own: "Dansk" },
	{ slug: "finnish", lang: "fi", english: "Finnish", own: "Suomi" },
	{ slug: "bulgarian", lang: "bg", english: "Bulgarian", own: "Български" },
	{ slug: "croatian", lang: "hr", english: "Croatian", own: "Hrvatski" },
	{ slug: "slovak", lang: "sk", english: "Slovak", own: "Slovenčina" },
	{ slug: "tamil", lang: "ta", english: "Tamil", own: "தமிழ்" },
];

export const accentSlugs: readonly string[] = [
	"british-accent",
	"canadian-accent",
	"new-york-accent",
	"australian-accent",
	"indian-accent",
	"irish-accent",
	"italian-accent",
	"essex-accent",
	"scandinavian-accent",
	"german-accent",
	"german-bavarian-accent",
	"russian-accent",
	"spanish-accent",
	"latin-american-accent",
	"mexican-accent",
	"argentine-accent",
	"portuguese-accent",
	"californian-accent",
	"african-accent",
	"pakistani-accent",
	"spanish-castilian-accent",
	"french-swiss-accent",
	"turkish-istanbul-accent",
	"czech-moravian-accent",
];

export const landingPath = (slug: string) => `/text-to-speech/${slug}`;

/** hreflang alternates. `x-default` is for visitors with any other language. */
export const landingAlternates: readonly { lang: string; path: string }[] = [
	...landingLanguages.map(({ lang, slug }) => ({ lang, path: landingPath(slug) })),
	{ lang: "x-default", path: landingPath("english") },
];
