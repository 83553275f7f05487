import { z } from "zod";
import { seedMeta } from "../speech/schemas.ts";
import { voiceSettings } from "../voices/schemas.ts";

/** In form data, settings are a JSON string. */
const settings = z.preprocess((value) => {
	if (typeof value !== "string") return value;
	if (value.trim() === "") return null;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}, voiceSettings.nullish());

const emptyAsMissing = (value: unknown) => (value === "" || value === null ? undefined : value);

/** Options that form data and JSON share. In form data, all values are strings. */
export const conversionOptions = {
	model_id: z.preprocess(emptyAsMissing, z.string().max(64).optional()).meta({
		description:
			"`timbre_revoice` transcribes the recording and speaks the words again with the voice, in the same rhythm. `timbre_reshape` moves pitch and formants of the recording into the range of the voice: it keeps the acting, but does not sound like that person. `timbre_convert` uses a voice conversion model that the operator has installed. Ids that start with `eleven_` select `timbre_revoice`; `eleven_english_sts_v2` also takes the recording as English. Default: `timbre_revoice`.",
		examples: ["timbre_revoice"],
	}),
	voice_settings: settings.meta({
		description:
			"Settings that differ from those stored for the voice. Stability and style have an effect with `timbre_revoice`; pace comes from the recording. Form data takes them as JSON text.",
	}),
	seed: z.preprocess(emptyAsMissing, z.coerce.number().int().min(0).max(4_294_967_295).optional()).meta(seedMeta),
	remove_background_noise: z
		.union([z.boolean(), z.stringbool()])
		.default(false)
		.meta({ description: "Whether to remove background noise first. Default: false.", examples: [false] }),
	file_format: z.preprocess(emptyAsMissing, z.enum(["pcm_s16le_16", "other"]).default("other")).meta({
		description:
			"`pcm_s16le_16` for raw 16-bit little-endian mono PCM at 16 kHz, which has no header. Every other type is recognized by its content. Default: `other`.",
		examples: ["other"],
	}),
};

export const conversionJobId = z
	.string()
	.min(1)
	.max(64)
	.meta({ description: "Id of the job.", examples: ["cJ4mQ8ZtWk2XnB7RvLpY"] });

export const conversionJob = z.object({
	conversion_job_id: conversionJobId,
	status: z.enum(["waiting", "running", "done", "failed", "canceled"]).meta({
		description: "`waiting` for a free slot, `running`, `done`, `failed` or `canceled`.",
		examples: ["running"],
	}),
	file_name: z.string().meta({ description: "Name of the recording.", examples: ["memo.m4a"] }),
	voice_id: z.string().meta({ description: "Voice of the result.", examples: ["wd5ObpQ4vNaJtC9V1idt"] }),
	model_id: z.string().meta({ description: "Model that converts.", examples: ["timbre_revoice"] }),
	progress: z.number().meta({ description: "Share that is done, from 0 to 1.", examples: [0.4] }),
	seconds: z
		.number()
		.nullable()
		.meta({ description: "Length of the recording in seconds. Null until it is read.", examples: [42.5] }),
	credits: z
		.int()
		.nullable()
		.meta({ description: "What the conversion costs. Null until the recording is read.", examples: [108] }),
	history_item_id: z
		.string()
		.nullable()
		.meta({ description: "The result in the history. Null until it is done.", examples: ["Hq7VxN2ZrT5mKd9LwPbE"] }),
	error: z
		.string()
		.nullable()
		.meta({ description: "Why it failed, as a sentence for users. Otherwise null.", examples: [null] }),
	created_at_unix: z
		.int()
		.meta({ description: "When the job was created, in Unix seconds.", examples: [1_789_000_000] }),
});
export type ConversionJob = z.output<typeof conversionJob>;
