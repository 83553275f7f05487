import { AppError } from "@timbre/contract/errors.ts";
import { formatTiers, plans, type Tier, tierAtLeast } from "@timbre/contract/plans.ts";
import { maxCharactersPerRequest } from "@timbre/contract/speech/rules.ts";
import { type OutputFormat, parseFormat } from "@timbre/engines/media/formats.ts";
import { type ModelInfo, selectModel } from "../../models/models.public.ts";
import type { UsableVoice } from "../../voices/voices.public.ts";
import type { Plan } from "../plan/types.ts";
import type { PreparedSpeech } from "./types.ts";

export function requireModel(voice: UsableVoice, requested: string | null | undefined): ModelInfo {
	const choice = selectModel(voice.engine, requested);
	if ("model" in choice) return choice.model;
	if (choice.error === "model_not_found")
		throw new AppError(
			"model_not_found",
			`Model ${requested} doesn't exist. Omit model_id to use the voice's own model.`,
			{ param: "model_id" },
		);
	throw new AppError(
		"model_can_not_use_voice",
		`Model ${requested} can't use the voice ${voice.name}. Omit model_id or choose another voice.`,
		{ param: "model_id" },
	);
}

export function requireText({ text, units, characters }: Plan, model: ModelInfo): void {
	if (units.length === 0 || !/[\p{L}\p{N}]/u.test(text))
		throw new AppError("empty_text", "The text is empty. Enter at least one letter or digit.", { param: "text" });
	const max = Math.min(model.maxCharacters, maxCharactersPerRequest);
	if (characters > max) {
		throw new AppError(
			"max_character_limit_exceeded",
			`The text has ${characters} characters; ${model.name} accepts at most ${max} per request. Split it into parts.`,
			{ param: "text" },
		);
	}
}

/** A JSON response is held in memory in full, and base64 makes the audio a third larger. */
const maxJsonCharacters = { compressed: 50_000, raw: 10_000 } as const;

export function requireOneResponse({ plan, generation }: PreparedSpeech): void {
	const { codec } = parseFormat(generation.format);
	const max = maxJsonCharacters[codec === "wav" || codec === "pcm" ? "raw" : "compressed"];
	if (plan.characters <= max) return;
	throw new AppError(
		"max_character_limit_exceeded",
		`The text has ${plan.characters} characters; with timestamps, ${generation.format} accepts at most ${max} in one response. Use the streaming endpoint instead.`,
		{ param: "text" },
	);
}

const gatedFormats: Partial<Record<OutputFormat, Tier>> = formatTiers;

export function requireFormat(tier: Tier, format: OutputFormat): void {
	const needed = gatedFormats[format];
	if (needed === undefined || tierAtLeast(tier, needed)) return;
	throw new AppError(
		"only_for_higher_plan",
		`The format ${format} requires the ${plans[needed].label} plan or higher.`,
		{ param: "output_format" },
	);
}
