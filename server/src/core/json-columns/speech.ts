import type { Rule } from "@timbre/contract/pronunciation/endpoints.ts";
import type { DialogueBody, MisreadWord, SpeechBody, UnsupportedRule } from "@timbre/contract/speech/endpoints.ts";
import { dialogueBody, misreadWord, speechBody, unsupportedRule } from "@timbre/contract/speech/schemas.ts";
import { type OutputFormat, outputFormats } from "@timbre/engines/media/formats.ts";
import type { SpeechUnit, SpeechVoice } from "@timbre/engines/node/protocol.ts";
import { z } from "zod";
import { jsonColumn } from "./column.ts";
import { speechVoice } from "./shapes.ts";

/** A sentence of a generation: its text, the hash of its take, and its time in the audio. */
export type StoredUnit = Omit<SpeechUnit, "take"> & {
	hash: string;
	/** Offsets in the text as the caller sent it. */
	sentStart: number;
	sentEnd: number;
	/** Start and end in the audio, in seconds. */
	from: number;
	to: number;
	/** 1 is the first take. */
	number: number;
};

export type StoredPlan = {
	voices: SpeechVoice[];
	units: StoredUnit[];
	language: string;
	format: OutputFormat;
	/** Pronunciation rules the engine did not support, with offsets in the text as the caller sent it. */
	unhonoured: UnsupportedRule[];
};

/** What is needed to generate a text or a dialogue again, with the same takes. */
export type StoredRequest =
	| { voiceId: string; body: SpeechBody; format: OutputFormat }
	| { voiceId?: undefined; body: DialogueBody; format: OutputFormat };

const request = z.union([
	z.object({ voiceId: z.string(), body: speechBody, format: z.enum(outputFormats) }),
	z.object({ voiceId: z.undefined().optional(), body: dialogueBody, format: z.enum(outputFormats) }),
]);

/** Keyed by sentence index. */
export type Findings = Record<string, { hash: string; verdict: "good" | "misread" | "unsure"; words: MisreadWord[] }>;

const alphabet = z.enum(["ipa", "cmu-arpabet"]);
const span = { start: z.number(), end: z.number() };

const unit = z.looseObject({
	...span,
	voice: z.number().optional(),
	text: z.string(),
	boundary: z.enum(["word", "clause", "sentence", "paragraph", "end"]),
	marks: z
		.array(
			z.discriminatedUnion("type", [
				z.looseObject({ type: z.literal("phoneme"), ...span, phoneme: z.string(), alphabet }),
				z.looseObject({ type: z.literal("alias"), ...span, alias: z.string() }),
			]),
		)
		.optional(),
	breaks: z.array(z.looseObject({ at: z.number(), seconds: z.number() })).optional(),
	seed: z.number().optional(),
	hash: z.string(),
	sentStart: z.number(),
	sentEnd: z.number(),
	from: z.number(),
	to: z.number(),
	number: z.number(),
});

export const speechItemColumns = {
	plan: jsonColumn<StoredPlan>(
		"speech_item.plan",
		z.looseObject({
			voices: z.array(speechVoice),
			units: z.array(unit),
			language: z.string(),
			format: z.enum(outputFormats),
			unhonoured: z.array(unsupportedRule),
		}),
	),
	request: jsonColumn<StoredRequest | null>("speech_item.request", request.nullable()),
	findings: jsonColumn<Findings>(
		"speech_item.findings",
		z.record(
			z.string(),
			z.looseObject({ hash: z.string(), verdict: z.enum(["good", "misread", "unsure"]), words: z.array(misreadWord) }),
		),
	),
};

export const speechJobColumns = {
	request: jsonColumn<StoredRequest | null>("speech_job.request", request.nullable()),
};

const matching = { string_to_replace: z.string(), case_sensitive: z.boolean(), word_boundaries: z.boolean() };
export const pronunciationVersionColumns = {
	/** Only the shape: the contract checks the phonemes before they are stored. */
	rules: jsonColumn<Rule[]>(
		"pronunciation_version.rules",
		z.array(
			z.discriminatedUnion("type", [
				z.looseObject({ type: z.literal("alias"), ...matching, alias: z.string() }),
				z.looseObject({ type: z.literal("phoneme"), ...matching, phoneme: z.string(), alphabet }),
			]),
		),
	),
};
