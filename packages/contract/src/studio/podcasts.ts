import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { voiceId } from "../voices/schemas.ts";
import { documentErrors, documentUrl } from "./imports.ts";
import { studioPaths } from "./paths.ts";
import { callbackUrl, project } from "./project-schemas.ts";
import {
	maxPodcastSourceCharacters,
	maxPodcastSources,
	normalizations,
	podcastScales,
	qualityPresets,
} from "./rules.ts";

const voice = (who: string) =>
	voiceId.meta({
		description: `Voice of the ${who}. Voices under live moderation can't be used.`,
		examples: ["wd5ObpQ4vNaJtC9V1idt"],
	});
const host = voice("host");

const conversation = z.object({
	type: z.literal("conversation").meta({ description: "A host talks with a guest.", examples: ["conversation"] }),
	conversation: z
		.object({ host_voice_id: host, guest_voice_id: voice("guest") })
		.meta({ description: "The voices of the conversation." }),
});
const bulletin = z.object({
	type: z.literal("bulletin").meta({ description: "A host speaks alone.", examples: ["bulletin"] }),
	bulletin: z.object({ host_voice_id: host }).meta({ description: "The voice of the bulletin." }),
});

const textSource = z.object({
	type: z.literal("text").meta({ description: "The source is this text.", examples: ["text"] }),
	text: z
		.string()
		.trim()
		.min(1, "Enter a text.")
		.max(maxPodcastSourceCharacters, "A text can have at most 200,000 characters.")
		.meta({ description: "Text of the source, at most 200,000 characters.", examples: ["The lighthouse was built…"] }),
});
const urlSource = z.object({
	type: z.literal("url").meta({ description: "The source is an article or document.", examples: ["url"] }),
	url: documentUrl.meta({ description: "Its public address.", examples: ["https://example.com/lighthouse.html"] }),
});
const source = z.discriminatedUnion("type", [textSource, urlSource]);

const passage = (what: string) =>
	z
		.string()
		.trim()
		.max(1_500, "Use at most 1,500 characters.")
		.nullish()
		.meta({ description: `${what}, at most 1,500 characters.`, examples: ["Welcome to the show."] });

export const podcastEndpoints = {
	createPodcast: endpoint({
		...studioPaths.createPodcast,
		summary: "Create a podcast",
		description:
			"Creates a project with the script of a podcast about texts or web pages, in the background, and converts it. If the server has a language model, that writes the script. Otherwise rules choose important sentences of the sources and divide them among the voices: see `podcast_script` of the project.",
		since: "0.10.0",
		auth: "user",
		permission: "projects_write",
		body: z.object({
			model_id: z
				.string()
				.min(1)
				.max(100)
				.meta({
					description: "Id of the model that speaks. It must be that of the voices.",
					examples: ["kokoro_82m_v1"],
				}),
			mode: z.discriminatedUnion("type", [conversation, bulletin]).meta({ description: "Who speaks." }),
			source: z
				.union([source, z.array(source).min(1).max(maxPodcastSources, `Use at most ${maxPodcastSources} sources.`)])
				.meta({ description: "What the podcast is about: a source, or up to 10 of them." }),
			quality_preset: z
				.enum(qualityPresets)
				.nullish()
				.meta({ description: "Quality of the exported audio. Default: `standard`.", examples: ["standard"] }),
			duration_scale: z
				.enum(podcastScales)
				.default("default")
				.meta({
					description: "Length: about three minutes, seven minutes or a quarter of an hour.",
					examples: ["short"],
				}),
			language: z
				.string()
				.regex(/^[A-Za-z]{2}$/, "Use a two-letter code such as en.")
				.toLowerCase()
				.nullish()
				.meta({ description: "Language as a two-letter code. Default: that of the sources.", examples: ["en"] }),
			intro: passage("What the host says first"),
			outro: passage("What the host says last"),
			instructions_prompt: z
				.string()
				.trim()
				.max(3_000, "Use at most 3,000 characters.")
				.nullish()
				.meta({
					description: "Wishes for the language model, at most 3,000 characters. Rules ignore them.",
					examples: ["Explain it to children."],
				}),
			highlights: z
				.array(z.string().trim().min(1).max(200))
				.max(20)
				.nullish()
				.meta({ description: "Subjects that have to be mentioned, at most 20.", examples: [["the storm of 1901"]] }),
			callback_url: callbackUrl,
			apply_text_normalization: z
				.enum(normalizations)
				.nullish()
				.meta({
					description: "Whether numbers and abbreviations are spelled out. Default: `auto`.",
					examples: ["auto"],
				}),
			auto_convert: z
				.boolean()
				.default(true)
				.meta({
					description: "Whether to convert the project as soon as its script is there. False: you can check it first.",
					examples: [true],
				}),
		}),
		response: z.object({ project: project.meta({ description: "The project. Its state is `creating`." }) }),
		errors: [
			"project_limit_reached",
			"voice_not_found",
			"model_not_found",
			"quota_exceeded",
			"invalid_request",
			...documentErrors,
		],
		credits: true,
		limits: [{ per: "workspace", requests: 30, seconds: 3_600, shared: true }],
	}),
};
