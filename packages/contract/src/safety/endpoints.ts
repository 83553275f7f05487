import { z } from "zod";
import { endpoint, isUploadedFile, type UploadedFile } from "../endpoint.ts";
import { safetyPaths } from "./paths.ts";
import { maxClassifiedBytes } from "./rules.ts";

const classifiedPart = z.object({
	start: z.number().meta({ description: "Start in seconds from the start of the recording.", examples: [0] }),
	end: z.number().meta({ description: "End in seconds from the start of the recording.", examples: [12.4] }),
	history_item_id: z.string().meta({ description: "Id of the generation.", examples: ["ja9xsmfGhxYcymxGcOGB"] }),
	made_at_unix: z.int().meta({ description: "When it was generated, in Unix seconds.", examples: [1_760_000_000] }),
});

const classification = z.object({
	result: z.enum(["made_here", "cannot_tell"]).meta({
		description:
			"`made_here` if the recording was generated on this server. `cannot_tell` doesn't mean it is human: audio from elsewhere, or without a record here, can't be recognized.",
		examples: ["made_here"],
	}),
	recognised_by: z
		.enum(["file", "sound"])
		.nullable()
		.meta({
			description:
				"`file`: the exact file that was delivered. `sound`: the same audio in a different file. Null if it wasn't recognized.",
			examples: ["sound"],
		}),
	duration_secs: z.number().meta({ description: "Length of the recording in seconds.", examples: [14.2] }),
	heard_secs: z.number().meta({
		description: "Seconds of it that are not silence. With less than 3, only the exact file is recognized.",
		examples: [12.9],
	}),
	parts: z.array(classifiedPart).meta({
		description:
			"Parts that match generations of your workspace, in order. Matches in other workspaces are not listed.",
	}),
});
export type Classification = z.output<typeof classification>;

export const safetyEndpoints = {
	dismissModerationWarning: endpoint({
		...safetyPaths.dismissModerationWarning,
		summary: "Dismiss the voice moderation warning",
		description:
			"Hides the warning that the app shows while your account is in probation after many failed voice verifications. It appears again if that happens again. Probation itself doesn't change.",
		since: "0.5.0",
		auth: "user",
		permission: "user_write",
		response: z.object({ status: z.literal("ok").meta({ description: "Always `ok`." }) }),
	}),
	classifyAudio: endpoint({
		...safetyPaths.classifyAudio,
		summary: "Check whether audio was generated here",
		description:
			"Compares a recording with the fingerprints of stored generations on this server and returns the parts that match your own. The recording can be up to 50 MB and 10 minutes long and is not stored. Free; at most 20 requests a minute and 500 a day per workspace.",
		since: "0.5.0",
		auth: "user",
		permission: "speech_history_read",
		multipart: { files: 1, maxFileBytes: maxClassifiedBytes },
		body: z.object({
			file: z
				.custom<UploadedFile>(isUploadedFile, "Send the recording as a form field named file.")
				.meta({ description: "Recording to check, at most 50 MB and 10 minutes." }),
		}),
		response: classification,
		errors: ["invalid_audio", "system_busy", "payload_too_large"],
		limits: [
			{ per: "workspace", requests: 20, seconds: 60 },
			// Without a limit, callers could probe what others have generated.
			{ per: "workspace", requests: 500, seconds: 86_400, shared: true },
		],
	}),
};
