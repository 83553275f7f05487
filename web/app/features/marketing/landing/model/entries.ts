// All landing pages. Used by loaders only, so the browser never gets the text of other pages.

import { britishAccent } from "../content/accents/europe/british-accent.ts";
import { czechMoravianAccent } from "../content/accents/europe/czech-moravian-accent.ts";
import { essexAccent } from "../content/accents/europe/essex-accent.ts";
import { frenchSwissAccent } from "../content/accents/europe/french-swiss-accent.ts";
import { germanAccent } from "../content/accents/europe/german-accent.ts";
import { germanBavarianAccent } from "../content/accents/europe/german-bavarian-accent.ts";
import { irishAccent } from "../content/accents/europe/irish-accent.ts";
import { italianAccent } from "../content/accents/europe/italian-accent.ts";
import { portugueseAccent } from "../content/accents/europe/portuguese-accent.ts";
import { russianAccent } from "../content/accents/europe/russian-accent.ts";
import { scandinavianAccent } from "../content/accents/europe/scandinavian-accent.ts";
import { spanishAccent } from "../content/accents/europe/spanish-accent.ts";
import { spanishCastilianAccent } from "../content/accents/europe/spanish-castilian-accent.ts";
import { africanAccent } from "../content/accents/world/african-accent.ts";
import { argentineAccent } from "../content/accents/world/argentine-accent.ts";
import { australianAccent } from "../content/accents/world/australian-accent.ts";
import { californianAccent } from "../content/accents/world/californian-accent.ts";
import { canadianAccent } from "../content/accents/world/canadian-accent.ts";
import { indianAccent } from "../content/accents/world/indian-accent.ts";
import { latinAmericanAccent } from "../content/accents/world/latin-american-accent.ts";
import { mexicanAccent } from "../content/accents/world/mexican-accent.ts";
import { newYorkAccent } from "../content/accents/world/new-york-accent.ts";
import { pakistaniAccent } from "../content/accents/world/pakistani-accent.ts";
import { turkishIstanbulAccent } from "../content/accents/world/turkish-istanbul-accent.ts";
import { bulgarian } from "../content/languages/europe/bulgarian.ts";
import { croatian } from "../content/languages/europe/croatian.ts";
import { czech } from "../content/languages/europe/czech.ts";
import { danish } from "../content/languages/europe/danish.ts";
import { dutch } from "../content/languages/europe/dutch.ts";
import { english } from "../content/languages/europe/english.ts";
import { finnish } from "../content/languages/europe/finnish.ts";
import { french } from "../content/languages/europe/french.ts";
import { german } from "../content/languages/europe/german.ts";
import { greek } from "../content/languages/europe/greek.ts";
import { italian } from "../content/languages/europe/italian.ts";
import { polish } from "../content/languages/europe/polish.ts";
import { portuguese } from "../content/languages/europe/portuguese.ts";
import { romanian } from "../content/languages/europe/romanian.ts";
import { russian } from "../content/languages/europe/russian.ts";
import { slovak } from "../content/languages/europe/slovak.ts";
import { spanish } from "../content/languages/europe/spanish.ts";
import { swedish } from "../content/languages/europe/swedish.ts";
import { ukrainian } from "../content/languages/europe/ukrainian.ts";
import { arabic } from "../content/languages/world/arabic.ts";
import { chinese } from "../content/languages/world/chinese.ts";
import { filipino } from "../content/languages/world/filipino.ts";
import { hindi } from "../content/languages/world/hindi.ts";
import { indonesian } from "../content/languages/world/indonesian.ts";
import { japanese } from "../content/languages/world/japanese.ts";
import { korean } from "../content/languages/world/korean.ts";
import { malay } from "../content/languages/world/malay.ts";
import { tamil } from "../content/languages/world/tamil.ts";
import { turkish } from "../content/languages/world/turkish.ts";
import type { AccentEntry, LandingEntry, LandingLabels, LanguageEntry } from "./landing.ts";
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
