import { useQuery } from "@tanstack/react-query";
import { tiers } from "@timbre/contract/plans.ts";
import { mayExtend } from "@timbre/contract/usage.ts";
import { useMemo } from "react";
import { messageOf } from "../../../lib/api-error.ts";
import { useSettled } from "../../../lib/use-settled.ts";
import { subscriptionQuery } from "../../usage/usage.public.tsx";
import { estimateQuery } from "../speech.queries.ts";
import { priceOf } from "./cost-line.tsx";
import { formatGate, type PageFormat } from "./formats.ts";
import { movedSentences } from "./paid-sentences.ts";
import { defaultSettings, speechRequest } from "./speech-request.ts";

const settleMs = 400;

/** Credits left, and whether a workspace may go beyond them. */
export function useCredits() {
	const { data } = useQuery(subscriptionQuery);
	const tier = tiers.find((known) => known === data?.tier) ?? "free";
	return {
		tier: data?.tier,
		left: data && data.character_limit - data.character_count,
		extends:
			data !== undefined &&
			mayExtend({
				permits: data.can_extend_character_limit && data.allowed_to_extend_character_limit,
				status: data.status,
				tier,
			}),
	};
}

/** What the text costs, asked of the server once it has stood still for a moment. */
export function usePrice(text: string, asked: Parameters<typeof speechRequest>[0] | undefined) {
	const credits = useCredits();
	const voiceId = asked?.voice.voice_id ?? "";
	// As a text, since it has to be compared: neither a key nor a slider being dragged should ask the server each time.
	const wanted = JSON.stringify(asked ? speechRequest(asked) : { text: "" });
	const settled = useSettled(wanted, settleMs);
	const body = useMemo(() => JSON.parse(settled) as ReturnType<typeof speechRequest>, [settled]);
	const estimate = useQuery(estimateQuery(voiceId, body));
	// Only what is known of exactly this request is a price; what is known of the last one still tells which sentences are paid.
	const fresh = settled === wanted && !estimate.isPlaceholderData ? estimate.data : undefined;
	const partlyPaid = fresh !== undefined && fresh.new_characters < fresh.characters;
	const again = useQuery({
		...estimateQuery(voiceId, { ...body, new_take: true }),
		enabled: partlyPaid && body.text.trim() !== "",
	});
	const format: PageFormat = asked?.settings.format ?? defaultSettings.format;
	return {
		price: priceOf({
			characters: fresh?.characters ?? text.length,
			known: fresh && { newCharacters: fresh.new_characters, credits: fresh.credits },
			failed: estimate.isError ? messageOf(estimate.error) : undefined,
			limit: asked?.model?.maximum_text_length_per_request,
			left: credits.left,
			empty: text.trim() === "",
			extends: credits.extends,
		}),
		sentences: estimate.data ? movedSentences(estimate.data.text, text, estimate.data.sentences) : [],
		newTakeCredits: partlyPaid && !again.isPlaceholderData ? again.data?.credits : undefined,
		/** The format that is sent: one the plan does not have falls back to the usual. */
		format: formatGate(format, credits.tier) ? defaultSettings.format : format,
	};
}
