import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { voiceTraits } from "../../voices.public.ts";

export type VoiceFilterValue = { search: string; language: string };

const maxRecent = 4;
export const maxInSection = 1_000;

/** `more` is the number of omitted voices. */
export type PickerSection = { title: string; voices: Voice[]; more: number };

const kinds: { title: string; matches: (voice: Voice) => boolean }[] = [
	{ title: "From the library", matches: (voice) => voice.origin === "library" },
	{ title: "Default voices", matches: (voice) => voice.origin === "shipped" },
	{ title: "My voices", matches: (voice) => voice.is_owner },
	{ title: "Workspace voices", matches: () => true },
];
const order = ["My voices", "Workspace voices", "From the library", "Default voices"];

/** Recently used voices first, then by origin. A search yields one list, with the closest names first. */
export function pickerSections(voices: Voice[], recent: readonly string[], filter: VoiceFilterValue): PickerSection[] {
	const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
	if (words.length > 0 || filter.language)
		return [toSection("Results", searchVoices(voices, words, filter.language))].filter(hasAny);
	const used = recent.flatMap((id) => voices.find((voice) => voice.voice_id === id) ?? []).slice(0, maxRecent);
	const byKind = new Map<string, Voice[]>(order.map((title) => [title, []]));
	for (const voice of voices) {
		if (used.includes(voice)) continue;
		const kind = kinds.find(({ matches }) => matches(voice));
		if (kind) byKind.get(kind.title)?.push(voice);
	}
	return [toSection("Recently used", used), ...[...byKind].map(([title, members]) => toSection(title, members))].filter(
		hasAny,
	);
}

const hasAny = (section: PickerSection) => section.voices.length > 0;

function toSection(title: string, voices: Voice[]): PickerSection {
	return { title, voices: voices.slice(0, maxInSection), more: Math.max(0, voices.length - maxInSection) };
}

function searchVoices(voices: readonly Voice[], words: readonly string[], language: string): Voice[] {
	const matching = voices.filter(
		(voice) => (!language || voice.language === language) && words.every((word) => searchTextOf(voice).includes(word)),
	);
	if (words.length === 0) return matching;
	const byRank: Voice[][] = [[], [], [], []];
	for (const voice of matching) byRank[nameRank(voice.name.toLowerCase(), words)]?.push(voice);
	return byRank.flat();
}

/** Name matches rank above trait matches: "one" finds "Copied one" before voices with "tone" in their traits. */
function nameRank(name: string, words: readonly string[]): 0 | 1 | 2 | 3 {
	if (name.startsWith(words.join(" "))) return 0;
	if (words.every((word) => ` ${name}`.includes(` ${word}`))) return 1;
	return words.every((word) => name.includes(word)) ? 2 : 3;
}

// Language names are slow to compute, and every keystroke needs those of all voices.
const searchTexts = new WeakMap<Voice, string>();

function searchTextOf(voice: Voice): string {
	const known = searchTexts.get(voice);
	if (known !== undefined) return known;
	const labels = Object.values(voice.labels).join(" ");
	const text = `${voice.name} ${voiceTraits(voice)} ${labels} ${voice.description ?? ""}`.toLowerCase();
	searchTexts.set(voice, text);
	return text;
}
