import { queryOptions, useMutation } from "@tanstack/react-query";
import { fileNameShort } from "@timbre/contract/files.ts";
import { maxTryCharacters, speechEndpoints } from "@timbre/contract/speech.ts";
import { type TryVoice, voicesEndpoints } from "@timbre/contract/voices.ts";
import { estimateDuration } from "@timbre/ui/audio/time.ts";
import { call, openAudio } from "../../lib/api.ts";
import { player } from "../../lib/player.ts";

export const tryItemId = "try";
export const tryLimit = maxTryCharacters;

export const tryVoicesQuery = queryOptions({
	queryKey: ["marketing", "try-voices"],
	queryFn: async ({ signal }) => (await call(voicesEndpoints.listTryVoices, { signal })).voices,
	staleTime: 5 * 60_000,
});

/** Speaks a visitor's sentence; pending until all of it has come. */
export function useTrySpeech() {
	return useMutation({
		mutationFn: async ({ text, voice }: { text: string; voice: TryVoice }) => {
			const audio = await openAudio(speechEndpoints.trySpeech, { body: { text, voice_id: voice.voice_id } });
			await player.load(
				{
					id: tryItemId,
					type: "text-to-speech",
					fileName: `${fileNameShort(voice.name)}.mp3`,
					extra: { text },
					player: {
						title: text,
						description: voice.name,
						duration: estimateDuration(text) * 1000,
						voice_id: voice.voice_id,
					},
				},
				audio,
			);
		},
	});
}
