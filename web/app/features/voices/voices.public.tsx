import { queryOptions } from "@tanstack/react-query";
import { fileNameShort } from "@timbre/contract/files.ts";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import { voicesEndpoints } from "@timbre/contract/voices.ts";
import { call } from "../../lib/api.ts";
import { ApiError, isApiError } from "../../lib/api-error.ts";
import { languageName } from "../../lib/format.ts";
import { player } from "../../lib/player.ts";
import { savedItemSeconds } from "../../lib/saved-item.ts";
import { toaster } from "../../lib/toaster.ts";
import { forgetVoices, keepVoices, keptVoices } from "./components/kept-voices.ts";

/** Everything the server told of voices starts with this key. */
export const voicesKey = ["voices"] as const;

export const voicesQuery = queryOptions({
	queryKey: [...voicesKey, "list"],
	queryFn: async ({ signal }) => {
		const { voices } = await asVoices(call(voicesEndpoints.listVoices, { query: {}, signal }));
		keepVoices(voices);
		return voices;
	},
	staleTime: 60_000,
	gcTime: savedItemSeconds * 1000,
	initialData: () => keptVoices(),
	// What was kept is shown while it is asked for anew, however fresh it is.
	initialDataUpdatedAt: 0,
});

/** What the server refused is told in the words every page has for it; a server out of reach has words of its own. */
export async function asVoices<T>(asked: Promise<T>): Promise<T> {
	try {
		return await asked;
	} catch (error) {
		if (!isApiError(error) || error.status === 0 || error.code === "missing_permissions") throw error;
		const message = `Error occured while fetching voices, status_code ${error.status}`;
		throw new ApiError(error.status, error.code, message, error);
	}
}

/** For who moves to another workspace: its voices are others. */
export const forgetKeptVoices = forgetVoices;

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

export const previewItemId = (voiceId: string) => `preview:${voiceId}`;

/** What one has to know of a voice to play it. */
export type Previewed = Pick<Voice, "voice_id" | "name" | "language" | "labels" | "preview_url" | "verified_languages">;

/** Plays or pauses a voice's preview in the one player. */
export function togglePreview(voice: Previewed): void {
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
	tellFailure(id);
}

/** The same in one of its languages. */
export function previewIn(voice: Previewed, language: string): void {
	const id = previewItemId(voice.voice_id);
	const { item } = player.state();
	if (item?.id !== id || item.player.language === language) togglePreview(voice);
	if (player.state().item?.player.language !== language) player.chooseLanguage(language);
}

function tellFailure(itemId: string): void {
	const stop = player.subscribe(() => {
		const { item, error } = player.state();
		if (item?.id === itemId && error === null) return;
		stop();
		if (item?.id === itemId) toaster.show({ tone: "danger", title: "We are sorry, something went wrong." });
	});
}

/** The languages a voice can be heard in, its own first. */
export function previewLanguages(voice: Pick<Voice, "language" | "preview_url" | "verified_languages">) {
	const own = { language: voice.language, preview_url: voice.preview_url };
	const found = new Map<string, { language: string; previewUrl: string }>();
	for (const { language, preview_url } of [own, ...voice.verified_languages.filter(isMultilingual)]) {
		const previewUrl = preview_url && ownAddress(preview_url);
		const known = [...found.values()].some((one) => one.language === language);
		// The same clip under a wider name ("en" beside "en-US") is not another language.
		if (previewUrl && !known && !found.has(previewUrl)) found.set(previewUrl, { language, previewUrl });
	}
	return [...found.values()];
}

/**
 * A preview in a further language has to come from the model known as eleven_multilingual_v2. Here that name stands for whatever model
 * speaks the voice; other names of that kind do not.
 */
function isMultilingual({ model_id }: Pick<Voice["verified_languages"][number], "model_id">): boolean {
	return model_id === "eleven_multilingual_v2" || !model_id.startsWith("eleven_");
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
