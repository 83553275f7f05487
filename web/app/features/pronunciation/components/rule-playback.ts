import { useMutation, useQueryClient } from "@tanstack/react-query";
import { speechPaths } from "@timbre/contract/speech/paths.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { estimateDuration } from "@timbre/ui/audio/time.ts";
import { useMemo } from "react";
import { openAudio } from "../../../lib/api/api.ts";
import { player } from "../../../lib/audio/player.ts";
import { showError } from "../../../lib/page/toaster.ts";
import { trackUntilSaved } from "../../history/history.track.public.ts";
import { subscriptionQuery } from "../../usage/usage.public.ts";
import { type Draft, spokenText, validateDraft } from "../model/drafts.ts";

/** The last played rule. Playing it again only toggles the player. */
let lastPlayed: { id: string; key: string } | undefined;

/** Plays a rule, saved or not, in the shared player. */
export function useRulePlayback(voice: Voice | undefined) {
	const queryClient = useQueryClient();
	const playing = useMutation({
		mutationFn: async (draft: Draft) => {
			if (!voice) return;
			const text = spokenText(draft);
			const key = `${voice.voice_id} ${text}`;
			if (lastPlayed?.key === key && player.state().item?.id === lastPlayed.id) {
				player.toggle();
				return;
			}
			const audio = await openAudio(speechPaths.stream, {
				params: { voice_id: voice.voice_id },
				query: {},
				// Without dictionaries, so that only this rule applies.
				body: { text, pronunciation_dictionary_locators: [] },
			});
			const id = audio.historyItemId ?? crypto.randomUUID();
			lastPlayed = { id, key };
			await player.load(
				{
					id,
					type: "text-to-speech",
					extra: { text: draft.text },
					player: {
						title: draft.text,
						description: `${draft.pronunciation}, ${voice.name}`,
						duration: estimateDuration(draft.pronunciation) * 1000,
						voice_id: voice.voice_id,
						voice_name: voice.name,
					},
				},
				audio,
			);
			void trackUntilSaved(queryClient, id, audio);
		},
		onError: (error) => showError("Couldn't play the rule", error),
		onSettled: () => queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey }),
	});
	const { mutate: play, isPending, variables } = playing;
	const pendingKey = isPending ? variables.key : undefined;
	return useMemo(() => ({ voice, play, pendingKey }), [voice, play, pendingKey]);
}

export type RulePlayback = ReturnType<typeof useRulePlayback>;

/** Returns why this rule can't be played yet, or undefined if it can. */
export function disabledReason(draft: Draft, voice: Voice | undefined): string | undefined {
	if (!voice) return "no voice available";
	const errors = validateDraft(draft);
	return errors?.text ?? errors?.pronunciation;
}

export function isPlaying(draft: Draft, voice: Voice | undefined, state: ReturnType<typeof player.state>): boolean {
	if (!voice || !lastPlayed || lastPlayed.key !== `${voice.voice_id} ${spokenText(draft)}`) return false;
	return state.item?.id === lastPlayed.id && (state.status === "playing" || state.status === "loading");
}
