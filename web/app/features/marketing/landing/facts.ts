/** What was found when the engines read a language: what comes out right by itself, and what does not. For the pages of facts. */
export type LanguageFacts = { reads: readonly string[]; missing: readonly string[] };

export const languageFacts: Readonly<Record<string, LanguageFacts>> = {
	english: {
		reads: [
			"Dates, times, money, units, ordinals, fractions and common abbreviations, written out as words before they are spoken",
			"American and British pronunciation, by voice",
		],
		missing: ["No Canadian, Australian, Irish, Scottish, Indian or African voice"],
	},
	hindi: {
		reads: [
			"Devanagari, with silent vowels left out and nukta letters kept apart",
			"Devanagari and Western digits; English words in Latin letters with English sounds",
		],
		missing: ["Hindi in Latin letters is taken for English", "The rupee sign is not spoken"],
	},
	portuguese: {
		reads: ["Open and closed vowels by their accents (avó, avô)", "Whole numbers, decimals and percentages"],
		missing: [
			"Natural voices are Brazilian only; European Portuguese has one basic voice",
			"R$ and times like 14h30 are misread",
		],
	},
	chinese: {
		reads: [
			"Simplified characters, each read by its context; tone changes of 一, 不 and the third tone",
			"Years, dates, times and percentages; English words with English sounds",
		],
		missing: [
			"Mandarin only: no Cantonese or other languages of China",
			"Traditional characters are read less surely than simplified ones",
			"The voice Xiaoni is often misheard, and labelled so",
		],
	},
	spanish: {
		reads: [
			"Stress by the written accent; questions by their opening mark",
			"Numbers, percentages, times and Sr., Sra.",
		],
		missing: ["Every voice tells c and z from s, as in Spain: there is no Latin American pronunciation"],
	},
	french: {
		reads: ["Liaisons, and none before h aspiré; silent endings", "Numbers and percentages"],
		missing: [
			"One natural voice only, a woman’s",
			"Times like 14 h 30 are misread",
			"No Canadian, Belgian or Swiss accent",
		],
	},
	german: {
		reads: ["Compounds, with stress on their parts; both sounds of ch", "Whole numbers and decimals with a comma"],
		missing: [
			"No natural voice, only a basic one",
			"Ordinals (21. Mai) are read as plain numbers, abbreviations such as z. B. letter by letter",
		],
	},
	japanese: {
		reads: [
			"Kanji by dictionary; the particles は and へ as spoken",
			"Numbers together with their counters (三本, 一匹), dates, times, money",
		],
		missing: [
			"Pitch accent is left to the model and not guaranteed",
			"No basic voice: without Kokoro there is no Japanese",
		],
	},
	arabic: {
		reads: ["Vowel marks, where they are written", "The article before sun letters; whole numbers"],
		missing: [
			"No natural voice, only a basic one",
			"Text without vowel marks is often misread",
			"Modern Standard Arabic only",
		],
	},
	russian: {
		reads: ["Unstressed vowels and soft consonants; ё where it is written", "Whole numbers written without spaces"],
		missing: [
			"No natural voice, only a basic one",
			"Stress of words such as замок cannot be marked",
			"Thousands with a space fall apart into two numbers",
		],
	},
	korean: {
		reads: ["Hangul with final consonants carried over", "Dates and percentages in Sino-Korean numbers"],
		missing: [
			"No natural voice, only a basic one",
			"Nasal assimilation (국물) is not made",
			"Counting in native numbers (스물한 개) must be written out",
		],
	},
	indonesian: {
		reads: ["Both sounds of e in common words", "Numbers, decimals and percentages"],
		missing: ["No natural voice, only a basic one", "Rp is spelled out as letters", "No regional languages"],
	},
	italian: {
		reads: ["Double consonants; stress by the written accent", "Numbers, decimals, percentages and times"],
		missing: ["No regional accents", "Open and closed e and o follow rules and are not always right"],
	},
	dutch: {
		reads: ["Compounds; the sounds of g, ui and sch", "Numbers and decimals"],
		missing: ["No natural voice, only a basic one", "No Flemish voice"],
	},
	turkish: {
		reads: ["Words with any number of endings; ğ; dotted and dotless i", "Numbers with a point or none; decimals"],
		missing: ["No natural voice, only a basic one", "TL is spelled out; thousands with a space fall apart"],
	},
	polish: {
		reads: ["Consonant clusters, nasal vowels, soft consonants", "Numbers, also with a space; decimals; percentages"],
		missing: ["No natural voice, only a basic one", "Numerals are not declined"],
	},
	swedish: {
		reads: ["The sounds of sj and tj", "Whole numbers and percentages"],
		missing: ["No natural voice, only a basic one", "No word accents (anden, anden)", "Decimals are read with “punkt”"],
	},
	filipino: {
		reads: ["Filipino spelling, by the rules of Indonesian, which come near"],
		missing: [
			"No voice of its own: the basic Indonesian rules are borrowed",
			"Digits are read in Indonesian; mga and ng need respelling; stress and glottal stops are missing",
		],
	},
	malay: {
		reads: ["Both sounds of e in common words; final a as in the Peninsula", "RM amounts and percentages"],
		missing: ["No natural voice, only a basic one", "Thousands with a comma are read as decimals", "No Jawi script"],
	},
	romanian: {
		reads: ["Letters with comma and with cedilla alike", "Numbers with a point; decimals with a comma"],
		missing: ["No natural voice, only a basic one", "Numbers do not always agree in gender"],
	},
	ukrainian: {
		reads: ["г and ґ apart; the apostrophe in both spellings", "Percentages and small numbers"],
		missing: ["No natural voice, only a basic one", "Thousands are not declined (два тисяча)", "Stress is guessed"],
	},
	greek: {
		reads: ["Stress by the written accent; αυ and ευ before voiced and voiceless sounds", "Numbers and percentages"],
		missing: ["No natural voice, only a basic one", "Capitals without accents are stressed by guess"],
	},
	czech: {
		reads: ["ř, vowel length, stress on the first syllable", "Numbers without spaces; decimals"],
		missing: ["No natural voice, only a basic one", "Thousands with a space fall apart; numerals are not declined"],
	},
	danish: {
		reads: ["Numbers by twenties (femoghalvfjerds); decimals", "Stød and soft d by rule"],
		missing: ["No natural voice, only a basic one", "Stød is not right in every word"],
	},
	finnish: {
		reads: ["Short and long sounds; secondary stress in compounds; doubling over word borders", "Numbers; decimals"],
		missing: ["No natural voice, only a basic one", "Numbers are not inflected"],
	},
	bulgarian: {
		reads: ["ъ, щ and the rest of the alphabet; stress where it is marked with a grave accent", "Numbers and years"],
		missing: ["No natural voice, only a basic one", "Unmarked stress is guessed", "No Bulgarian in Latin letters"],
	},
	croatian: {
		reads: ["lj, nj and dž as single sounds; č and ć apart", "Numbers without a point; decimals"],
		missing: [
			"No natural voice, only a basic one",
			"No word tones",
			"Thousands with a point are misread; ordinals are read as plain numbers",
		],
	},
	slovak: {
		reads: ["Long syllabic ĺ and ŕ; ô; soft consonants", "Numbers without spaces; decimals"],
		missing: ["No natural voice, only a basic one", "Thousands with a space fall apart; numerals are not declined"],
	},
	tamil: {
		reads: ["ழ, ள and ல apart; hard and soft sounds by their place", "Western and Tamil digits; the rupee sign"],
		missing: ["No natural voice, only a basic one", "Tamil in Latin letters is unreliable"],
	},
};
