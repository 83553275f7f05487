import { speakerLanguage } from "../speech/blend.ts";
import type { SpeechEngine } from "../speech/speech.ts";
import { isSameLanguage } from "../text/language.ts";
import type { SpeechVoice } from "./protocol.ts";

/** The voice of a unit with all defaults filled in. */
export type UnitVoice = {
	engine: SpeechEngine;
	speaker: string;
	language: string;
	speed: number;
	stability: number | undefined;
	style: number | undefined;
	normalization: "auto" | "on" | "off";
};

export function resolveVoice(engine: SpeechEngine, voice: SpeechVoice): UnitVoice {
	return {
		engine,
		speaker: voice.speaker,
		language: spokenLanguage(engine, voice),
		speed: voice.speed ?? 1,
		stability: voice.stability,
		style: voice.style,
		normalization: voice.normalisation ?? "auto",
	};
}

/**
 * Picks the language to speak: the requested one if the engine supports it, in the speaker's regional variant if that
 * is the speaker's language, otherwise the speaker's own.
 */
function spokenLanguage(engine: SpeechEngine, { speaker, language }: SpeechVoice): string {
	const own = speakerLanguage(engine, speaker) ?? engine.info.languages[0] ?? "en-US";
	if (!language || engine.info.tier === "basic") return own;
	if (isSameLanguage(language, own)) return own;
	return engine.info.languages.find((tag) => isSameLanguage(tag, language)) ?? own;
}
