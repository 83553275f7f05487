// Guesses the language of a text from its script and its commonest words. It is for hints, so it prefers no answer to a wrong one.

/** Languages that are alone in their script, and the letters that show it. */
const scripts: readonly [language: string, letters: RegExp][] = [
	["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
	["ko", /\p{Script=Hangul}/gu],
	["zh", /\p{Script=Han}/gu],
	["hi", /\p{Script=Devanagari}/gu],
	["ar", /\p{Script=Arabic}/gu],
	["ru", /\p{Script=Cyrillic}/gu],
	["el", /\p{Script=Greek}/gu],
	["ta", /\p{Script=Tamil}/gu],
];

/** Common words that are rare in the other languages of the list. */
const commonWords: Record<string, string> = {
	en: "the and of to is was that it with for are this you have not be on he she they my your from but what there would",
	de: "der die das und ist nicht ein eine ich du wir sie mit auf für von dem den zu im auch sich wie noch aber war sind wird heute",
	fr: "le la les des et est une un dans que qui pas pour sur avec vous nous je ce cette au aux du il elle sont mais plus c'est",
	es: "el los las una es y que en por para con no del se como pero más su está esta este hay muy yo qué también fue son",
	it: "il lo gli della di che è non una per con sono si come ma anche più questo questa nel alla del ho mi ti era",
	pt: "o os as uma é e que em não para com do da no na por mais como mas foi ele ela você isso são está também um",
	nl: "de het een en van is niet dat ik je met voor op zijn maar ook wij hij ze naar er wat bij aan heeft was",
	pl: "i w nie się na jest że to z do jak ale o po co tak był jego przez czy dla już tylko są jestem",
	sv: "och att det är en som på jag inte för med den har av vi men ett till han hon kan från var så om",
	da: "og at det er en på jeg ikke til med den har af vi men et som for han hun kan fra var så hvad",
	no: "og å det er en på jeg ikke til med den har av vi men et som for han hun kan fra var så hva",
	fi: "ja on ei se että hän oli mutta kun niin ovat minä sinä tämä mitä myös jos vain olen joka kanssa",
	tr: "ve bir bu için çok ne da de ben sen mi ama gibi daha olarak var değil ile o kadar sonra her",
	id: "yang dan di ini itu dengan untuk tidak dari saya akan ada pada adalah kami mereka bisa juga sudah ke orang",
	ro: "și este nu în de la cu pe un o care că mai din sunt pentru acest această dar fi ce eu el",
	cs: "a je se na že to v s jako ale by jsem byl si tak pro není jsou ve co po která které když",
	sk: "a je sa na že to v s ako ale by som bol si tak pre nie sú vo čo po ktorá ktoré keď",
	hr: "i je u na se da za su od s ne to kao ali bi sam bio što ili koji koja nije samo sve",
	hu: "a az és hogy nem is egy ez van volt de csak meg már mint még ki mi én te vagy nagyon",
	vi: "và là của có không một những được cho với này trong người tôi anh đã các khi để như",
};

const languagesByWord = new Map<string, string[]>();
for (const [language, words] of Object.entries(commonWords)) {
	for (const word of words.split(" ")) languagesByWord.set(word, [...(languagesByWord.get(word) ?? []), language]);
}

/** Enough to tell languages apart, and quick for any text. */
const maxCharacters = 2_000;
const minHits = 3;
const minShare = 0.15;

/** The primary tag of the text's language, or null if it is unclear. */
export function detectLanguage(text: string): string | null {
	const plain = text.slice(0, maxCharacters).replaceAll(/<[^>]*>|\[[^\]]*\]/g, " ");
	const letters = plain.match(/\p{L}/gu)?.length ?? 0;
	if (letters === 0) return null;
	for (const [language, pattern] of scripts) {
		const found = plain.match(pattern)?.length ?? 0;
		// Japanese mixes its own letters with Chinese ones.
		if (found < 3 || found / letters < (language === "ja" ? 0.2 : 0.6)) continue;
		return language === "ru" ? cyrillicLanguage(plain) : language;
	}
	return latinLanguage(plain);
}

function cyrillicLanguage(text: string): string {
	if (/[іїєґ]/i.test(text)) return "uk";
	return /[ыэё]/i.test(text) || !/ъ/i.test(text) ? "ru" : "bg";
}

function latinLanguage(text: string): string | null {
	const words = text.toLowerCase().match(/[\p{L}\p{M}'’]+/gu) ?? [];
	const scores = new Map<string, number>();
	let hits = 0;
	for (const word of words) {
		const languages = languagesByWord.get(word.replaceAll("’", "'"));
		if (!languages) continue;
		hits++;
		// A word of one language counts more than one that many have.
		for (const language of languages) scores.set(language, (scores.get(language) ?? 0) + 1 / languages.length);
	}
	if (hits < minHits || hits / words.length < minShare) return null;
	const [best, second] = [...scores].sort(([, one], [, other]) => other - one);
	if (!best || best[1] < 1 || best[1] < 1.3 * (second?.[1] ?? 0)) return null;
	return best[0];
}
