import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { voiceId } from "../voices/schemas.ts";
import { castEndpoints } from "./cast.ts";
import { chapterWithContent, contentInput } from "./content-schemas.ts";
import { conversionEndpoints } from "./conversion.ts";
import { exportEndpoints } from "./exports/endpoints.ts";
import { documentErrors, documentFile, documentForm, documentUrl, importEndpoints } from "./imports.ts";
import { studioPaths } from "./paths.ts";
import { podcastEndpoints } from "./podcasts.ts";
import {
	callbackUrl,
	chapter,
	chapterId,
	locator,
	project,
	projectDetails,
	projectId,
	resourceId,
	time,
} from "./project-schemas.ts";
import { guestEndpoints } from "./review/guests.ts";
import { reviewEndpoints } from "./review/reviews.ts";
import { revisionEndpoints } from "./revision/endpoints.ts";
import {
	fictions,
	maxChapters,
	maxCommentCharacters,
	maxProjectDictionaries,
	maxQuoteCharacters,
	normalizations,
	qualityPresets,
	sourceTypes,
	targetAudiences,
} from "./rules.ts";
import { chapterName, line, projectName } from "./schemas.ts";
import { searchEndpoints } from "./search.ts";
import { snapshotEndpoints } from "./snapshots.ts";
import { takeEndpoints } from "./takes.ts";

const read = { since: "0.8.0", auth: "user", permission: "projects_read" } as const;
const write = { since: "0.8.0", auth: "user", permission: "projects_write" } as const;
const missing = ["project_not_found"] as const;
const missingChapter = ["project_not_found", "chapter_not_found"] as const;
const voiceErrors = ["voice_not_found", "model_not_found", "model_can_not_use_voice"] as const;

const projectParams = z.object({ project_id: projectId });
const chapterParams = z.object({ project_id: projectId, chapter_id: chapterId });
const commentParams = chapterParams.extend({ comment_id: resourceId("comment", "kM3hTd9pXq8RvW2sLc6F") });

const ok = z.object({ status: z.literal("ok").meta({ description: "Always `ok`.", examples: ["ok"] }) });
const presented = z.object({ project: project.meta({ description: "The project." }) });
const presentedChapter = z.object({ chapter: chapterWithContent.meta({ description: "The chapter with its text." }) });

const voiceMeta = (of: string) => ({
	description: `Voice of ${of} without a voice of their own. Voices under live moderation can't be used.`,
	examples: ["wd5ObpQ4vNaJtC9V1idt"],
});
const titleVoice = voiceId.meta(voiceMeta("headings"));
const paragraphVoice = voiceId.meta(voiceMeta("paragraphs"));

/** What a project says about the work. Null or omitted leaves a field as it is. */
const details = {
	title: line(300, "The title")
		.nullish()
		.meta({ description: "Title of the work.", examples: ["The Lighthouse"] }),
	author: line(300, "The author")
		.nullish()
		.meta({ description: "Author of the work.", examples: ["Ada Example"] }),
	isbn_number: line(40, "The ISBN")
		.nullish()
		.meta({ description: "ISBN of the work.", examples: ["978-3-16-148410-0"] }),
	description: z
		.string()
		.max(5_000, "The description can have at most 5,000 characters.")
		.nullish()
		.meta({ description: "Description of the work.", examples: ["A keeper waits for the tide."] }),
	target_audience: z
		.enum(targetAudiences)
		.nullish()
		.meta({ description: "Who the work is for. Default: `all ages`.", examples: ["all ages"] }),
	language: z
		.string()
		.regex(/^[A-Za-z]{2}$/, "Use a two-letter code such as en.")
		.toLowerCase()
		.nullish()
		.meta({ description: "Language of the text as a two-letter code (ISO 639-1).", examples: ["en"] }),
	content_type: line(100, "The kind of work")
		.nullish()
		.meta({ description: "Kind of the work.", examples: ["Novel"] }),
	original_publication_date: line(40, "The date")
		.nullish()
		.meta({ description: "When the work was first published.", examples: ["1927-05-05"] }),
	fiction: z
		.enum(fictions)
		.nullish()
		.meta({ description: "Whether the work is fiction.", examples: ["fiction"] }),
	quality_preset: z
		.enum(qualityPresets)
		.nullish()
		.meta({ description: "Quality of the exported audio. Default: `standard`.", examples: ["standard"] }),
	apply_text_normalization: z
		.enum(normalizations)
		.nullish()
		.meta({ description: "Whether numbers and abbreviations are spelled out. Default: `auto`.", examples: ["auto"] }),
};
const genre = line(100, "A genre");
const genres = z.array(genre).max(20, "Choose at most 20 genres.");
const formList = <S extends z.ZodType>(item: S) =>
	z.preprocess(
		(value) => (value === undefined || Array.isArray(value) ? value : [value]),
		z.array(item).max(20).optional(),
	);
