import { z } from "zod";
import { endpoint, isUploadedFile, type UploadedFile } from "../endpoint.ts";
import { authPaths } from "./paths.ts";
import { maxAvatarBytes } from "./rules.ts";

const since = "0.6.0";

/** Pictures of users: part of `authEndpoints`. */
export const avatarEndpoints = {
	setAvatar: endpoint({
		...authPaths.setAvatar,
		summary: "Set your picture",
		description:
			"Replaces the caller's picture, which the members of their workspaces see. Takes a square PNG file from 32 to 512 pixels wide and of at most 1 MB. Metadata is removed. At most 20 requests per 10 minutes.",
		since,
		auth: "user",
		permission: "user_write",
		body: z.object({
			picture: z
				.custom<UploadedFile>(isUploadedFile, "Send the picture as a file.")
				.meta({ description: "Square PNG file." }),
		}),
		multipart: { files: 1, maxFileBytes: maxAvatarBytes },
		limits: [{ per: "workspace", requests: 20, seconds: 600 }],
		response: z.object({
			avatar_url: z.string().meta({
				description: "Path of the picture on this server. It changes with every picture.",
				examples: ["/v1/avatars/b7Kx2LmQ8vTz4NcRy9Wd3FpHs6JtGq1Z"],
			}),
		}),
		errors: ["invalid_image", "payload_too_large", "unsupported_media_type"],
	}),
	deleteAvatar: endpoint({
		...authPaths.deleteAvatar,
		summary: "Delete your picture",
		description: "Deletes the caller's picture. Does nothing if there is none.",
		since,
		auth: "user",
		permission: "user_write",
		response: z.object({ status: z.literal("ok").meta({ description: "Always `ok`." }) }),
	}),
	getAvatar: endpoint({
		...authPaths.getAvatar,
		summary: "Get a picture",
		description:
			"Returns a user's picture. No authentication needed: the id can't be guessed, and only members of the user's workspaces learn it.",
		since,
		auth: "public",
		params: z.object({
			avatar_id: z
				.string()
				.regex(/^[A-Za-z0-9_-]{1,64}$/)
				.meta({ description: "Id of the picture.", examples: ["b7Kx2LmQ8vTz4NcRy9Wd3FpHs6JtGq1Z"] }),
		}),
		response: "file",
		contentTypes: ["image/png"],
		errors: ["not_found"],
	}),
};
