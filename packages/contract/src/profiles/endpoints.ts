import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { peaksMeta } from "../history/schemas.ts";
import { profilesPaths } from "./paths.ts";
import { profileHandle } from "./schemas.ts";

const aboutProfileUrl = "URL of the profile page.";
const aboutEmbedUrl = "URL of a page that can be embedded in other sites.";

export const ownProfile = z.object({
	handle: z
		.string()
		.nullable()
		.meta({ description: "Handle in the profile's URL. Null until you choose one.", examples: ["ada-l"] }),
	public_user_name: z.string().meta({ description: "Your name as shown to others.", examples: ["Ada L."] }),
	public: z.boolean().meta({ description: "Whether anyone can see the profile.", examples: [true] }),
	list_shared: z
		.boolean()
		.meta({ description: "Whether the profile lists the generations you shared by link.", examples: [false] }),
	shared_count: z.int().meta({ description: "Number of generations you shared by link.", examples: [4] }),
	profile_url: z
		.string()
		.nullable()
		.meta({
			description: `${aboutProfileUrl} Null until you choose a handle.`,
			examples: ["https://timbre.example/profiles/ada-l"],
		}),
	embed_url: z
		.string()
		.nullable()
		.meta({
			description: `${aboutEmbedUrl} Null until you choose a handle.`,
			examples: ["https://timbre.example/profiles/embed/ada-l"],
		}),
});
export type OwnProfile = z.output<typeof ownProfile>;

const profileItem = z.object({
	share_id: z
		.string()
		.meta({ description: "Last part of the share link.", examples: ["8Zk2LqVw5TnR0yXcB7dGf3HsJ9mPa4Ue"] }),
	title: z.string().meta({
		description: "Start of the text on one line, at most 60 characters.",
		examples: ["Hello, world. How are you?"],
	}),
	text: z.string().meta({
		description: "Text as sent, cut off after 600 characters.",
		examples: ["Hello, world. How are you?"],
	}),
	voice_name: z.string().meta({ description: "Name of the voice.", examples: ["Heart"] }),
	date_unix: z.int().meta({ description: "When it was generated, in Unix seconds.", examples: [1_760_000_000] }),
	duration_seconds: z.number().meta({ description: "Length of the audio in seconds.", examples: [3.185] }),
	peaks: z.array(z.int()).nullable().meta(peaksMeta),
	audio_url: z.string().meta({
		description: "URL of the audio.",
		examples: ["https://timbre.example/v1/share/8Zk2LqVw5TnR0yXcB7dGf3HsJ9mPa4Ue/audio"],
	}),
	share_url: z.string().meta({
		description: "URL of the page of the share link.",
		examples: ["https://timbre.example/share/8Zk2LqVw5TnR0yXcB7dGf3HsJ9mPa4Ue"],
	}),
	content_type: z.string().meta({ description: "Media type of the audio.", examples: ["audio/mpeg"] }),
});

export const publicProfile = z.object({
	handle: z.string().meta({ description: "Handle in the profile's URL.", examples: ["ada-l"] }),
	name: z.string().meta({ description: "The user's public name.", examples: ["Ada L."] }),
	joined: z.string().meta({ description: "Month in which the user signed up, as YYYY-MM.", examples: ["2026-11"] }),
	profile_url: z.string().meta({ description: aboutProfileUrl, examples: ["https://timbre.example/profiles/ada-l"] }),
	embed_url: z.string().meta({ description: aboutEmbedUrl, examples: ["https://timbre.example/profiles/embed/ada-l"] }),
	lists_shared: z.boolean().meta({ description: "Whether the profile lists shared generations.", examples: [true] }),
	items: z.array(profileItem).meta({
		description: "The latest 50 generations shared by link, newest first. Empty if they are not listed.",
	}),
});
export type PublicProfile = z.output<typeof publicProfile>;

export const profilesEndpoints = {
	getProfile: endpoint({
		...profilesPaths.getProfile,
		summary: "Get a public profile",
		description:
			"Returns a user's public profile and the generations listed on it. Needs no account. Profiles that are not public are not found.",
		since: "0.3.0",
		auth: "public",
		// Also called by the server for every profile page it renders.
		limits: [{ per: "visitor", requests: 600, seconds: 60 }],
		params: z.object({
			name: z
				.string()
				.min(1)
				.max(64)
				.meta({ description: "Handle of the profile. Case-insensitive.", examples: ["ada-l"] }),
		}),
		response: publicProfile,
		errors: ["not_found"],
	}),
	getOwnProfile: endpoint({
		...profilesPaths.getOwnProfile,
		summary: "Get your profile",
		description: "Returns your profile as you configured it, whether it is public or not.",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		response: ownProfile,
	}),
	updateOwnProfile: endpoint({
		...profilesPaths.updateOwnProfile,
		summary: "Update your profile",
		description:
			"Changes your handle and what others can see. Omitted fields don't change. Links with the old handle stop working. At most 60 requests a minute per workspace.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		limits: [{ per: "workspace", requests: 60, seconds: 60 }],
		body: z.object({
			handle: profileHandle.optional().meta({
				description: "New handle: 3 to 30 lowercase letters, digits and single hyphens. Must not be taken.",
				examples: ["ada-l"],
			}),
			public: z
				.boolean()
				.optional()
				.meta({ description: "Whether anyone can see the profile. Needs a handle.", examples: [true] }),
			list_shared: z
				.boolean()
				.optional()
				.meta({ description: "Whether the profile lists the generations you shared by link.", examples: [true] }),
		}),
		response: ownProfile,
		errors: ["conflict", "invalid_request"],
	}),
};
