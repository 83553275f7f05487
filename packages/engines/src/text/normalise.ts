import { normaliseEnglish } from "./normalise-english.ts";

export type NormalisationMode = "auto" | "on" | "off";

/** The words to be spoken for a segment. Written-out numbers and short forms exist for English; other languages are read by their phonemiser. */
export function normalise(text: string, language: string, mode: NormalisationMode): string {
	const clean = tidy(text);
	return mode !== "off" && /^en\b/i.test(language) ? normaliseEnglish(clean) : clean;
}

/** Looks alike, sounds alike: one spelling for each sign, and nothing that cannot be said. */
function tidy(text: string): string {
	return text
		.normalize("NFC")
		.replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, "")
		.replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, " ")
		.replace(/[‘’ʼ′]/g, "'")
		.replace(/\p{Extended_Pictographic}|\ufe0f/gu, (sign) => (/[\d#*©®™]/.test(sign) ? sign : ""))
		.trim();
}
