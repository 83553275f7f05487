import { queryOptions } from "@tanstack/react-query";
import { fileNameShort } from "@timbre/contract/files.ts";
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
	const url = ownAddress(voice.preview_url);
	void player.load(
		{
			id: previewItemId(voice.voice_id),
			type: "voicePreview",
			fileName: `${fileNameShort(voice.name)}.mp3`,
			downloadUrl: url,
			player: {
				title: voice.name,
				description: `Preview, ${voiceTraits(voice)}`,
				language: voice.language,
				voice_id: voice.voice_id,
				languagePreviewUrls: previewLanguages(voice),
			},
		},
		{ url },
	);
}

/** The languages a voice can be heard in, its own first. */
export function previewLanguages(voice: Pick<Voice, "language" | "preview_url" | "verified_languages">) {
	const own = { language: voice.language, preview_url: voice.preview_url };
	const found = new Map<string, { language: string; previewUrl: string }>();
	for (const { language, preview_url } of [own, ...voice.verified_languages]) {
		const previewUrl = preview_url && ownAddress(preview_url);
		const known = [...found.values()].some((one) => one.language === language);
		// The same clip under a wider name ("en" beside "en-US") is not another language.
		if (previewUrl && !known && !found.has(previewUrl)) found.set(previewUrl, { language, previewUrl });
	}
	return [...found.values()];
}

/** The address names the server as others reach it; the page asks the origin it came from. */
function ownAddress(url: string): string {
	const { pathname, search } = new URL(url, "http://here.invalid");
	return pathname + search;
}

/** Whether this voice's preview is what sounds now. */
export function isPreviewing(voiceId: string, state: ReturnType<typeof player.state>): boolean {
	return state.item?.id === previewItemId(voiceId) && (state.status === "playing" || state.status === "loading");
}
