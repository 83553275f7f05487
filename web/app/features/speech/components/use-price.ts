import { useQuery } from "@tanstack/react-query";
import { tiers } from "@timbre/contract/plans.ts";
import { mayExtend } from "@timbre/contract/usage/rules.ts";
import { useMemo } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { useDebouncedValue } from "../../../lib/forms/use-debounced-value.ts";
import { subscriptionQuery } from "../../usage/usage.public.ts";
import { formatGate, type PageFormat } from "../model/formats.ts";
import { shiftSpans } from "../model/paid-sentences.ts";
import { priceOf } from "../model/price.ts";
import { defaultSettings, type SpeechParams, speechRequest } from "../model/speech-request.ts";
import { estimateQuery } from "../speech.queries.ts";

const debounceMs = 400;

/** Credits left, and whether the workspace may exceed them. */
export function useCredits() {
	const { data } = useQuery(subscriptionQuery);
	const tier = tiers.find((one) => one === data?.tier) ?? "free";
	return {
		tier: data?.tier,
		left: data && data.character_limit - data.character_count,
		allowsOverage:
			data !== undefined &&
			mayExtend({
				permits: data.can_extend_character_limit && data.allowed_to_extend_character_limit,
				status: data.status,
				tier,
			}),
	};
}

/** The price of the text, estimated by the server once the user pauses typing. */
export function usePrice(text: string, params: SpeechParams | undefined) {
	const credits = useCredits();
	const voiceId = params?.voice.voice_id ?? "";
	// Debounced as a string, so that it can be compared: typing or dragging a slider must not send a request each time.
	const request = JSON.stringify(params ? speechRequest(params) : { text: "" });
	const debounced = useDebouncedValue(request, debounceMs);
	const body = useMemo(() => JSON.parse(debounced) as ReturnType<typeof speechRequest>, [debounced]);
	const estimate = useQuery(estimateQuery(voiceId, body));
	// Only an estimate for exactly this request is a price; the previous one still tells which sentences are paid.
	const current = debounced === request && !estimate.isPlaceholderData ? estimate.data : undefined;
	const partlyPaid = current !== undefined && current.new_characters < current.characters;
	const newTake = useQuery({
		...estimateQuery(voiceId, { ...body, new_take: true }),
		enabled: partlyPaid && body.text.trim() !== "",
	});
	const format: PageFormat = params?.settings.format ?? defaultSettings.format;
	return {
		price: priceOf({
			characters: current?.characters ?? text.length,
			estimate: current && { newCharacters: current.new_characters, credits: current.credits },
			failed: estimate.isError ? messageOf(estimate.error) : undefined,
			limit: params?.model?.maximum_text_length_per_request,
			left: credits.left,
			empty: text.trim() === "",
			allowsOverage: credits.allowsOverage,
		}),
		sentences: estimate.data ? shiftSpans(estimate.data.text, text, estimate.data.sentences) : [],
		newTakeCredits: partlyPaid && !newTake.isPlaceholderData ? newTake.data?.credits : undefined,
		/** The requested format, or the default if the plan does not include it. */
		format: formatGate(format, credits.tier) ? defaultSettings.format : format,
	};
}
