import type { DocumentImport } from "@timbre/contract/studio/import-schemas.ts";
import { z } from "zod";
import { jsonColumn } from "./column.ts";

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
