import type { Speaker } from "./speech.ts";

/** espeak-ng voice, BCP 47 tag and language name. */
const voices: [voice: string, language: string, name: string][] = [
	["en-us", "en-US", "English (US)"],
	["en-gb", "en-GB", "English (UK)"],
	["ar", "ar", "Arabic"],
	["bg", "bg", "Bulgarian"],
	["cs", "cs", "Czech"],
	["da", "da", "Danish"],
	["de", "de", "German"],
	["el", "el", "Greek"],
	["es", "es", "Spanish"],
	["fi", "fi", "Finnish"],
	["fil", "fil", "Filipino (Indonesian reading)"],
	["fr-fr", "fr", "French"],
	["hi", "hi", "Hindi"],
	["hr", "hr", "Croatian"],
	["hu", "hu", "Hungarian"],
	["id", "id", "Indonesian"],
	["it", "it", "Italian"],
	["ko", "ko", "Korean"],
	["ms", "ms", "Malay"],
	["nb", "no", "Norwegian"],
	["nl", "nl", "Dutch"],
	["pl", "pl", "Polish"],
	["pt", "pt-PT", "Portuguese"],
	["pt-br", "pt-BR", "Portuguese (Brazil)"],
	["ro", "ro", "Romanian"],
	["ru", "ru", "Russian"],
	["sk", "sk", "Slovak"],
	["sv", "sv", "Swedish"],
	["ta", "ta", "Tamil"],
	["tr", "tr", "Turkish"],
	["uk", "uk", "Ukrainian"],
	["vi", "vi", "Vietnamese"],
	["cmn", "zh", "Chinese"],
];

export const espeakSpeakers: Speaker[] = voices.map(([id, language, name]) => ({
	id,
	language,
	name: `${name} Basic`,
}));

/** espeak-ng has no Filipino voice; Indonesian spelling rules come closest. */
export function espeakVoice(speaker: string): string {
	return speaker === "fil" ? "id" : speaker;
}
