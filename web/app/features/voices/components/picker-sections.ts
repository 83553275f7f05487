import type { Voice } from "@timbre/contract/voices.entities.ts";
import { voiceTraits } from "../voices.public.tsx";
import type { VoiceFilterValue } from "./voice-filter.tsx";

const mostRecent = 4;
export const mostInSection = 1_000;

/** `more` is how many the section leaves out. */
export type PickerSection = { title: string; voices: Voice[]; more: number };

const kinds: { title: string; holds: (voice: Voice) => boolean }[] = [
	{ title: "From the library", holds: (voice) => voice.origin === "library" },
	{ title: "Default voices", holds: (voice) => voice.origin === "shipped" },
	{ title: "My voices", holds: (voice) => voice.is_owner },
	{ title: "Workspace voices", holds: () => true },
];
const order = ["My voices", "Workspace voices", "From the library", "Default voices"];

/** Those used last first, then by where they come from; while one searches, all that fit in one list, the nearest names first. */
export function sectionsOf(voices: Voice[], recent: readonly string[], filter: VoiceFilterValue): PickerSection[] {
	const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
	if (words.length > 0 || filter.language) return [cut("Found", found(voices, words, filter.language))].filter(hasAny);
	const used = recent.flatMap((id) => voices.find((voice) => voice.voice_id === id) ?? []).slice(0, mostRecent);
	const byKind = new Map<string, Voice[]>(order.map((title) => [title, []]));
	for (const voice of voices) {
		if (used.includes(voice)) continue;
		const kind = kinds.find(({ holds }) => holds(voice));
		if (kind) byKind.get(kind.title)?.push(voice);
	}
	return [cut("Recently used", used), ...[...byKind].map(([title, members]) => cut(title, members))].filter(hasAny);
}

const hasAny = (section: PickerSection) => section.voices.length > 0;

function cut(title: string, voices: Voice[]): PickerSection {
	return { title, voices: voices.slice(0, mostInSection), more: Math.max(0, voices.length - mostInSection) };
}

function found(voices: readonly Voice[], words: readonly string[], language: string): Voice[] {
	const fitting = voices.filter(
		(voice) => (!language || voice.language === language) && words.every((word) => searchTextOf(voice).includes(word)),
	);
	if (words.length === 0) return fitting;
	const nearest: Voice[][] = [[], [], [], []];
	for (const voice of fitting) nearest[distanceOf(voice.name.toLowerCase(), words)]?.push(voice);
	return nearest.flat();
}

/** Who types a name means the voice of that name, whatever else is said of others: "one" finds Copied one before all that have a tone. */
function distanceOf(name: string, words: readonly string[]): 0 | 1 | 2 | 3 {
	if (name.startsWith(words.join(" "))) return 0;
	if (words.every((word) => ` ${name}`.includes(` ${word}`))) return 1;
	return words.every((word) => name.includes(word)) ? 2 : 3;
}

// Names of languages take time, and each letter typed asks for those of all voices.
const searchTexts = new WeakMap<Voice, string>();

function searchTextOf(voice: Voice): string {
	const known = searchTexts.get(voice);
	if (known !== undefined) return known;
	const labels = Object.values(voice.labels).join(" ");
	const text = `${voice.name} ${voiceTraits(voice)} ${labels} ${voice.description ?? ""}`.toLowerCase();
	searchTexts.set(voice, text);
	return text;
}
