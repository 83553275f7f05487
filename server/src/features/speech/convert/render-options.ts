import type { DialogueBody, SpeechBody } from "@timbre/contract/speech/endpoints.ts";
import type { PlannedText } from "../plan/types.ts";

export function renderOptions(body: SpeechBody | DialogueBody) {
	return {
		languageCode: body.language_code,
		normalization: body.apply_text_normalization,
		seed: body.seed,
		newTake: body.new_take,
		markup: true,
	};
}

/** The request with the seed of its takes instead of "a new take", so that repeating it gives the same takes. */
export function withSeed<Body extends SpeechBody | DialogueBody>(
	body: Body,
	{ units }: Pick<PlannedText, "units">,
): Body {
	return { ...body, new_take: false, seed: units[0]?.seed ?? body.seed };
}
