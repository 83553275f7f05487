import { useMutation, useQueryClient } from "@tanstack/react-query";
import { speechEndpoints } from "@timbre/contract/speech.ts";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import { estimateDuration } from "@timbre/ui/audio/time.ts";
import { useMemo } from "react";
import { openAudio } from "../../../lib/api.ts";
import { player } from "../../../lib/player.ts";
import { showError } from "../../../lib/toaster.ts";
import { followIntoLists } from "../../history/history.follow.public.ts";
import { subscriptionQuery } from "../../usage/usage.public.tsx";
import { type Draft, faultOf, spokenText } from "./drafts.ts";

/** What was last asked for; the same again only plays or pauses it. */
let heard: { id: string; what: string } | undefined;

/** Speaks a rule as it stands, saved or not, in the app's one player. */
export function useSpeakRule(voice: Voice | undefined) {
	const queryClient = useQueryClient();
	const speaking = useMutation({
		mutationFn: async (draft: Draft) => {
			if (!voice) return;
			const text = spokenText(draft);
			const what = `${voice.voice_id} ${text}`;
			if (heard?.what === what && player.state().item?.id === heard.id) {
				player.toggle();
				return;
			}
			const audio = await openAudio(speechEndpoints.stream, {
				params: { voice_id: voice.voice_id },
				query: {},
				// No dictionary but this one rule: what is heard is what it does.
				body: { text, pronunciation_dictionary_locators: [] },
			});
			const id = audio.historyItemId ?? crypto.randomUUID();
			heard = { id, what };
			await player.load(
				{
					id,
					type: "text-to-speech",
					extra: { text: draft.written },
					player: {
						title: draft.written,
						description: `${draft.said}, ${voice.name}`,
						duration: estimateDuration(draft.said) * 1000,
						voice_id: voice.voice_id,
						voice_name: voice.name,
					},
				},
				audio,
			);
			void followIntoLists(queryClient, id, audio);
		},
		onError: (error) => showError("Not spoken", error),
		onSettled: () => queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey }),
	});
	const { mutate: speak, isPending, variables } = speaking;
	const busyWith = isPending ? variables.key : undefined;
	return useMemo(() => ({ voice, speak, busyWith }), [voice, speak, busyWith]);
}

export type RuleSpeaker = ReturnType<typeof useSpeakRule>;

/** Why this rule cannot be heard yet. */
export function hindrance(draft: Draft, voice: Voice | undefined): string | undefined {
	if (!voice) return "there is no voice to speak it";
	const fault = faultOf(draft);
	return fault?.written ?? fault?.said;
}

export function isSounding(draft: Draft, voice: Voice | undefined, state: ReturnType<typeof player.state>): boolean {
	if (!voice || !heard || heard.what !== `${voice.voice_id} ${spokenText(draft)}`) return false;
	return state.item?.id === heard.id && (state.status === "playing" || state.status === "loading");
}
