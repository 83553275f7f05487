import type { Voice } from "@timbre/contract/voices.ts";
import { useRecent } from "../../lib/use-recent.ts";
import type { VoiceFilterValue } from "./components/voice-filter.tsx";
import { voiceFits } from "./voices.public.tsx";

const mostRecent = 4;
const mostKept = 10;
const mostInSection = 1_000;

/** The voices used last, the newest first: more than the picker shows, for the command palette. */
export function useRecentVoices(): [ids: string[], use: (voiceId: string) => void] {
	return useRecent("voices", mostKept);
}

/** A professional voice that no model speaks cannot be chosen. */
export function isPickable(voice: Pick<Voice, "category" | "high_quality_base_model_ids" | "disabled">): boolean {
	if (voice.disabled) return false;
	return voice.category !== "professional" || voice.high_quality_base_model_ids.length > 0;
}

type Section = { title: string; voices: Voice[] };

/** Those used last first; while one searches, all that fit in one list. */
export function sectionsOf(voices: Voice[], recent: readonly string[], filter: VoiceFilterValue): Section[] {
	const fitting = voices.filter((voice) => voiceFits(voice, filter.search, filter.language));
	if (filter.search.trim() || filter.language) {
		return fitting.length > 0 ? [{ title: "Found", voices: fitting.slice(0, mostInSection) }] : [];
	}
	const used = recent.flatMap((id) => fitting.find((voice) => voice.voice_id === id) ?? []).slice(0, mostRecent);
	const others = fitting.filter((voice) => !used.includes(voice)).slice(0, mostInSection);
	return [
		{ title: "Recently used", voices: used },
		{ title: used.length > 0 ? "All other voices" : "All voices", voices: others },
	].filter((section) => section.voices.length > 0);
}
