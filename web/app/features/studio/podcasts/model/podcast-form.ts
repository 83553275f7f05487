import type { RequestOf } from "@timbre/contract/endpoint.ts";
import type { podcastEndpoints } from "@timbre/contract/studio/podcasts.ts";
import {
	maxPodcastSourceCharacters,
	maxPodcastSources,
	type PodcastScale,
	podcastScales,
} from "@timbre/contract/studio/rules.ts";
import type { UseFormReturn } from "react-hook-form";
import { z } from "zod";

export type NewPodcast = NonNullable<RequestOf<typeof podcastEndpoints.createPodcast>["body"]>;
export type PodcastFormat = NewPodcast["mode"]["type"];

const lines = (text: string) =>
	text
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line !== "");

const isWebAddress = (text: string) => {
	const url = URL.parse(text);
	return url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes(".");
};

const passage = z.string().trim().max(1_500, "Use at most 1,500 characters.");

export const podcastForm = z
	.object({
		urls: z.string().transform(lines),
		text: z.string().trim().max(maxPodcastSourceCharacters, "A text can have at most 200,000 characters."),
		scale: z.enum(podcastScales),
		intro: passage,
		outro: passage,
		highlights: z
			.string()
			.transform(lines)
			.pipe(
				z
					.array(z.string().max(200, "Each subject can have at most 200 characters."))
					.max(20, "Enter at most 20 subjects."),
			),
		instructions: z.string().trim().max(3_000, "Use at most 3,000 characters."),
	})
	.superRefine(({ urls, text }, context) => {
		const report = (message: string) => context.addIssue({ code: "custom", path: ["urls"], message });
		const wrong = urls.find((url) => !isWebAddress(url));
		if (urls.length + (text === "" ? 0 : 1) > maxPodcastSources)
			report(`Use at most ${maxPodcastSources} sources, including the text.`);
		else if (wrong !== undefined) report(`“${wrong}” is no complete URL. An example: https://example.com/story.html`);
		else if (urls.length === 0 && text === "") report("Enter a URL here or a text below.");
	});

type PodcastFields = z.output<typeof podcastForm>;
export type PodcastFormState = UseFormReturn<z.input<typeof podcastForm>, unknown, PodcastFields>;

export const podcastLengths: Record<PodcastScale, string> = {
	short: "About 3 minutes",
	default: "About 7 minutes",
	long: "About 15 minutes",
};

type PodcastVoices = { modelId: string; hostId: string; guestId: string };

/** The script is checked by a person before it is spoken, so the conversion isn't started with it. */
export function podcastRequest(fields: PodcastFields, format: PodcastFormat, voices: PodcastVoices): NewPodcast {
	const { urls, text, scale, intro, outro, highlights, instructions } = fields;
	const { modelId, hostId, guestId } = voices;
	return {
		model_id: modelId,
		mode:
			format === "conversation"
				? { type: "conversation", conversation: { host_voice_id: hostId, guest_voice_id: guestId } }
				: { type: "bulletin", bulletin: { host_voice_id: hostId } },
		source: [
			...urls.map((url) => ({ type: "url" as const, url })),
			...(text === "" ? [] : [{ type: "text" as const, text }]),
		],
		duration_scale: scale,
		intro: intro || null,
		outro: outro || null,
		highlights: highlights.length > 0 ? highlights : null,
		instructions_prompt: instructions || null,
		auto_convert: false,
	};
}
