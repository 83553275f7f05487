import { queryOptions } from "@tanstack/react-query";
import { fileNameShort } from "@timbre/contract/files.ts";
import { languageName } from "@timbre/contract/language.ts";
import { voicesPaths } from "@timbre/contract/voices/paths.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { call } from "../../lib/api/api.ts";
import { ApiError, isApiError } from "../../lib/api/api-error.ts";
import { player } from "../../lib/audio/player.ts";
import { toaster } from "../../lib/page/toaster.ts";
import { packSaved, savedItemSeconds, unpackSaved } from "../../lib/storage/saved-item.ts";

// Pages of higher areas that lists of voices link to.
export const clonePath = "/app/voice-lab/clone";
export const designPath = "/app/voice-lab/design";
export const professionalPath = "/app/professional-voice-cloning";
export const verificationPath = "/app/voice-verification";

/** Prefix of all queries about voices. */
export const voicesKey = ["voices"] as const;

export const voicesQuery = queryOptions({
	queryKey: [...voicesKey, "list"],
	queryFn: async ({ signal }) => {
		const { voices } = await withVoicesError(call(voicesPaths.listVoices, { query: {}, signal }));
		cacheVoices(voices);
		return voices;
	},
	staleTime: 60_000,
	gcTime: savedItemSeconds * 1000,
	initialData: () => getCachedVoices(),
	// Always refetch; the cached list only bridges the wait.
	initialDataUpdatedAt: 0,
});

// Signing out removes every key under xi:.
const cacheKey = "xi:voices";

/** The last list of voices, cached for a week so it shows immediately while a fresh one loads. */
export function getCachedVoices(nowMs = Date.now()): Voice[] | undefined {
	const stored = globalThis.localStorage?.getItem(cacheKey);
	return stored ? unpackSaved<Voice[]>(stored, nowMs) : undefined;
}

export function cacheVoices(voices: Voice[], nowMs = Date.now()): void {
	try {
		globalThis.localStorage?.setItem(cacheKey, packSaved(voices, nowMs));
	} catch {
		// Storage is full: don't cache, and don't show an older list instead.
		clearCachedVoices();
	}
}

export function clearCachedVoices(): void {
	globalThis.localStorage?.removeItem(cacheKey);
}

/** Replaces the message of an error response with the one the specification gives. Network errors keep their own. */
export async function withVoicesError<T>(request: Promise<T>): Promise<T> {
	try {
		return await request;
	} catch (error) {
		if (!isApiError(error) || error.status === 0) throw error;
		const message = `Error occured while fetching voices, status_code ${error.status}`;
		throw new ApiError(error.status, error.code, message, error);
	}
}

/** Traits of a voice: "Deep, British English, male, low pitch". The language name already includes the accent. */
export function voiceTraits(voice: Pick<Voice, "language" | "labels">): string {
	const { gender, pitch, pace, tier, descriptive } = voice.labels;
	return [
		descriptive && descriptive.charAt(0).toUpperCase() + descriptive.slice(1),
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

export const previewItemId = (voiceId: string) => `preview:${voiceId}`;

/** The fields needed to play a preview. */
export type PreviewableVoice = Pick<
	Voice,
	"voice_id" | "name" | "language" | "labels" | "preview_url" | "verified_languages"
>;

/** Plays or pauses a voice's preview in the shared player. */
export function togglePreview(voice: PreviewableVoice): void {
	const id = previewItemId(voice.voice_id);
	const { item, error } = player.state();
	if (item?.id === id && error === null) {
		player.toggle();
		return;
	}
	const languagePreviewUrls = previewLanguages(voice);
	const [first] = languagePreviewUrls;
	if (!first) return;
	const url = first.previewUrl;
	void player.load(
		{
			id,
			type: "voicePreview",
			fileName: `${fileNameShort(voice.name)}.mp3`,
			downloadUrl: url,
			player: {
				title: voice.name,
				description: `Preview, ${voiceTraits(voice)}`,
				language: first.language,
				voice_id: voice.voice_id,
				languagePreviewUrls,
			},
		},
		{ url },
	);
	reportPlaybackError(id);
}

/** Plays or pauses a voice's preview in a given language. */
export function previewInLanguage(voice: PreviewableVoice, language: string): void {
	const id = previewItemId(voice.voice_id);
	const { item } = player.state();
	if (item?.id !== id || item.player.language === language) togglePreview(voice);
	if (player.state().item?.player.language !== language) player.chooseLanguage(language);
}

function reportPlaybackError(itemId: string): void {
	const stop = player.subscribe(() => {
		const { item, error } = player.state();
		if (item?.id === itemId && error === null) return;
		stop();
		if (item?.id === itemId) toaster.show({ tone: "danger", title: "We are sorry, something went wrong." });
	});
}

/** The languages a voice has previews in, its own first. */
export function previewLanguages(voice: Pick<Voice, "language" | "preview_url" | "verified_languages">) {
	const own = { language: voice.language, preview_url: voice.preview_url };
	const found = new Map<string, { language: string; previewUrl: string }>();
	for (const { language, preview_url } of [own, ...voice.verified_languages.filter(isMultilingual)]) {
		const previewUrl = preview_url && sameOriginPath(preview_url);
		const known = [...found.values()].some((one) => one.language === language);
		// The same clip under a broader code ("en" next to "en-US") is not another language.
		if (previewUrl && !known && !found.has(previewUrl)) found.set(previewUrl, { language, previewUrl });
	}
	return [...found.values()];
}

/** The server lists models that speak several languages under this alias too. */
function isMultilingual({ model_id }: Pick<Voice["verified_languages"][number], "model_id">): boolean {
	return model_id === "eleven_multilingual_v2";
}

/** Drops the public host of a URL so the page requests its own origin. */
function sameOriginPath(url: string): string {
	const { pathname, search } = new URL(url, "http://here.invalid");
	return pathname + search;
}

/** Whether this voice's preview is playing or loading. */
export function isPreviewing(voiceId: string, state: ReturnType<typeof player.state>): boolean {
	return state.item?.id === previewItemId(voiceId) && (state.status === "playing" || state.status === "loading");
}
