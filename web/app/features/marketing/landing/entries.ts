// All landing pages. Used by loaders only, so the browser never gets the text of other pages.
import { africanAccent } from "./accents/african-accent.ts";
import { argentineAccent } from "./accents/argentine-accent.ts";
import { australianAccent } from "./accents/australian-accent.ts";
import { britishAccent } from "./accents/british-accent.ts";
import { californianAccent } from "./accents/californian-accent.ts";
import { canadianAccent } from "./accents/canadian-accent.ts";
import { czechMoravianAccent } from "./accents/czech-moravian-accent.ts";
import { essexAccent } from "./accents/essex-accent.ts";
import { frenchSwissAccent } from "./accents/french-swiss-accent.ts";
import { germanAccent } from "./accents/german-accent.ts";
import { germanBavarianAccent } from "./accents/german-bavarian-accent.ts";
import { indianAccent } from "./accents/indian-accent.ts";
import { irishAccent } from "./accents/irish-accent.ts";
import { italianAccent } from "./accents/italian-accent.ts";
import { latinAmericanAccent } from "./accents/latin-american-accent.ts";
import { mexicanAccent } from "./accents/mexican-accent.ts";
import { newYorkAccent } from "./accents/new-york-accent.ts";
import { pakistaniAccent } from "./accents/pakistani-accent.ts";
import { portugueseAccent } from "./accents/portuguese-accent.ts";
import { russianAccent } from "./accents/russian-accent.ts";
import { scandinavianAccent } from "./accents/scandinavian-accent.ts";
import { spanishAccent } from "./accents/spanish-accent.ts";
import { spanishCastilianAccent } from "./accents/spanish-castilian-accent.ts";
import { turkishIstanbulAccent } from "./accents/turkish-istanbul-accent.ts";
import type { AccentEntry, LandingEntry, LandingLabels, LanguageEntry } from "./landing.ts";
import { arabic } from "./languages/arabic.ts";
import { bulgarian } from "./languages/bulgarian.ts";
import { chinese } from "./languages/chinese.ts";
import { croatian } from "./languages/croatian.ts";
import { czech } from "./languages/czech.ts";
import { danish } from "./languages/danish.ts";
import { dutch } from "./languages/dutch.ts";
import { english } from "./languages/english.ts";
import { filipino } from "./languages/filipino.ts";
import { finnish } from "./languages/finnish.ts";
import { french } from "./languages/french.ts";
import { german } from "./languages/german.ts";
import { greek } from "./languages/greek.ts";
import { hindi } from "./languages/hindi.ts";
import { indonesian } from "./languages/indonesian.ts";
import { italian } from "./languages/italian.ts";
import { japanese } from "./languages/japanese.ts";
import { korean } from "./languages/korean.ts";
import { malay } from "./languages/malay.ts";
import { polish } from "./languages/polish.ts";
import { portuguese } from "./languages/portuguese.ts";
import { romanian } from "./languages/romanian.ts";
import { russian } from "./languages/russian.ts";
import { slovak } from "./languages/slovak.ts";
import { spanish } from "./languages/spanish.ts";
import { swedish } from "./languages/swedish.ts";
import { tamil } from "./languages/tamil.ts";
import { turkish } from "./languages/turkish.ts";
import { ukrainian } from "./languages/ukrainian.ts";
import { landingLanguages } from "./slugs.ts";

/** In the order of the specification. */
export const languageEntries: readonly LanguageEntry[] = [
	english,
	hindi,
	portuguese,
	chinese,
	spanish,
	french,
	german,
	japanese,
	arabic,
	russian,
	korean,
	indonesian,
	italian,
	dutch,
	turkish,
	polish,
	swedish,
	filipino,
	malay,
	romanian,
	ukrainian,
	greek,
	czech,
	danish,
	finnish,
	bulgarian,
	croatian,
	slovak,
	tamil,
];

export const accentEntries: readonly AccentEntry[] = [
	britishAccent,
	canadianAccent,
	newYorkAccent,
	australianAccent,
	indianAccent,
	irishAccent,
	italianAccent,
	essexAccent,
	scandinavianAccent,
	germanAccent,
	germanBavarianAccent,
	russianAccent,
	spanishAccent,
	latinAmericanAccent,
	mexicanAccent,
	argentineAccent,
	portugueseAccent,
	californianAccent,
	africanAccent,
	pakistaniAccent,
	spanishCastilianAccent,
	frenchSwissAccent,
	turkishIstanbulAccent,
	czechMoravianAccent,
];

export type LandingPage = { entry: LandingEntry; kind: "language" | "accent"; lang: string; labels: LandingLabels };

/** Finds a page by slug, with the labels of the language it is written in. */
export function landingPage(slug: string): LandingPage | undefined {
	const language = languageEntries.find(({ audioSrc }) => audioSrc === slug);
	if (language) {
		const lang = langOf(slug);
		return { entry: language, kind: "language", lang, labels: language.labels };
	}
	const accent = accentEntries.find(({ audioSrc }) => audioSrc === slug);
	const spoken = accent && languageEntries.find(({ audioSrc }) => langOf(audioSrc) === accent.lang);
	return accent && spoken && { entry: accent, kind: "accent", lang: accent.lang, labels: spoken.labels };
}

function langOf(slug: string): string {
	const language = landingLanguages.find((known) => known.slug === slug);
	if (!language) throw new Error(`No language with slug ${slug}`);
	return language.lang;
}
