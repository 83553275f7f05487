// A project as the API returns it.
import { z } from "zod";
import { fictions, normalizations, qualityPresets, sourceTypes, targetAudiences } from "./rules.ts";

export const resourceId = (noun: string, example: string) =>
	z
		.string()
		.regex(/^[A-Za-z0-9_-]{1,64}$/, `A ${noun} id can contain letters, digits, hyphens and underscores.`)
		.meta({ description: `Id of the ${noun}.`, examples: [example] });

export const callbackUrl = z
	.url("Enter a URL such as https://example.com/done.")
	.max(2_000, "At most 2,000 characters.")
	.nullish()
	.meta({
		description:
			"Public https URL that receives a POST request when a conversion of the project or of a chapter has ended: `type` is `project_conversion_status` or `chapter_conversion_status`, and `data` has the ids and `conversion_status`, `success` or `error`. It is sent again if the URL doesn't respond with a 2xx status.",
		examples: ["https://example.com/done"],
	});

export const projectId = resourceId("project", "pJ4kVr2sQ9wTz4LmX7cB");
export const chapterId = resourceId("chapter", "cH7xNw1yRb5ZtQ9kLm3D");

export const time = (description: string) => z.int().meta({ description, examples: [1_760_000_000] });
const nullableTime = (description: string) =>
	z
		.int()
		.nullable()
		.meta({ description, examples: [1_760_000_000] });

export const locator = z.object({
	pronunciation_dictionary_id: z
		.string()
		.meta({ description: "Id of the dictionary.", examples: ["P1kVr2sQ9wTz4LmX7cBd"] }),
	version_id: z
		.string()
		.nullable()
		.meta({ description: "Id of the version. Null means the latest.", examples: ["vE3nJ8uHq5YfR0gKa6Ws"] }),
});

const voiceStatistics = z.object({
	project_voice_ref_id: z.string().meta({
		description: "Id of the voice within the project; the same as the voice id.",
		examples: ["wd5ObpQ4vNaJtC9V1idt"],
	}),
	voice_id: z.string().meta({ description: "Id of the voice.", examples: ["wd5ObpQ4vNaJtC9V1idt"] }),
	characters_unconverted: z
		.int()
		.meta({ description: "Characters of this voice that have no audio yet.", examples: [380] }),
	characters_converted: z.int().meta({ description: "Characters of this voice that have audio.", examples: [0] }),
	credits_needed_to_convert: z
		.int()
		.nullable()
		.meta({ description: "Always null: Studio doesn't generate audio yet.", examples: [null] }),
});

const statistics = z.object({
	characters_unconverted: z.int().meta({ description: "Characters that have no audio yet.", examples: [1_204] }),
	characters_converted: z.int().meta({ description: "Characters that have audio.", examples: [0] }),
	paragraphs_unconverted: z.int().meta({ description: "Blocks that have no audio yet.", examples: [12] }),
	paragraphs_converted: z.int().meta({ description: "Blocks that have audio.", examples: [0] }),
	credits_needed_to_convert: z
		.int()
		.nullable()
		.meta({ description: "Always null: Studio doesn't generate audio yet.", examples: [null] }),
	voice_statistics: z.array(voiceStatistics).meta({ description: "The same for each voice." }),
});

export const chapter = z.object({
	chapter_id: z.string().meta({ description: "Id of the chapter.", examples: ["cH7xNw1yRb5ZtQ9kLm3D"] }),
	name: z.string().meta({ description: "Name of the chapter.", examples: ["The lighthouse"] }),
	last_conversion_date_unix: nullableTime("When audio was last generated, in Unix seconds. Null if never."),
	conversion_progress: z
		.number()
		.nullable()
		.meta({ description: "Progress of the conversion from 0 to 1. Null if none is running.", examples: [null] }),
	can_be_downloaded: z.boolean().meta({ description: "Whether there is audio to download.", examples: [false] }),
	block_ids_order: z
		.array(z.string())
		.meta({ description: "Ids of the blocks in reading order.", examples: [["b1kVr2sQ9w"]] }),
	last_block_ids_order_change_unix_ms: z
		.int()
		.nullable()
		.meta({ description: "When the text last changed, in Unix milliseconds.", examples: [1_760_000_000_000] }),
	state: z
		.enum(["default", "converting"])
		.meta({ description: "`converting` while audio is generated.", examples: ["default"] }),
	has_video: z.boolean().meta({ description: "Always false.", examples: [false] }),
	has_visual_content: z.boolean().meta({ description: "Always false.", examples: [false] }),
	voice_ids: z
		.array(z.string())
		.meta({ description: "Voices of the chapter in order of appearance.", examples: [["wd5ObpQ4vNaJtC9V1idt"]] }),
	statistics: statistics.meta({ description: "Size of the chapter, and how much of it has audio." }),
	last_conversion_error: z
		.string()
		.nullable()
		.meta({ description: "Why the last conversion failed. Null if it didn't.", examples: [null] }),
});
export type Chapter = z.output<typeof chapter>;

