import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { voiceoverPaths } from "./paths.ts";
import { exportFormats, maxLines, maxSubtitleCharacters } from "./rules.ts";
import {
	clip,
	clipChange,
	clipId,
	job,
	jobId,
	line,
	lineChange,
	lineId,
	newClip,
	newLine,
	price,
	voiceover,
	voiceoverForm,
	voiceoverId,
	voiceoverItem,
} from "./schemas.ts";

const read = { since: "0.11.0", auth: "user", permission: "projects_read" } as const;
const write = { since: "0.11.0", auth: "user", permission: "projects_write" } as const;
const params = z.object({ voiceover_id: voiceoverId });
const lineParams = params.extend({ line_id: lineId });
const clipParams = params.extend({ clip_id: clipId });
const jobParams = params.extend({ voiceover_job_id: jobId });
const missing = ["voiceover_not_found"] as const;
const missingLine = ["voiceover_not_found", "voiceover_line_not_found"] as const;
const missingClip = ["voiceover_not_found", "voiceover_clip_not_found"] as const;
const missingJob = ["voiceover_not_found", "voiceover_job_not_found"] as const;
const voiceErrors = [
	"voice_not_found",
	"voice_disabled",
	"voice_consent_revoked",
	"voice_not_verified",
	"voice_not_ready",
	"voice_banned",
	"service_unavailable",
] as const;

