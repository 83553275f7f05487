import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** Words that stand for something else in an address, or that pretend to speak for the product. */
const reservedHandles = ["embed", "admin", "administrator", "support", "official", "timbre", "settings", "new", "me"];

export const profileHandle = z
	.string()
	.trim()
	.toLowerCase()
	.regex(
		/^[a-z0-9](?:[a-z0-9]|-(?!-)){1,28}[a-z0-9]$/,
		"3 to 30 letters, digits and single hyphens, with a letter or digit at both ends.",
	)
	.refine((handle) => !reservedHandles.includes(handle), "This name is reserved.");

export const ownProfile = z.object({
	/** The name in the address; null until one is chosen. */
	handle: z.string().nullable(),
	public_user_name: z.string(),
	/** Whether anybody can see the page. */
	public: z.boolean(),
	/** Whether it lists what was shared by link. */
	list_shared: z.boolean(),
	shared_count: z.int(),
	profile_url: z.string().nullable(),
	embed_url: z.string().nullable(),
});
export type OwnProfile = z.output<typeof ownProfile>;

export const publicProfile = z.object({
	handle: z.string(),
	name: z.string(),
	/** The month, as 2026-11. */
	joined: z.string(),
	profile_url: z.string(),
	embed_url: z.string(),
	lists_shared: z.boolean(),
	items: z.array(
		z.object({
			share_id: z.string(),
			title: z.string(),
			text: z.string(),
			voice_name: z.string(),
			date_unix: z.int(),
			duration_seconds: z.number(),
			peaks: z.array(z.int()).nullable(),
			audio_url: z.string(),
			share_url: z.string(),
			content_type: z.string(),
		}),
	),
});
export type PublicProfile = z.output<typeof publicProfile>;

export const profilesEndpoints = {
	getProfile: endpoint({
		id: "profiles_get",
		method: "GET",
		path: "/v1/profiles/{name}",
		summary: "A person's public page, with what they chose to list",
		since: "0.3.0",
		auth: "public",
		// Also asked by the server itself, for every page it renders.
		limits: [{ per: "visitor", requests: 600, seconds: 60 }],
		params: z.object({ name: z.string().min(1).max(64) }),
		response: publicProfile,
		errors: ["not_found"],
	}),
	getOwnProfile: endpoint({
		id: "user_getProfile",
		method: "GET",
		path: "/v1/user/profile",
		summary: "The caller's own public page and what it shows",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		response: ownProfile,
	}),
	updateOwnProfile: endpoint({
		id: "user_updateProfile",
		method: "PATCH",
		path: "/v1/user/profile",
		summary: "Choose the name in the address, and what others can see",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		limits: [{ per: "workspace", requests: 60, seconds: 60 }],
		body: z.object({
			handle: profileHandle.optional(),
			public: z.boolean().optional(),
			list_shared: z.boolean().optional(),
		}),
		response: ownProfile,
		errors: ["conflict", "invalid_request"],
	}),
};
