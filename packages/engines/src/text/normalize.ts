import { normalizeEnglish } from "./english/normalize.ts";
import { isEnglish } from "./language.ts";

export type NormalizationMode = "auto" | "on" | "off";

/**
 * Writes a segment the way it is spoken. Expands numbers and abbreviations for English only; other languages rely on
 * the phonemizer.
 */
export function normalize(text: string, language: string, mode: NormalizationMode): string {
	const cleaned = cleanText(text);
	return mode !== "off" && isEnglish(language) ? normalizeEnglish(cleaned) : cleaned;
}

/** Unifies look-alike characters and removes characters that cannot be spoken. */
function cleanText(text: string): string {
	return text
		.normalize("NFC")
		.replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, "")
		.replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, " ")
		.replace(/[‘’ʼ′]/g, "'")
		.replace(/\p{Extended_Pictographic}|\ufe0f/gu, (sign) => (/[\d#*©®™]/.test(sign) ? sign : ""))
		.trim();
}