const projectVoice = z.object({
	project_voice_ref_id: z.string().meta({
		description: "Id of the voice within the project; the same as the voice id.",
		examples: ["wd5ObpQ4vNaJtC9V1idt"],
	}),
	voice_id: z.string().meta({ description: "Id of the voice.", examples: ["wd5ObpQ4vNaJtC9V1idt"] }),
	alias: z.string().meta({ description: "Name of the voice.", examples: ["Ada"] }),
	stability: z.number().meta({ description: "Default stability of the voice.", examples: [0.5] }),
	similarity_boost: z.number().meta({ description: "Default similarity boost of the voice.", examples: [0.75] }),
	style: z.number().meta({ description: "Default style of the voice.", examples: [0] }),
	is_pinned: z.boolean().meta({ description: "Always false.", examples: [false] }),
	use_speaker_boost: z.boolean().meta({ description: "Default speaker boost of the voice.", examples: [true] }),
	volume_gain: z.number().meta({ description: "Always 0.", examples: [0] }),
	speed: z.number().meta({ description: "Default speed of the voice.", examples: [1] }),
});

const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });
const nullableText = (description: string, example: string) =>
	z
		.string()
		.nullable()
		.meta({ description, examples: [example] });
const flag = (description: string) => z.boolean().meta({ description, examples: [false] });

const creationMeta = z.object({
	creation_progress: z.number().meta({ description: "Progress of the import, from 0 to 1.", examples: [1] }),
	status: z
		.enum(["pending", "creating", "finished", "failed"])
		.meta({ description: "How far the import is.", examples: ["finished"] }),
	type: z
		.enum(["blank", "generate_podcast"])
		.meta({ description: "What is made: a project from a document, or a podcast.", examples: ["blank"] }),
	error: nullableText("Why the import failed. Null if it didn't.", "The file is damaged."),
});

