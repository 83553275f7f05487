/** What the engines read correctly in a language and what they don't, for the language detail pages. */
export type LanguageSupport = { reads: readonly string[]; missing: readonly string[] };

export const languageSupport: Readonly<Record<string, LanguageSupport>> = {
	english: {
		reads: [
			"Dates, times, money, units, ordinals, fractions and common abbreviations, expanded to words",
			"American and British pronunciation, depending on the voice",
		],
		missing: ["No Canadian, Australian, Irish, Scottish, Indian or African voice"],
	},
	hindi: {
		reads: [
			"Devanagari, with silent vowels dropped and nukta letters distinguished",
			"Devanagari and Western digits, and English words in Latin letters",
		],
		missing: ["Hindi in Latin letters is read as English", "The rupee sign is not spoken"],
	},
	portuguese: {
		reads: ["Open and closed vowels by accent mark (avó, avô)", "Whole numbers, decimals and percentages"],
		missing: [
			"Natural voices are Brazilian only. European Portuguese has one basic voice",
			"R$ and times such as 14h30 are misread",
		],
	},
	chinese: {
		reads: [
			"Simplified characters in context, and tone changes of 一, 不 and the third tone",
			"Years, dates, times and percentages, and English words",
		],
		missing: [
			"Mandarin only, no Cantonese or other Chinese languages",
			"Traditional characters are less reliable than simplified ones",
			"The voice Xiaoni is often misheard and is labeled accordingly",
		],
	},
	spanish: {
		reads: ["Stress by accent mark, and questions by their opening mark", "Numbers, percentages, times and Sr., Sra."],
		missing: ["All voices have a Spain accent. There is no Latin American pronunciation"],
	},
	french: {
		reads: ["Liaisons, including h aspiré, and silent endings", "Numbers and percentages"],
		missing: [
			"Only one natural voice, female",
			"Times such as 14 h 30 are misread",
			"No Canadian, Belgian or Swiss accent",
		],
	},
	german: {
		reads: ["Compound stress and both ch sounds", "Whole numbers and decimals with a comma"],
		missing: [
			"No natural voice, only a basic one",
			"Ordinals (21. Mai) are read as plain numbers, and abbreviations such as z. B. letter by letter",
		],
	},
	japanese: {
		reads: [
			"Kanji by dictionary, and the particles は and へ",
			"Numbers with counters (三本, 一匹), dates, times and money",
		],
		missing: ["Pitch accent comes from the model and is not guaranteed", "No basic voice: Japanese requires Kokoro"],
	},
	arabic: {
		reads: ["Vowel marks where written", "The article before sun letters, and whole numbers"],
		missing: [
			"No natural voice, only a basic one",
			"Text without vowel marks is often misread",
			"Modern Standard Arabic only",
		],
	},
	russian: {
		reads: ["Unstressed vowels, soft consonants, and ё where written", "Whole numbers written without spaces"],
		missing: [
			"No natural voice, only a basic one",
			"Stress of words such as замок can't be marked",
			"Thousands with a space are read as two numbers",
		],
	},
	korean: {
		reads: ["Hangul with linked final consonants", "Dates and percentages in Sino-Korean numbers"],
		missing: [
			"No natural voice, only a basic one",
			"Nasal assimilation (국물) is missing",
			"Native Korean numbers (스물한 개) must be written out",
		],
	},
	indonesian: {
		reads: ["Both sounds of e in common words", "Numbers, decimals and percentages"],
		missing: ["No natural voice, only a basic one", "Rp is spelled out as letters", "No regional languages"],
	},
	italian: {
		reads: ["Double consonants and stress by accent mark", "Numbers, decimals, percentages and times"],
		missing: ["No regional accents", "Open and closed e and o are not always right"],
	},
	dutch: {
		reads: ["Compounds and the sounds of g, ui and sch", "Numbers and decimals"],
		missing: ["No natural voice, only a basic one", "No Flemish voice"],
	},
	turkish: {
		reads: ["Suffixes, ğ, and dotted and dotless i", "Numbers with or without a point, and decimals"],
		missing: [
			"No natural voice, only a basic one",
			"TL is spelled out, and thousands with a space are read as two numbers",
		],
	},
	polish: {
		reads: [
			"Consonant clusters, nasal vowels and soft consonants",
			"Numbers (also with spaces), decimals and percentages",
		],
		missing: ["No natural voice, only a basic one", "Numerals are not declined"],
	},
	swedish: {
		reads: ["The sounds of sj and tj", "Whole numbers and percentages"],
		missing: [
			"No natural voice, only a basic one",
			"No pitch accents (anden, anden)",
			"Decimals are read with “punkt”",
		],
	},
	filipino: {
		reads: ["Filipino spelling, using the similar Indonesian rules"],
		missing: [
			"No voice of its own: it uses the basic Indonesian rules",
			"Digits are read in Indonesian, mga and ng need respelling, and stress and glottal stops are missing",
		],
	},
	malay: {
		reads: ["Both sounds of e in common words, and final a as on the Peninsula", "RM amounts and percentages"],
		missing: ["No natural voice, only a basic one", "Thousands with a comma are read as decimals", "No Jawi script"],
	},
	romanian: {
		reads: ["Letters with comma or cedilla", "Numbers with a point and decimals with a comma"],
		missing: ["No natural voice, only a basic one", "Numbers do not always agree in gender"],
	},
	ukrainian: {
		reads: ["The difference between г and ґ, and both apostrophes", "Percentages and small numbers"],
		missing: ["No natural voice, only a basic one", "Thousands are not declined (два тисяча)", "Stress is guessed"],
	},
	greek: {
		reads: ["Stress by accent mark, and αυ and ευ before voiced and voiceless sounds", "Numbers and percentages"],
		missing: ["No natural voice, only a basic one", "Stress is guessed in capitals without accent marks"],
	},
	czech: {
		reads: ["ř, vowel length and first-syllable stress", "Numbers without spaces, and decimals"],
		missing: [
			"No natural voice, only a basic one",
			"Thousands with a space are read as two numbers, and numerals are not declined",
		],
	},
	danish: {
		reads: ["Vigesimal numbers (femoghalvfjerds) and decimals", "Stød and soft d by rule"],
		missing: ["No natural voice, only a basic one", "Stød is not right in every word"],
	},
	finnish: {
		reads: ["Short and long sounds, compound stress, and doubling across word boundaries", "Numbers and decimals"],
		missing: ["No natural voice, only a basic one", "Numbers are not inflected"],
	},
	bulgarian: {
		reads: ["The full alphabet, and stress marked with a grave accent", "Numbers and years"],
		missing: ["No natural voice, only a basic one", "Unmarked stress is guessed", "No Bulgarian in Latin letters"],
	},
	croatian: {
		reads: [
			"lj, nj and dž as single sounds, and the difference between č and ć",
			"Numbers without a point, and decimals",
		],
		missing: [
			"No natural voice, only a basic one",
			"No pitch accents",
			"Thousands with a point are misread, and ordinals are read as plain numbers",
		],
	},
	slovak: {
		reads: ["Long syllabic ĺ and ŕ, ô, and soft consonants", "Numbers without spaces, and decimals"],
		missing: [
			"No natural voice, only a basic one",
			"Thousands with a space are read as two numbers, and numerals are not declined",
		],
	},
	tamil: {
		reads: [
			"The difference between ழ, ள and ல, and hard and soft sounds",
			"Western and Tamil digits, and the rupee sign",
		],
		missing: ["No natural voice, only a basic one", "Tamil in Latin letters is unreliable"],
	},
};
