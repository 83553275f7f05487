import type { DocumentImport } from "@timbre/contract/studio/import-schemas.ts";
import type { SpeechVoice } from "@timbre/engines/node/protocol.ts";
import { z } from "zod";
import { jsonColumn } from "./column.ts";
import { speechVoice } from "./shapes.ts";

export type FoundDocument = NonNullable<DocumentImport["document"]>;

export const importColumns = {
	document: jsonColumn<FoundDocument | null>(
		"studio_import.document",
		z
			.looseObject({
				format: z.string(),
				title: z.string().nullable(),
				author: z.string().nullable(),
				language: z.string().nullable(),
				pages: z.number().nullable(),
				characters: z.number(),
				words: z.number(),
				chapters: z.array(
					z.looseObject({ name: z.string(), characters: z.number(), words: z.number(), opening: z.string() }),
				),
				dropped: z.array(
					z.looseObject({
						kind: z.string(),
						count: z.number(),
						passages: z.array(
							z.looseObject({
								text: z.string(),
								count: z.number(),
								chapter: z.string(),
								page: z.number().nullable(),
							}),
						),
					}),
				),
			})
			.nullable() as z.ZodType<FoundDocument | null>,
	),
};

/** What the speech node was told: engine, speaker, language and settings. */
export type TakeVoice = SpeechVoice;
/** A misread word, with offsets in the sentence and seconds in the take. */
export type TakeWord = z.output<typeof takeWord>;

const takeWord = z.looseObject({
	start: z.number(),
	end: z.number(),
	start_seconds: z.number(),
	end_seconds: z.number(),
	expected: z.string(),
	heard: z.string().nullable(),
	kind: z.enum(["dropped", "repeated", "changed", "inserted"]),
});

export const studioTakeColumns = {
	voice: jsonColumn<TakeVoice>("studio_take.voice", speechVoice),
	words: jsonColumn<readonly TakeWord[]>("studio_take.words", z.array(takeWord)),
};

/** Who asked for a conversion as soon as the text is complete. */
export type AutoConvert = z.output<typeof autoConvert>;

const autoConvert = z.looseObject({
	userId: z.string(),
	via: z.enum(["session", "api-key"]),
	apiKeyId: z.string().nullable(),
});

export const projectColumns = {
	auto_convert: jsonColumn<AutoConvert | null>("studio_project.auto_convert", autoConvert.nullable()),
};