export const voiceoverEndpoints = {
	listVoiceovers: endpoint({
		...voiceoverPaths.listVoiceovers,
		summary: "List voice-overs",
		description: "Returns the voice-overs of the workspace, newest first.",
		...read,
		response: z.object({ voiceovers: z.array(voiceoverItem).meta({ description: "Voice-overs, newest first." }) }),
	}),
	createVoiceover: endpoint({
		...voiceoverPaths.createVoiceover,
		summary: "Create a voice-over",
		description: "Creates an empty voice-over. Add a video, lines and sound files to it.",
		...write,
		body: voiceoverForm,
		response: voiceover,
		status: 201,
		errors: ["project_limit_reached"],
	}),
	getVoiceover: endpoint({
		...voiceoverPaths.getVoiceover,
		summary: "Get a voice-over",
		description:
			"Returns a voice-over with its video, lines, sound files and latest jobs, and how each line fits its slot.",
		...read,
		params,
		response: voiceover,
		errors: missing,
	}),
	updateVoiceover: endpoint({
		...voiceoverPaths.updateVoiceover,
		summary: "Rename a voice-over",
		description: "Changes the name of a voice-over.",
		...write,
		params,
		body: voiceoverForm,
		response: voiceover,
		errors: missing,
	}),
	deleteVoiceover: endpoint({
		...voiceoverPaths.deleteVoiceover,
		summary: "Delete a voice-over",
		description: "Deletes a voice-over with its files. Its creator and admins can do this. It can't be undone.",
		...write,
		params,
		response: "empty",
		status: 204,
		errors: missing,
	}),
	createLine: endpoint({
		...voiceoverPaths.createLine,
		summary: "Add a line",
		description: "Adds a line to the script, in a slot of the timeline. Nothing is generated yet.",
		...write,
		params,
		body: newLine,
		response: line,
		status: 201,
		errors: [...missing, ...voiceErrors, "voiceover_limit_reached"],
	}),
	importLines: endpoint({
		...voiceoverPaths.importLines,
		summary: "Import lines from subtitles",
		description: "Adds a line for each cue of an SRT or WebVTT file, all with one voice. Lines that exist stay.",
		...write,
		params,
		body: z.object({
			subtitles: z
				.string()
				.min(1, "The file is empty.")
				.max(maxSubtitleCharacters, "The file is too large for subtitles.")
				.meta({ description: "Text of the file.", examples: ["1\n00:00:01,000 --> 00:00:03,000\nHello.\n"] }),
			voice_id: newLine.shape.voice_id,
		}),
		response: voiceover,
		errors: [...missing, ...voiceErrors, "invalid_request", "voiceover_limit_reached"],
	}),
	getSubtitles: endpoint({
		...voiceoverPaths.getSubtitles,
		summary: "Get the script as subtitles",
		description: "Returns the lines as an SRT file.",
		...read,
		params,
		response: "file",
		contentTypes: ["application/x-subrip"],
		errors: missing,
	}),
	updateLine: endpoint({
		...voiceoverPaths.updateLine,
		summary: "Change a line",
		description:
			"Changes the given fields of a line. A change of its slot, trims or volume costs nothing; a change of text, voice or speed is heard once speech is generated again.",
		...write,
		params: lineParams,
		body: lineChange,
		response: line,
		errors: [...missingLine, ...voiceErrors, "invalid_request"],
	}),
	deleteLine: endpoint({
		...voiceoverPaths.deleteLine,
		summary: "Delete a line",
		description: "Deletes a line with its speech.",
		...write,
		params: lineParams,
		response: "empty",
		status: 204,
		errors: missingLine,
	}),
	getLineAudio: endpoint({
		...voiceoverPaths.getLineAudio,
		summary: "Get a line's speech",
		description:
			"Returns the speech of a line as WAV, as it was spoken: the mix plays it at the rate of `fit`. Supports a single byte range.",
		...read,
		params: lineParams,
		response: "audio",
		errors: missingLine,
	}),
	createClip: endpoint({
		...voiceoverPaths.createClip,
		summary: "Add a video or sound file",
		description:
			"Adds an uploaded file: the video or recording on top, or a sound on a further track. It is read in the background; poll the voice-over until its state is `ready`.",
		...write,
		params,
		body: newClip,
		response: clip,
		status: 202,
		errors: [...missing, "upload_not_found", "conflict", "invalid_request", "voiceover_limit_reached"],
	}),
	updateClip: endpoint({
		...voiceoverPaths.updateClip,
		summary: "Change a clip",
		description: "Changes the given fields of the video or a sound file. The video always starts at 0.",
		...write,
		params: clipParams,
		body: clipChange,
		response: clip,
		errors: [...missingClip, "invalid_request"],
	}),
	deleteClip: endpoint({
		...voiceoverPaths.deleteClip,
		summary: "Delete a clip",
		description: "Removes the video or a sound file from the voice-over and deletes its file.",
		...write,
		params: clipParams,
		response: "empty",
		status: 204,
		errors: missingClip,
	}),
	getClipContent: endpoint({
		...voiceoverPaths.getClipContent,
		summary: "Get a clip's file",
		description:
			"Returns the uploaded file, or its audio as MP3, which every browser plays. Supports a single byte range with the `Range` header.",
		...read,
		params: clipParams,
		query: z.object({
			version: z
				.enum(["original", "audio"])
				.default("original")
				.meta({ description: "Which file to return. Default: `original`.", examples: ["audio"] }),
		}),
		response: "audio",
		errors: missingClip,
	}),
	getPrice: endpoint({
		...voiceoverPaths.getPrice,
		summary: "Get the price of speech",
		description:
			"Returns exactly what generating the speech of one line, or of all lines, costs now. Nothing is reserved or charged.",
		...read,
		params,
		query: z.object({
			line_id: lineId.optional().meta({
				description: "Only this line. Default: all lines whose speech is missing or outdated.",
				examples: ["lN7xNw1yRb5ZtQ9kLm3D"],
			}),
		}),
		response: price,
		errors: [...missingLine, ...voiceErrors],
		limits: [{ per: "workspace", requests: 240, seconds: 60 }],
	}),
	createSpeech: endpoint({
		...voiceoverPaths.createSpeech,
		summary: "Generate speech",
		description:
			"Generates the speech of one line, or of all lines whose speech is missing or outdated, in the background. Only new characters are charged: a sentence that was generated before costs nothing.",
		...write,
		params,
		body: z.object({
			line_id: lineId.optional().meta({
				description: "Only this line. Default: all lines whose speech is missing or outdated.",
				examples: ["lN7xNw1yRb5ZtQ9kLm3D"],
			}),
		}),
		response: job,
		status: 202,
		errors: [...missingLine, ...voiceErrors, "empty_text", "quota_exceeded", "conflict"],
		credits: true,
	}),
	createExport: endpoint({
		...voiceoverPaths.createExport,
		summary: "Export a voice-over",
		description: `Mixes all tracks in the background: as audio, or as MP4 with the picture of the video unchanged. Lines without speech, with outdated speech or too long for their slot are an error, unless \`allow_problems\` is set. At most ${maxLines} lines.`,
		...write,
		params,
		body: z.object({
			format: z.enum(exportFormats).meta({ description: "Format of the file.", examples: ["mp4"] }),
			allow_problems: z
				.boolean()
				.default(false)
				.meta({
					description:
						"Export in spite of lines with problems: those without speech are left out, those that are too long run into what follows. Default: false.",
					examples: [false],
				}),
		}),
		response: job,
		status: 202,
		errors: [...missing, "invalid_request", "conflict"],
		limits: [{ per: "workspace", requests: 60, seconds: 60 }],
	}),
	getJob: endpoint({
		...voiceoverPaths.getJob,
		summary: "Get a job",
		description: "Returns the state and progress of generated speech or of an export.",
		...read,
		params: jobParams,
		response: job,
		errors: missingJob,
	}),
	cancelJob: endpoint({
		...voiceoverPaths.cancelJob,
		summary: "Cancel a job",
		description: "Stops a job within seconds. Speech that was generated stays. A job that has ended doesn't change.",
		...write,
		params: jobParams,
		response: job,
		errors: missingJob,
	}),
	getExportFile: endpoint({
		...voiceoverPaths.getExportFile,
		summary: "Download an export",
		description: "Returns the file of an export that is done. Supports a single byte range with the `Range` header.",
		...read,
		params: jobParams,
		response: "file",
		contentTypes: ["video/mp4", "audio/wav", "audio/mpeg"],
		errors: missingJob,
	}),
} as const;