const formFlag = z.union([z.boolean(), z.stringbool()]).nullish();
const autoConvert = formFlag.meta({
	description: "Whether to convert the project as soon as its text is complete. Default: false.",
	examples: [true],
});

const sources = {
	from_url: documentUrl.nullish().meta({
		description: "Address of a document or an article to import.",
		examples: ["https://example.com/lighthouse.html"],
	}),
	from_document: documentFile("from_document")
		.optional()
		.meta({ description: "Text, Markdown, HTML, Word (.docx), EPUB or PDF file to import, at most 50 MB." }),
};
type Sources = { from_url?: unknown; from_document?: unknown; from_content_json?: unknown };
const countSources = ({ from_url, from_document, from_content_json }: Sources) =>
	[from_url, from_document, from_content_json].filter((source) => source !== undefined && source !== null).length;
/** As long as a field of a form may be. */
const maxContentCharacters = 1_000_000;

const comment = z.object({
	comment_id: z.string().meta({ description: "Id of the comment.", examples: ["kM3hTd9pXq8RvW2sLc6F"] }),
	user_id: z
		.string()
		.nullable()
		.meta({ description: "User who wrote it. Null for a guest of a review link.", examples: ["u7KpD3hXeW9rZc5JtG0a"] }),
	user_name: z.string().meta({ description: "Name of that user, or the name that the guest gave.", examples: ["Ada"] }),
	is_guest: z.boolean().meta({ description: "Whether a guest of a review link wrote it.", examples: [false] }),
	audio_seconds: z
		.number()
		.nullable()
		.meta({ description: "Position in the recording that the guest heard. Null for others.", examples: [null] }),
	text: z.string().meta({ description: "Text of the comment.", examples: ["Slower here?"] }),
	quote: z.string().meta({ description: "Passage that it is about, as it was.", examples: ["for the tide"] }),
	start: z.string().meta({ description: "Start of the passage as a Yjs relative position in JSON.", examples: ["{}"] }),
	end: z.string().meta({ description: "End of the passage as a Yjs relative position in JSON.", examples: ["{}"] }),
	resolved_at_unix: z
		.int()
		.nullable()
		.meta({ description: "When it was resolved, in Unix seconds. Null while it is open.", examples: [null] }),
	created_at_unix: time("When it was written, in Unix seconds."),
});
const commentText = z
	.string()
	.trim()
	.min(1, "Write a comment.")
	.max(maxCommentCharacters, `A comment can have at most ${maxCommentCharacters.toLocaleString("en-US")} characters.`)
	.meta({ description: "Text of the comment, at most 2,000 characters.", examples: ["Slower here?"] });
/** A Yjs relative position as JSON. */
const position = (which: string) =>
	z
		.string()
		.max(500)
		.meta({ description: `${which} of the passage as a Yjs relative position in JSON.`, examples: ["{}"] });

