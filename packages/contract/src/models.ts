import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const language = z.object({ language_id: z.string(), name: z.string() });

export const model = z.object({
	model_id: z.string(),
	name: z.string(),
	description: z.string(),
	can_be_finetuned: z.boolean(),
	can_do_text_to_speech: z.boolean(),
	can_do_voice_conversion: z.boolean(),
	can_use_style: z.boolean(),
	can_use_speaker_boost: z.boolean(),
	serves_pro_voices: z.boolean(),
	requires_alpha_access: z.boolean(),
	token_cost_factor: z.number(),
	max_characters_request_free_user: z.int(),
	max_characters_request_subscribed_user: z.int(),
	maximum_text_length_per_request: z.int(),
	languages: z.array(language),
	model_rates: z.object({ character_cost_multiplier: z.number() }),
	concurrency_group: z.string(),
	/** How good it is to be thought of: the best voices, the fastest, or intelligible but robotic. */
	quality_tier: z.enum(["quality", "fast", "basic", "remote", "fake"]),
});
export type Model = z.output<typeof model>;

export const modelsEndpoints = {
	listModels: endpoint({
		id: "models_list",
		method: "GET",
		path: "/v1/models",
		summary: "List the speech models this server runs",
		since: "0.1.0",
		auth: "user",
		permission: "models_read",
		response: z.array(model),
	}),
};
