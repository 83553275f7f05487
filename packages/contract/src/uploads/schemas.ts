import { z } from "zod";

export const uploadId = z
	.string()
	.min(1)
	.max(64)
	.meta({ description: "Id of the upload.", examples: ["hV2kQm9TzXc4RbLp7WfN"] });

export const upload = z.object({
	upload_id: uploadId,
	file_name: z.string().meta({ description: "Name of the file, as sent.", examples: ["interview.mp4"] }),
	bytes: z.int().meta({ description: "Size of the file in bytes.", examples: [48_213_004] }),
	received_bytes: z.int().meta({
		description:
			"How much has been stored. Send the next part from this offset; the upload is complete when it equals `bytes`.",
		examples: [16_777_216],
	}),
	max_part_bytes: z.int().meta({ description: "The largest part that is accepted, in bytes.", examples: [8_388_608] }),
	expires_at_unix: z.int().meta({
		description: "When the upload is deleted unless it is used, in Unix seconds.",
		examples: [1_789_086_400],
	}),
});
export type Upload = z.output<typeof upload>;