export const project = z.object({
	project_id: text("Id of the project.", "pJ4kVr2sQ9wTz4LmX7cB"),
	name: text("Name of the project.", "The Lighthouse"),
	create_date_unix: time("When the project was created, in Unix seconds."),
	created_by_user_id: text("User who created the project.", "u7KpD3hXeW9rZc5JtG0a"),
	default_title_voice_id: text("Voice of headings without a voice of their own.", "wd5ObpQ4vNaJtC9V1idt"),
	default_title_voice_ref_id: text("The same as `default_title_voice_id`.", "wd5ObpQ4vNaJtC9V1idt"),
	default_paragraph_voice_id: text("Voice of paragraphs without a voice of their own.", "wd5ObpQ4vNaJtC9V1idt"),
	default_paragraph_voice_ref_id: text("The same as `default_paragraph_voice_id`.", "wd5ObpQ4vNaJtC9V1idt"),
	default_model_id: text("Model of the default paragraph voice.", "kokoro_82m_v1"),
	last_conversion_date_unix: nullableTime("When audio was last generated, in Unix seconds. Null if never."),
	can_be_downloaded: flag("Whether there is audio to download."),
	chapters_order: z
		.array(z.string())
		.meta({ description: "Ids of the chapters in reading order.", examples: [["cH7xNw1yRb5ZtQ9kLm3D"]] }),
	last_chapters_order_change_unix_ms: z.int().meta({
		description: "When chapters were last added, moved or removed, in Unix milliseconds.",
		examples: [1_760_000_000_000],
	}),
	state: z.enum(["creating", "default", "converting", "in_queue"]).meta({
		description: "What is being done with the project. `creating` while a document is imported, `default` if nothing.",
		examples: ["default"],
	}),
	project_conversion_chapter_ids_converting: z
		.array(z.string())
		.meta({ description: "Ids of the chapters whose audio is being generated.", examples: [[]] }),
	generation_meta: z.null().meta({ description: "Always null." }),
	creation_meta: creationMeta
		.nullable()
		.meta({ description: "The import of the project. Null if it wasn't imported." }),
	latest_snapshot_id: nullableText("Id of the latest generated audio. Null if there is none.", "sN2bGt8uYe6MzA1oPc5V"),
	project_settings: z
		.object({ continue_playing: flag("Whether the player goes on to the next chapter.") })
		.meta({ description: "Settings of the player." }),
	audio_native: z.null().meta({ description: "Always null: embedded players are planned." }),
	title: nullableText("Title of the work. Null if it has none.", "The Lighthouse"),
	author: nullableText("Author of the work. Null if not given.", "Ada Example"),
	isbn_number: nullableText("ISBN of the work. Null if it has none.", "978-3-16-148410-0"),
	description: text("Description of the work. Empty if it has none.", "A keeper waits for the tide."),
	genres: z.array(z.string()).meta({ description: "Genres of the work.", examples: [["Fiction"]] }),
	cover_image_url: text("URL of the cover. Empty if it has none.", ""),
	target_audience: z.enum(targetAudiences).meta({ description: "Who the work is for.", examples: ["all ages"] }),
	language: text("Language of the text as a two-letter code (ISO 639-1). Empty if not given.", "en"),
	content_type: text("Kind of the work, such as Novel. Empty if not given.", "Novel"),
	original_publication_date: text("When the work was first published. Empty if not given.", "1927-05-05"),
	mature_content: flag("Whether the work is for adults only."),
	fiction: z
		.enum(fictions)
		.nullable()
		.meta({ description: "Whether the work is fiction. Null if not given.", examples: ["fiction"] }),
	acx_volume_normalization: flag("Whether the loudness of exports meets the technical levels of ACX."),
	volume_normalization: flag("The same as `acx_volume_normalization`."),
	apply_text_normalization: z
		.enum(normalizations)
		.meta({ description: "Whether numbers and abbreviations are spelled out before synthesis.", examples: ["auto"] }),
	pronunciation_dictionaries: z
		.array(locator)
		.meta({ description: "Pronunciation dictionaries in the order in which they apply." }),
	quality_preset: z
		.enum(qualityPresets)
		.meta({ description: "Quality of the exported audio.", examples: ["standard"] }),
	added_to_queue_at_unix: z.int().meta({
		description: "When the project was queued for conversion, in Unix seconds. 0 if it isn't.",
		examples: [0],
	}),
	queue_position: z
		.int()
		.nullable()
		.meta({ description: "Position in the queue. Null if it isn't queued.", examples: [null] }),
	access_level: z
		.enum(["admin", "editor", "commenter", "viewer"])
		.meta({ description: "Your access to the project. `admin` and `editor` can change it.", examples: ["admin"] }),
	source_type: z
		.enum(sourceTypes)
		.nullable()
		.meta({ description: "What the project was made from. Null if not given.", examples: ["book"] }),
	podcast_script: z
		.enum(["model", "rules"])
		.nullable()
		.meta({
			description:
				"Who wrote the script of a podcast: a language model, or rules that choose sentences of its sources. Null for other projects.",
			examples: [null],
		}),
	quality_check_on: flag("Whether take check listens to new English sentences when the project is converted."),
	quality_check_on_when_bulk_convert: flag("Always the same as `quality_check_on`."),
	chapters_enabled: z.boolean().meta({ description: "Always true.", examples: [true] }),
	captions_enabled: flag("Always false."),
	public_share_id: z.null().meta({ description: "Always null: a review link is shown only once, when it is created." }),
});
export type Project = z.output<typeof project>;

const dictionaryVersion = z.object({
	version_id: text("Id of the version.", "vE3nJ8uHq5YfR0gKa6Ws"),
	version_rules_num: z.int().meta({ description: "Number of rules in the version.", examples: [12] }),
	pronunciation_dictionary_id: text("Id of the dictionary.", "P1kVr2sQ9wTz4LmX7cBd"),
	dictionary_name: text("Name of the dictionary.", "Places"),
	version_name: text("Number of the version.", "3"),
	permission_on_resource: z
		.enum(["admin", "editor", "commenter", "viewer"])
		.nullable()
		.meta({ description: "Your access to the dictionary.", examples: ["admin"] }),
	created_by: text("User who created the version.", "u7KpD3hXeW9rZc5JtG0a"),
	creation_time_unix: time("When the version was created, in Unix seconds."),
	archived_time_unix: nullableTime("When the dictionary was archived, in Unix seconds. Null if it isn't."),
});

export const projectDetails = project.extend({
	chapters: z.array(chapter).meta({ description: "Chapters in reading order." }),
	pronunciation_dictionary_versions: z
		.array(dictionaryVersion)
		.meta({ description: "Versions of the pronunciation dictionaries that apply." }),
	pronunciation_dictionary_locators: z
		.array(locator)
		.meta({ description: "The same as `pronunciation_dictionaries`." }),
	assets: z.array(z.never()).meta({ description: "Always empty." }),
	voices: z.array(projectVoice).meta({ description: "Voices of the project, defaults first." }),
});
export type ProjectDetails = z.output<typeof projectDetails>;
