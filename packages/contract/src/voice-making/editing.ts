import { z } from "zod";
import { endpoint, isUploadedFile, type UploadedFile } from "../endpoint.ts";
import { anyOf } from "../voices/own.ts";
import { voiceId } from "../voices/schemas.ts";
import { voiceLabels } from "./cloning.ts";
import { resourceId } from "./cloning-schemas.ts";
import { voiceMakingPaths } from "./paths.ts";
import { maxSampleBytes, maxSampleFiles } from "./rules.ts";

const write = { since: "0.5.0", auth: "user", permission: "voices_write" } as const;
const params = z.object({ voice_id: voiceId });

export const editingEndpoints = {
	replicateVoice: endpoint({
		...voiceMakingPaths.replicateVoice,
		summary: "Copy a voice to another workspace",
		description:
			"Copies a designed or remixed voice with its previews to another workspace you belong to, where you need permission to add voices. The copy gets a new id and takes a voice slot there. Voices from recordings stay in their workspace because consent covers only that; add library voices from the library instead.",
		...write,
		params,
		body: z.object({
			target_workspace_id: resourceId.meta({
				description: "Id of the workspace to copy the voice to.",
				examples: ["w2KfTz8RqLm5YxVb0HcN"],
			}),
			preserve_voice_id: z
				.boolean()
				.nullish()
				.meta({
					description: "Must not be true: ids are unique across workspaces, so the copy always gets a new one.",
					examples: [false],
				}),
		}),
		response: z.object({
			voice_id: z.string().meta({ description: "Id of the copy.", examples: ["r5JbXn1WvTq9ZkLs3MdH"] }),
		}),
		errors: ["voice_not_found", "workspace_not_found", "invalid_request", "conflict", "voice_limit_reached"],
	}),
	editVoice: endpoint({
		...voiceMakingPaths.editVoice,
		summary: "Update a voice",
		description:
			"Updates the name, description and labels of a voice, and adds recordings to a voice created from recordings. An instant voice is then created again in the background; recordings of a different speaker disable the voice until consent is given again. Counts as a voice edit; the number of edits per billing period is limited by the plan.",
		...write,
		params,
		multipart: { files: maxSampleFiles, maxFileBytes: maxSampleBytes },
		body: z.object({
			name: z
				.string()
				.trim()
				.min(1, "Enter a name.")
				.max(100)
				.meta({ description: "Name of the voice, up to 100 characters.", examples: ["Nora"] }),
			files: anyOf(
				z.custom<UploadedFile>(isUploadedFile, "Send each recording as a file part named files."),
				maxSampleFiles,
			).meta({
				description:
					"Up to 25 recordings to add as repeated file parts, each up to 12 MB and 30 minutes with at least 2 seconds of speech.",
				examples: [["interview.mp3"]],
			}),
			remove_background_noise: z
				.stringbool()
				.default(false)
				.meta({
					description: "Whether to remove background noise from the added recordings. Default false.",
					examples: [false],
				}),
			description: z
				.string()
				.trim()
				.max(500)
				.nullish()
				.meta({
					description:
						"New description, up to 500 characters. Null or omitted keeps the current one; an empty text removes it.",
					examples: ["Calm narrator for long stories."],
				}),
			labels: voiceLabels.meta({
				description: "Up to 20 labels as a JSON object, which replace all current ones. Null or omitted keeps them.",
			}),
			moderate_metadata: z
				.stringbool()
				.default(false)
				.meta({
					description: "Accepted for compatibility and ignored.",
					examples: [false],
				}),
		}),
		response: z.object({ status: z.literal("ok").meta({ description: "Always `ok`." }) }),
		errors: [
			"bipa_terms_required",
			"voice_not_found",
			"voice_edit_limit_reached",
			"invalid_audio",
			"conflict",
			"payload_too_large",
			"system_busy",
		],
	}),
};