export const studioEndpoints = {
	...importEndpoints,
	...revisionEndpoints,
	...castEndpoints,
	...searchEndpoints,
	...podcastEndpoints,
	...conversionEndpoints,
	...exportEndpoints,
	...takeEndpoints,
	...snapshotEndpoints,
	...reviewEndpoints,
	...guestEndpoints,
	listProjects: endpoint({
		...studioPaths.listProjects,
		summary: "List projects",
		description: "Returns the projects of the workspace that you can see, newest first, without their text.",
		...read,
		response: z.object({ projects: z.array(project).meta({ description: "Projects, newest first." }) }),
	}),
	createProject: endpoint({
		...studioPaths.createProject,
		summary: "Create a project",
		description:
			"Creates a project, with the chapters of `from_content_json`, with those found in `from_document` or `from_url`, or with one empty chapter. A document is read in the background: the state of the project is `creating` until its chapters are there. Page numbers, running heads and footnotes are left out. How many projects a workspace can have depends on its plan.",
		...write,
		multipart: documentForm,
		body: z
			.object({
				name: projectName.meta({
					description: "Name of the project, 1 to 200 characters.",
					examples: ["The Lighthouse"],
				}),
				default_title_voice_id: titleVoice.nullish().meta(voiceMeta("headings")),
				default_paragraph_voice_id: paragraphVoice.nullish().meta(voiceMeta("paragraphs")),
				default_model_id: z
					.string()
					.max(64)
					.nullish()
					.meta({
						description: "Must be the model of the default paragraph voice, or a model id of the compatible API.",
						examples: ["kokoro_82m_v1"],
					}),
				...sources,
				from_content_json: z
					.string()
					.max(maxContentCharacters)
					.optional()
					.meta({
						description:
							"Chapters as JSON, at most 1 MB: a list of objects with `name` and `blocks`. A block has a `sub_type` and `nodes`, each with `type`, `text` and `voice_id`.",
						examples: [
							'[{"name":"One","blocks":[{"sub_type":"p","nodes":[{"type":"tts_node","text":"Hi.","voice_id":"wd5ObpQ4vNaJtC9V1idt"}]}]}]',
						],
					}),
				...details,
				genres: formList(genre).meta({ description: "Genres of the work, at most 20.", examples: [["Fiction"]] }),
				mature_content: formFlag.meta({
					description: "Whether the work is for adults only. Default: false.",
					examples: [false],
				}),
				acx_volume_normalization: formFlag.meta({
					description: "Whether the loudness of exports meets the technical levels of ACX. Default: false.",
					examples: [true],
				}),
				volume_normalization: formFlag.meta({
					description: "The same as `acx_volume_normalization`.",
					examples: [true],
				}),
				pronunciation_dictionary_locators: formList(z.string().max(1_000)).meta({
					description: "Pronunciation dictionaries, each as JSON with `pronunciation_dictionary_id` and `version_id`.",
					examples: [['{"pronunciation_dictionary_id":"P1kVr2sQ9wTz4LmX7cBd","version_id":null}']],
				}),
				source_type: z
					.enum(sourceTypes)
					.nullish()
					.meta({ description: "What the project is made from.", examples: ["book"] }),
				auto_assign_voices: formFlag.meta({
					description:
						"Whether to look for the speakers of direct speech and to give each character a voice, in the background. Default: false.",
					examples: [true],
				}),
				auto_convert: autoConvert,
				callback_url: callbackUrl,
			})
			.refine((body) => countSources(body) <= 1, {
				message: "Send one of from_document, from_url and from_content_json.",
			}),
		response: presented,
		errors: [
			"project_limit_reached",
			"pronunciation_dictionary_not_found",
			"invalid_request",
			...documentErrors,
			...voiceErrors,
		],
	}),
	getProject: endpoint({
		...studioPaths.getProject,
		summary: "Get a project",
		description: "Returns a project with its chapters and voices, without the text of the chapters.",
		...read,
		params: projectParams,
		response: projectDetails,
		errors: missing,
	}),
	getProjectAlias: endpoint({
		...studioPaths.getProjectAlias,
		summary: "Get a project by its short path",
		description: "The same as `GET /v1/studio/projects/{project_id}`.",
		...read,
		params: projectParams,
		response: projectDetails,
		errors: missing,
	}),
	updateProject: endpoint({
		...studioPaths.updateProject,
		summary: "Update a project",
		description:
			"Changes the name and the default voices of a project. `title`, `author` and `isbn_number` are cleared by null and kept if omitted.",
		...write,
		params: projectParams,
		body: z.object({
			name: projectName.meta({
				description: "Name of the project, 1 to 200 characters.",
				examples: ["The Lighthouse"],
			}),
			default_title_voice_id: titleVoice,
			default_paragraph_voice_id: paragraphVoice,
			title: details.title,
			author: details.author,
			isbn_number: details.isbn_number,
			volume_normalization: z
				.boolean()
				.optional()
				.meta({ description: "Whether the loudness of exports meets the technical levels of ACX.", examples: [true] }),
		}),
		response: presented,
		errors: [...missing, ...voiceErrors],
	}),
	updateDetails: endpoint({
		...studioPaths.updateDetails,
		summary: "Update details of a project",
		description: "Changes only the given fields of a project.",
		...write,
		params: projectParams,
		body: z.object({
			name: projectName
				.optional()
				.meta({ description: "Name of the project, 1 to 200 characters.", examples: ["The Lighthouse"] }),
			default_title_voice_id: titleVoice.optional(),
			default_paragraph_voice_id: paragraphVoice.optional(),
			...details,
			genres: genres.optional().meta({ description: "Genres of the work, at most 20.", examples: [["Fiction"]] }),
			mature_content: z
				.boolean()
				.optional()
				.meta({ description: "Whether the work is for adults only.", examples: [false] }),
			acx_volume_normalization: z
				.boolean()
				.optional()
				.meta({ description: "Whether the loudness of exports meets the technical levels of ACX.", examples: [true] }),
			continue_playing: z
				.boolean()
				.optional()
				.meta({ description: "Whether the player goes on to the next chapter.", examples: [true] }),
			quality_check: z
				.boolean()
				.optional()
				.meta({
					description: "Whether take check listens to new English sentences when the project is converted.",
					examples: [true],
				}),
		}),
		response: presented,
		errors: [...missing, ...voiceErrors],
	}),
	deleteProject: endpoint({
		...studioPaths.deleteProject,
		summary: "Delete a project",
		description: "Deletes a project with its chapters and comments. This can't be undone.",
		...write,
		params: projectParams,
		response: ok,
		errors: missing,
	}),
	updateContent: endpoint({
		...studioPaths.updateContent,
		summary: "Replace the chapters of a project",
		description:
			"Replaces all chapters by those of `from_content_json`, or by those found in `from_document` or `from_url`. Chapters with the same name and position keep their id and comments. A document is read in the background: the state of the project is `creating` until its chapters are there.",
		...write,
		multipart: documentForm,
		params: projectParams,
		body: z
			.object({
				...sources,
				from_content_json: z
					.string()
					.max(maxContentCharacters)
					.optional()
					.meta({
						description: "Chapters as JSON, at most 1 MB: a list of objects with `name` and `blocks`.",
						examples: ['[{"name":"One","blocks":[]}]'],
					}),
				auto_convert: autoConvert,
			})
			.refine((body) => countSources(body) === 1, {
				message: "Send one of from_document, from_url and from_content_json.",
			}),
		response: presented,
		errors: [...missing, "conflict", "invalid_request", ...documentErrors, "voice_not_found"],
	}),
	setDictionaries: endpoint({
		...studioPaths.setDictionaries,
		summary: "Set the pronunciation dictionaries of a project",
		description: "Replaces the pronunciation dictionaries of a project. An empty list applies none.",
		...write,
		params: projectParams,
		body: z.object({
			pronunciation_dictionary_locators: z
				.array(locator.extend({ version_id: locator.shape.version_id.optional() }))
				.max(maxProjectDictionaries, `Choose at most ${maxProjectDictionaries} dictionaries.`)
				.meta({ description: "Dictionaries in the order in which they apply, at most 10." }),
			invalidate_affected_text: z
				.boolean()
				.default(true)
				.meta({ description: "For compatibility; has no effect until Studio generates audio.", examples: [true] }),
		}),
		response: ok,
		errors: [...missing, "pronunciation_dictionary_not_found"],
	}),
	listMutedTracks: endpoint({
		...studioPaths.listMutedTracks,
		summary: "List muted chapters",
		description: "Returns the chapters that are muted on the timeline. Always empty: chapters can't be muted.",
		...read,
		params: projectParams,
		response: z.object({
			chapter_ids: z.array(z.string()).meta({ description: "Ids of muted chapters.", examples: [[]] }),
		}),
		errors: missing,
	}),
	listChapters: endpoint({
		...studioPaths.listChapters,
		summary: "List chapters",
		description: "Returns the chapters of a project in reading order, without their text.",
		...read,
		params: projectParams,
		response: z.object({ chapters: z.array(chapter).meta({ description: "Chapters in reading order." }) }),
		errors: missing,
	}),
	createChapter: endpoint({
		...studioPaths.createChapter,
		summary: "Create a chapter",
		description:
			"Adds a chapter to the end of a project, empty or with the text of `from_url`, which is added in the background. A project can have at most 500 chapters.",
		...write,
		params: projectParams,
		body: z.object({
			name: chapterName.meta({
				description: "Name of the chapter, 1 to 200 characters.",
				examples: ["The lighthouse"],
			}),
			from_url: documentUrl.nullish().meta({
				description: "Address of a document or an article whose text becomes that of the chapter.",
				examples: ["https://example.com/lighthouse.html"],
			}),
		}),
		response: presentedChapter,
		errors: [...missing, "chapter_limit_reached", "conflict", "invalid_request", ...documentErrors],
	}),
	orderChapters: endpoint({
		...studioPaths.orderChapters,
		summary: "Reorder chapters",
		description: "Sets the reading order of all chapters of a project.",
		...write,
		params: projectParams,
		body: z.object({
			chapter_ids: z
				.array(z.string().max(64))
				.max(maxChapters)
				.meta({ description: "Ids of all chapters in their new order.", examples: [["cH7xNw1yRb5ZtQ9kLm3D"]] }),
		}),
		response: presented,
		errors: [...missingChapter, "conflict"],
	}),
	getChapter: endpoint({
		...studioPaths.getChapter,
		summary: "Get a chapter",
		description: "Returns a chapter with its text.",
		...read,
		params: chapterParams,
		response: chapterWithContent,
		errors: missingChapter,
	}),
	updateChapter: endpoint({
		...studioPaths.updateChapter,
		summary: "Update a chapter",
		description:
			"Renames a chapter or replaces its text. Blocks with a known `block_id` are changed in place, so their comments stay and people who are editing keep their position.",
		...write,
		params: chapterParams,
		body: z.object({
			name: chapterName.nullish().meta({ description: "New name, 1 to 200 characters.", examples: ["The lighthouse"] }),
			content: contentInput.nullish().meta({ description: "New text of the chapter." }),
		}),
		response: presentedChapter,
		errors: [...missingChapter, "voice_not_found"],
	}),
	deleteChapter: endpoint({
		...studioPaths.deleteChapter,
		summary: "Delete a chapter",
		description: "Deletes a chapter with its text and comments. This can't be undone.",
		...write,
		params: chapterParams,
		response: ok,
		errors: missingChapter,
	}),
	listComments: endpoint({
		...studioPaths.listComments,
		summary: "List comments",
		description: "Returns the comments on a chapter, oldest first, at most 1,000.",
		...read,
		params: chapterParams,
		response: z.object({ comments: z.array(comment).meta({ description: "Comments, oldest first." }) }),
		errors: missingChapter,
	}),
	createComment: endpoint({
		...studioPaths.createComment,
		summary: "Comment on a passage",
		description: "Adds a comment to a passage of a chapter. Needs at least commenter access to the project.",
		...read,
		params: chapterParams,
		body: z.object({
			text: commentText,
			quote: z
				.string()
				.max(maxQuoteCharacters)
				.meta({ description: "The passage, at most 300 characters.", examples: ["for the tide"] }),
			start: position("Start"),
			end: position("End"),
		}),
		response: comment,
		errors: [...missingChapter, "comment_limit_reached"],
	}),
	updateComment: endpoint({
		...studioPaths.updateComment,
		summary: "Change or resolve a comment",
		description: "Changes the text of your own comment, or resolves or reopens any comment.",
		...read,
		params: commentParams,
		body: z.object({
			text: commentText.optional(),
			resolved: z
				.boolean()
				.optional()
				.meta({ description: "True resolves it, false reopens it.", examples: [true] }),
		}),
		response: comment,
		errors: [...missingChapter, "comment_not_found"],
	}),
	deleteComment: endpoint({
		...studioPaths.deleteComment,
		summary: "Delete a comment",
		description: "Deletes your own comment. Editors of the project can delete any comment.",
		...read,
		params: commentParams,
		response: ok,
		errors: [...missingChapter, "comment_not_found"],
	}),
};
export type Comment = z.output<typeof comment>;
