import type { DialogueBody, SpeechBody } from "@timbre/contract/speech/endpoints.ts";

export function renderOptions(body: SpeechBody | DialogueBody) {
	return {
		languageCode: body.language_code,
		normalization: body.apply_text_normalization,
		seed: body.seed,
		newTake: body.new_take,
		markup: true,
	};
}
