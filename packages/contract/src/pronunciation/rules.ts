// Limits, fixed values and rules that browsers and the server share. Without zod, which would cost every page its size.

export const maxMatchLength = 200;
export const maxReplacementLength = 500;
export const maxLexiconBytes = 5_242_880;

/** The 39 phones of the CMU dictionary; a vowel may have a stress of 0, 1 or 2. */
const arpabetVowels = "AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW";
const arpabetConsonants = "B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH";
const arpabetPhone = new RegExp(
	`^(?:(?:${arpabetVowels.replaceAll(" ", "|")})[012]?|${arpabetConsonants.replaceAll(" ", "|")})$`,
);

/** Returns why the symbols are not valid in the alphabet, or undefined if they are. */
export function phonemeError(phoneme: string, alphabet: "ipa" | "cmu-arpabet"): string | undefined {
	if (alphabet === "cmu-arpabet") {
		const invalid = phoneme
			.trim()
			.split(/\s+/)
			.find((phone) => !arpabetPhone.test(phone));
		return invalid === undefined
			? undefined
			: `"${invalid}" isn't a CMU Arpabet phone. Use capitals, separated by spaces.`;
	}
	if (/[<>&"\d]/.test(phoneme)) return "IPA can't contain digits, quotation marks, & or angle brackets.";
	return /\p{L}/u.test(phoneme) ? undefined : "IPA needs at least one letter.";
}
