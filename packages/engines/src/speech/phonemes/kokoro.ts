import { espeak } from "./espeak.ts";
import { kokoroVocabulary } from "./kokoro-vocabulary.ts";
import { joinRuns, splitMarks } from "./marks.ts";

/** Kokoro writes diphthongs and affricates as single symbols. */
const shared: Record<string, string> = {
	aɪ: "I",
	aʊ: "W",
	eɪ: "A",
	oʊ: "O",
	əʊ: "Q",
	ɔɪ: "Y",
	tʃ: "ʧ",
	dʒ: "ʤ",
	ts: "ʦ",
	dz: "ʣ",
};

const english: Record<string, string> = {
	...shared,
	aɪɚ: "Iəɹ",
	aɪə: "Iə",
	aʊə: "Wə",
	ɐ: "ə",
	əl: "ᵊl",
	n̩: "ᵊn",
	l̩: "ᵊl",
	r: "ɹ",
	x: "k",
	ɬ: "l",
	ç: "h",
	ʔ: "t",
	o: "ɔ",
	e: "A",
};

const american: Record<string, string> = {
	...english,
	ɚ: "əɹ",
	ɜː: "ɜɹ",
	oː: "ɔ",
	ɾ: "T",
	a: "æ",
	iə: "iə",
	ɒ: "ɑ",
};

const british: Record<string, string> = {
	...english,
	oː: "ɔː",
	eə: "ɛː",
	iə: "ɪə",
	æ: "a",
	ɾ: "t",
	ᵻ: "ɪ",
	ɚ: "ə",
	i: "i",
};

type FrontEnd = { voice: string; map: Record<string, string>; lengths: boolean };

const frontEnds: Record<string, FrontEnd> = {
	"en-US": { voice: "en-us", map: american, lengths: false },
	"en-GB": { voice: "en-gb", map: british, lengths: true },
	es: { voice: "es", map: shared, lengths: true },
	fr: { voice: "fr-fr", map: shared, lengths: true },
	hi: { voice: "hi", map: shared, lengths: true },
	it: { voice: "it", map: shared, lengths: true },
	"pt-BR": { voice: "pt-br", map: shared, lengths: true },
};

/** A phoneme unit of espeak-ng in Kokoro's symbols; its stress stays in front. */
function unit(phoneme: string, { map, lengths }: FrontEnd): string {
	const stress = /^[ˈˌ]*/.exec(phoneme)?.[0] ?? "";
	const bare = phoneme.slice(stress.length);
	const mapped = map[bare] ?? [...bare].map((character) => map[character] ?? character).join("");
	return stress + (lengths ? mapped : mapped.replaceAll("ː", ""));
}

/** Text → Kokoro's symbols for the languages that espeak-ng pronounces well. */
async function throughEspeak(text: string, frontEnd: FrontEnd): Promise<string> {
	const speller = await espeak();
	const runs = splitMarks(text).map((run) => {
		if (run.kind === "mark") return run;
		const words = speller.phonemes(run.text, frontEnd.voice);
		return { ...run, text: words.map((word) => word.map((phoneme) => unit(phoneme, frontEnd)).join("")).join(" ") };
	});
	return joinRuns(runs.filter((run) => run.text !== ""));
}

/** Mandarin and Japanese need their own readings first; loaded only when such a voice speaks. */
async function frontEnd(text: string, language: string): Promise<string> {
	if (language === "zh") return (await import("./chinese.ts")).toPhonemes(text);
	if (language === "ja") return (await import("./japanese.ts")).toPhonemes(text);
	const chosen = frontEnds[language];
	if (!chosen) throw new Error(`Kokoro has no front end for ${language}`);
	return throughEspeak(text, chosen);
}

/** The symbols Kokoro is to speak, all of them in its vocabulary. */
export async function kokoroPhonemes(text: string, language: string): Promise<string> {
	const symbols = await frontEnd(text, language);
	// Decomposed, because espeak hangs diacritics on letters; the one letter that the vocabulary knows only whole is put together again.
	const letters = symbols.normalize("NFD").replaceAll("c\u0327", "ç");
	return [...letters].filter((symbol) => kokoroVocabulary.has(symbol)).join("");
}
