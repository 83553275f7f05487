import { dialogueLine, feedback } from "@timbre/contract/history/endpoints.ts";
import { voiceSettings } from "@timbre/contract/voices/schemas.ts";
import { z } from "zod";
import { jsonColumn } from "./column.ts";

/** A sentence of an item: its offsets in the text, the storage key of its audio, and whether that was cached. */
export type Take = { start: number; end: number; key: string; seconds: number; cached: boolean };

const take = z.looseObject({
	start: z.number(),
	end: z.number(),
	key: z.string(),
	seconds: z.number(),
	cached: z.boolean(),
});

export const historyItemColumns = {
	settings: jsonColumn("history_item.settings", voiceSettings.nullable()),
	takes: jsonColumn<readonly Take[] | null>("history_item.takes", z.array(take).nullable()),
	dialogue: jsonColumn<readonly z.output<typeof dialogueLine>[] | null>(
		"history_item.dialogue",
		z.array(dialogueLine).nullable(),
	),
	take_check: jsonColumn("history_item.take_check", z.record(z.string(), z.unknown()).nullable()),
	feedback: jsonColumn("history_item.feedback", feedback.nullable()),
};
