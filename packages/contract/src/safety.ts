import { z } from "zod";
import { endpoint, isUploadedFile, type UploadedFile } from "./endpoint.ts";

/** A voice that nobody has shown to be theirs, though they must: because of the voice, or because of who they are. */
export function isUnverified(
	voice: { is_verified: boolean; requires_verification: boolean },
	user: { is_in_probation: boolean },
): boolean {
	return !voice.is_verified && (voice.requires_verification || user.is_in_probation);
}

export const maxClassifiedBytes = 50_000_000;
/** Less sound than this can be recognised by the file alone. */
export const minRecognisedSeconds = 3;

const classification = z.object({
	/** There is no third answer: what was made elsewhere, or leaves no record, cannot be told from a human voice here. */
	result: z.enum(["made_here", "cannot_tell"]),
	/** The very file that was delivered, or a sound that is the same though the file is another. */
	recognised_by: z.enum(["file", "sound"]).nullable(),
	duration_secs: z.number(),
	/** How much of it is sound and not silence. */
	heard_secs: z.number(),
	/** Which parts were made here. `history_item_id` and `made_at_unix` are told of the caller's own workspace alone. */
	parts: z.array(
		z.object({
			start: z.number(),
			end: z.number(),
			history_item_id: z.string().nullable(),
			made_at_unix: z.int().nullable(),
		}),
	),
});
export type Classification = z.output<typeof classification>;

export const safetyEndpoints = {
	dismissModerationWarning: endpoint({
		id: "user_dismissModerationWarning",
		method: "POST",
		path: "/v1/user/dismiss-moderation-warning",
		summary: "Remember that the warning about the use of voices was read",
		since: "0.5.0",
		auth: "user",
		permission: "user_write",
		response: z.object({ status: z.literal("ok") }),
	}),
	classifyAudio: endpoint({
		id: "safety_classify",
		method: "POST",
		path: "/v1/ai-classifier",
		summary: "Tell whether a recording was made on this server; it is compared and not kept",
		since: "0.5.0",
		auth: "user",
		permission: "speech_history_read",
		multipart: { files: 1, maxFileBytes: maxClassifiedBytes },
		body: z.object({
			file: z.custom<UploadedFile>(isUploadedFile, "Send the recording as a file part called file."),
		}),
		response: classification,
		errors: ["invalid_audio", "system_busy", "payload_too_large"],
		limits: [
			{ per: "workspace", requests: 20, seconds: 60 },
			// Who could ask without end could find out by trying what others have let a voice say.
			{ per: "workspace", requests: 500, seconds: 86_400, shared: true },
		],
	}),
};
