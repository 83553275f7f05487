import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { studioPaths } from "./paths.ts";
import { chapterId, projectId } from "./project-schemas.ts";
import {
	chapterSnapshot,
	chapterSnapshotDetails,
	chapterSnapshotId,
	projectSnapshot,
	projectSnapshotDetails,
	projectSnapshotId,
	snapshotTimes,
} from "./snapshot-schemas.ts";

const read = { since: "0.10.0", auth: "user", permission: "projects_read" } as const;
const projectParams = z.object({ project_id: projectId });
const chapterParams = projectParams.extend({ chapter_id: chapterId });
const projectSnapshotParams = projectParams.extend({ project_snapshot_id: projectSnapshotId });
const chapterSnapshotParams = chapterParams.extend({ chapter_snapshot_id: chapterSnapshotId });
const missing = ["project_not_found"] as const;
const missingChapter = ["project_not_found", "chapter_not_found"] as const;
const missingSnapshot = [...missing, "snapshot_not_found"] as const;
const missingChapterSnapshot = [...missingChapter, "snapshot_not_found"] as const;
const streamBody = z
	.object({
		convert_to_mpeg: z
			.boolean()
			.default(false)
			.meta({ description: "For compatibility: the audio is MP3 either way.", examples: [true] }),
	})
	.default({ convert_to_mpeg: false });

export const snapshotEndpoints = {
	listProjectSnapshots: endpoint({
		...studioPaths.listProjectSnapshots,
		summary: "List snapshots of a project",
		description: "Returns the audio of a project after each of its conversions, newest first, at most 100.",
		...read,
		params: projectParams,
		response: z.object({ snapshots: z.array(projectSnapshot).meta({ description: "Snapshots, newest first." }) }),
		errors: missing,
	}),
	getProjectSnapshot: endpoint({
		...studioPaths.getProjectSnapshot,
		summary: "Get a snapshot of a project",
		description: "Returns a snapshot of a project with the times of its characters.",
		...read,
		params: projectSnapshotParams,
		response: projectSnapshotDetails,
		errors: missingSnapshot,
	}),
	streamProjectSnapshot: endpoint({
		...studioPaths.streamProjectSnapshot,
		summary: "Stream a snapshot of a project",
		description: "Returns the audio of all chapters as one MP3.",
		...read,
		params: projectSnapshotParams,
		body: streamBody,
		response: "audio",
		errors: missingSnapshot,
	}),
	archiveProjectSnapshot: endpoint({
		...studioPaths.archiveProjectSnapshot,
		summary: "Download a snapshot of a project",
		description: "Returns a zip archive with an MP3 for each chapter.",
		...read,
		params: projectSnapshotParams,
		response: "file",
		contentTypes: ["application/zip"],
		errors: missingSnapshot,
	}),
	listChapterSnapshots: endpoint({
		...studioPaths.listChapterSnapshots,
		summary: "List snapshots of a chapter",
		description: "Returns the audio of a chapter after each of its conversions, newest first, at most 100.",
		...read,
		params: chapterParams,
		response: z.object({ snapshots: z.array(chapterSnapshot).meta({ description: "Snapshots, newest first." }) }),
		errors: missingChapter,
	}),
	getChapterSnapshot: endpoint({
		...studioPaths.getChapterSnapshot,
		summary: "Get a snapshot of a chapter",
		description: "Returns a snapshot of a chapter with the times of its characters.",
		...read,
		params: chapterSnapshotParams,
		response: chapterSnapshotDetails,
		errors: missingChapterSnapshot,
	}),
	streamChapterSnapshot: endpoint({
		...studioPaths.streamChapterSnapshot,
		summary: "Stream a snapshot of a chapter",
		description: "Returns the audio of a chapter as MP3.",
		...read,
		params: chapterSnapshotParams,
		body: streamBody,
		response: "audio",
		errors: missingChapterSnapshot,
	}),
	getChapterSnapshotAudio: endpoint({
		...studioPaths.getChapterSnapshotAudio,
		summary: "Get the audio of a chapter",
		description: "Returns the audio of a snapshot as MP3. Players can request parts of it.",
		...read,
		params: chapterSnapshotParams,
		response: "audio",
		errors: missingChapterSnapshot,
	}),
	getChapterSnapshotTimes: endpoint({
		...studioPaths.getChapterSnapshotTimes,
		summary: "Get the times of a chapter",
		description: "Returns when each sentence of a snapshot is spoken, and its waveform.",
		...read,
		params: chapterSnapshotParams,
		response: snapshotTimes,
		errors: missingChapterSnapshot,
	}),
};
