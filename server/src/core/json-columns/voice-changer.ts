import { voiceSettings } from "@timbre/contract/voices/schemas.ts";
import { type OutputFormat, outputFormats } from "@timbre/engines/media/formats.ts";
import { z } from "zod";
import { jsonColumn } from "./column.ts";

/** What a conversion needs besides its recording and its voice. */
export type ConversionRequest = {
	way: "revoice" | "reshape" | "convert";
	/** ISO 639-1 code. Detected if missing. */
	language?: string;
	settings?: z.output<typeof voiceSettings> | null;
	seed?: number;
	denoise: boolean;
	rawPcm: boolean;
	format: OutputFormat;
	storeHistory: boolean;
};

const request = z.object({
	way: z.enum(["revoice", "reshape", "convert"]),
	language: z.string().optional(),
	settings: voiceSettings.nullish(),
	seed: z.number().optional(),
	denoise: z.boolean(),
	rawPcm: z.boolean(),
	format: z.enum(outputFormats),
	storeHistory: z.boolean(),
});

export const voiceConversionColumns = {
	request: jsonColumn<ConversionRequest | null>("voice_conversion.request", request.nullable()),
};
