import { z } from "zod";
import { jsonColumn } from "./column.ts";

const voiceShare = z.looseObject({
	id: z.string(),
	name: z.string(),
	rate: z.number(),
	characters: z.number().optional(),
	worth: z.number().optional(),
});
/** A voice's share of a generation. `worth`: its billable characters times its rate. */
export type VoiceShare = { id: string; name: string; rate: number; characters?: number; worth?: number };

export type UsageDetails = {
	userId?: string;
	apiKeyId?: string;
	via?: "session" | "api-key";
	voiceId?: string;
	voiceName?: string;
	modelId?: string;
	/** As in the history item. */
	source?: string;
	characters?: number;
	seconds?: number;
	firstAudioMs?: number;
	/** Set for several voices, or a voice with a custom rate. */
	voices?: readonly VoiceShare[];
};

const usageDetails = z.looseObject({
	userId: z.string().optional(),
	apiKeyId: z.string().optional(),
	via: z.enum(["session", "api-key"]).optional(),
	voiceId: z.string().optional(),
	voiceName: z.string().optional(),
	modelId: z.string().optional(),
	source: z.string().optional(),
	characters: z.number().optional(),
	seconds: z.number().optional(),
	firstAudioMs: z.number().optional(),
	voices: z.array(voiceShare).optional(),
});

export const creditReservationColumns = {
	facts: jsonColumn<UsageDetails | null>("credit_reservation.facts", usageDetails.nullable()),
};

/** Each voice also has `amount`, its part of the entry in credits, which statistics read. */
export const creditEntryColumns = {
	voices: jsonColumn<readonly VoiceShare[] | null>("credit_entry.voices", z.array(voiceShare).nullable()),
};
