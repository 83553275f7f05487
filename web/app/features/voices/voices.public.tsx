import { queryOptions } from "@tanstack/react-query";
import { type Voice, voicesEndpoints } from "@timbre/contract/voices.ts";
import { call } from "../../lib/api.ts";
import { languageName } from "../../lib/format.ts";
import { player } from "../../lib/player.ts";

export const voicesQuery = queryOptions({
	queryKey: ["voices", "list"],
	queryFn: async ({ signal }) => (await call(voicesEndpoints.listVoices, { query: {}, signal })).voices,
	staleTime: 60_000,
});

/** "British English, female, low pitch": what is known of a voice, in words. The accent is in the language's name already. */
export function voiceTraits(voice: Pick<Voice, "language" | "labels">): string {
	const { gender, pitch, pace, tier } = voice.labels;
	return [
		languageName(voice.language),
		gender,
		pitch && `${pitch} pitch`,
		pace && `${pace} pace`,
		tier === "basic" && "robotic",
		tier === "fake" && "test tone",
	]
		.filter(Boolean)
		.join(", ");
}

/** Whether a voice fits a search (by name, language or trait) and a language. */
export function voiceFits(voice: Voice, search: string, language = ""): boolean {
	if (language && voice.language !== language) return false;
	const haystack = `${voice.name} ${voiceTraits(voice)} ${voice.description ?? ""}`.toLowerCase();
	return search
		.toLowerCase()
		.split(/\s+/)
		.every((word) => haystack.includes(word));
}

const previewItemId = (voiceId: string) => `preview:${voiceId}`;

/** Plays or pauses a voice's preview in the one player. */
export function togglePreview(voice: Voice): void {
	if (player.state().item?.id === previewItemId(voice.voice_id)) {
		player.toggle();
		return;
	}
	if (!voice.preview_url) return;
	// The address names the server as others reach it; the page asks the origin it came from.
	const { pathname, search } = new URL(voice.preview_url, window.location.href);
	const url = pathname + search;
	void player.load(
		{
			id: previewItemId(voice.voice_id),
			kind: "voicePreview",
			title: voice.name,
			description: `Preview, ${voiceTraits(voice)}`,
			voiceId: voice.voice_id,
			downloadUrl: url,
			fileName: `${voice.name}.mp3`,
		},
		{ url },
	);
}

/** Whether this voice's preview is what sounds now. */
export function isPreviewing(voiceId: string, state: ReturnType<typeof player.state>): boolean {
	return state.item?.id === previewItemId(voiceId) && (state.status === "playing" || state.status === "loading");
}
