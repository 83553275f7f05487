import { reviewPaths } from "./review/paths.ts";

/** Where the endpoints are. Without schemas, so that browsers need not load them. */
const project = "/v1/studio/projects/{project_id}";
const chapter = `${project}/chapters/{chapter_id}` as const;

const character = `${project}/cast/characters/{character_id}` as const;
const conversion = `${project}/conversions/{conversion_id}` as const;
const block = `${chapter}/blocks/{block_id}` as const;
const take = `${project}/takes/{take_id}` as const;
const projectSnapshot = `${project}/snapshots/{project_snapshot_id}` as const;
const chapterSnapshot = `${chapter}/snapshots/{chapter_snapshot_id}` as const;
const projectExport = `${project}/exports/{export_id}` as const;
const revision = `${project}/revisions/{revision_id}` as const;
const documentImport = "/v1/studio/imports/{import_id}";

export const studioPaths = {
	listProjects: { id: "studio_projects_list", method: "GET", path: "/v1/studio/projects" },
	createProject: { id: "studio_projects_create", method: "POST", path: "/v1/studio/projects" },
	getProject: { id: "studio_projects_get", method: "GET", path: project },
	getProjectAlias: { id: "projects_get", method: "GET", path: "/v1/projects/{project_id}" },
	updateProject: { id: "studio_projects_update", method: "POST", path: project },
	updateDetails: { id: "studio_projects_details_update", method: "PATCH", path: project },
	deleteProject: { id: "studio_projects_delete", method: "DELETE", path: project },
	updateContent: { id: "studio_projects_content_update", method: "POST", path: `${project}/content` },
	setDictionaries: {
		id: "studio_projects_pronunciationDictionaries_create",
		method: "POST",
		path: `${project}/pronunciation-dictionaries`,
	},
	listMutedTracks: { id: "studio_projects_getMutedTracks", method: "GET", path: `${project}/muted-tracks` },
	listChapters: { id: "studio_projects_chapters_list", method: "GET", path: `${project}/chapters` },
	createChapter: { id: "studio_projects_chapters_create", method: "POST", path: `${project}/chapters` },
	orderChapters: { id: "studio_projects_chapters_order", method: "PUT", path: `${project}/chapter-order` },
	getChapter: { id: "studio_projects_chapters_get", method: "GET", path: chapter },
	updateChapter: { id: "studio_projects_chapters_update", method: "POST", path: chapter },
	deleteChapter: { id: "studio_projects_chapters_delete", method: "DELETE", path: chapter },
	listImports: { id: "studio_imports_list", method: "GET", path: "/v1/studio/imports" },
	createImport: { id: "studio_imports_create", method: "POST", path: "/v1/studio/imports" },
	getImport: { id: "studio_imports_get", method: "GET", path: documentImport },
	acceptImport: { id: "studio_imports_accept", method: "POST", path: `${documentImport}/accept` },
	deleteImport: { id: "studio_imports_delete", method: "DELETE", path: documentImport },
	listRevisions: { id: "studio_revisions_list", method: "GET", path: `${project}/revisions` },
	createRevision: { id: "studio_revisions_create", method: "POST", path: `${project}/revisions` },
	getRevision: { id: "studio_revisions_get", method: "GET", path: revision },
	listRevisionChanges: { id: "studio_revisions_changes_list", method: "GET", path: `${revision}/changes` },
	compareRevision: { id: "studio_revisions_compare", method: "POST", path: `${revision}/compare` },
	applyRevision: { id: "studio_revisions_apply", method: "POST", path: `${revision}/apply` },
	deleteRevision: { id: "studio_revisions_delete", method: "DELETE", path: revision },
	searchProject: { id: "studio_projects_search", method: "POST", path: `${project}/search` },
	replaceInProject: { id: "studio_projects_replace", method: "POST", path: `${project}/replace` },
	getCast: { id: "studio_cast_get", method: "GET", path: `${project}/cast` },
	findSpeakers: { id: "studio_cast_find", method: "POST", path: `${project}/cast/find` },
	createCharacter: { id: "studio_cast_characters_create", method: "POST", path: `${project}/cast/characters` },
	updateCharacter: { id: "studio_cast_characters_update", method: "PATCH", path: character },
	mergeCharacter: { id: "studio_cast_characters_merge", method: "POST", path: `${character}/merge` },
	deleteCharacter: { id: "studio_cast_characters_delete", method: "DELETE", path: character },
	listLines: { id: "studio_cast_lines_list", method: "GET", path: `${project}/cast/lines` },
	assignLine: { id: "studio_cast_lines_assign", method: "POST", path: `${chapter}/lines` },
	convertProject: { id: "studio_projects_convert", method: "POST", path: `${project}/convert` },
	convertChapter: { id: "studio_projects_chapters_convert", method: "POST", path: `${chapter}/convert` },
	getPrice: { id: "studio_conversions_price", method: "GET", path: `${project}/conversion-price` },
	listConversions: { id: "studio_conversions_list", method: "GET", path: `${project}/conversions` },
	createConversion: { id: "studio_conversions_create", method: "POST", path: `${project}/conversions` },
	getConversion: { id: "studio_conversions_get", method: "GET", path: conversion },
	cancelConversion: { id: "studio_conversions_cancel", method: "POST", path: `${conversion}/cancel` },
	listSentences: { id: "studio_takes_sentences", method: "GET", path: `${chapter}/sentences` },
	listTakes: { id: "studio_takes_list", method: "GET", path: `${block}/takes` },
	createTake: { id: "studio_takes_create", method: "POST", path: `${block}/takes` },
	chooseTake: { id: "studio_takes_choose", method: "PUT", path: `${block}/takes` },
	lockBlock: { id: "studio_blocks_lock", method: "PUT", path: `${block}/lock` },
	unlockBlock: { id: "studio_blocks_unlock", method: "DELETE", path: `${block}/lock` },
	getBlockAudio: { id: "studio_blocks_audio", method: "GET", path: `${block}/audio` },
	listMisread: { id: "studio_takes_misread", method: "GET", path: `${project}/misread` },
	getTakeAudio: { id: "studio_takes_audio", method: "GET", path: `${take}/audio` },
	acceptTake: { id: "studio_takes_accept", method: "POST", path: `${take}/accept` },
	createPodcast: { id: "studio_createPodcast", method: "POST", path: "/v1/studio/podcasts" },
	rehearse: { id: "studio_rehearsals_create", method: "POST", path: `${project}/rehearsals` },
	listProjectSnapshots: { id: "studio_projects_snapshots_list", method: "GET", path: `${project}/snapshots` },
	getProjectSnapshot: { id: "studio_projects_snapshots_get", method: "GET", path: projectSnapshot },
	streamProjectSnapshot: { id: "studio_projects_snapshots_stream", method: "POST", path: `${projectSnapshot}/stream` },
	archiveProjectSnapshot: {
		id: "studio_projects_snapshots_streamArchive",
		method: "POST",
		path: `${projectSnapshot}/archive`,
	},
	listChapterSnapshots: { id: "studio_projects_chapters_snapshots_list", method: "GET", path: `${chapter}/snapshots` },
	getChapterSnapshot: { id: "studio_projects_chapters_snapshots_get", method: "GET", path: chapterSnapshot },
	streamChapterSnapshot: {
		id: "studio_projects_chapters_snapshots_stream",
		method: "POST",
		path: `${chapterSnapshot}/stream`,
	},
	getChapterSnapshotAudio: { id: "studio_chapter_snapshots_audio", method: "GET", path: `${chapterSnapshot}/audio` },
	getChapterSnapshotTimes: { id: "studio_chapter_snapshots_times", method: "GET", path: `${chapterSnapshot}/times` },
	listExports: { id: "studio_exports_list", method: "GET", path: `${project}/exports` },
	createExport: { id: "studio_exports_create", method: "POST", path: `${project}/exports` },
	getExport: { id: "studio_exports_get", method: "GET", path: projectExport },
	cancelExport: { id: "studio_exports_cancel", method: "POST", path: `${projectExport}/cancel` },
	deleteExport: { id: "studio_exports_delete", method: "DELETE", path: projectExport },
	downloadExport: { id: "studio_exports_download", method: "GET", path: `${projectExport}/file` },
	setCover: { id: "studio_cover_set", method: "PUT", path: `${project}/cover` },
	getCover: { id: "studio_cover_get", method: "GET", path: `${project}/cover` },
	deleteCover: { id: "studio_cover_delete", method: "DELETE", path: `${project}/cover` },
	importBundle: { id: "studio_bundles_import", method: "POST", path: "/v1/studio/bundles" },
	listComments: { id: "studio_comments_list", method: "GET", path: `${chapter}/comments` },
	createComment: { id: "studio_comments_create", method: "POST", path: `${chapter}/comments` },
	updateComment: { id: "studio_comments_update", method: "PATCH", path: `${chapter}/comments/{comment_id}` },
	deleteComment: { id: "studio_comments_delete", method: "DELETE", path: `${chapter}/comments/{comment_id}` },
	...reviewPaths,
} as const;

/** Path of the WebSocket on which a chapter is edited. */
export const chapterSocketPath = (projectId: string, chapterId: string) =>
	`/v1/studio/projects/${projectId}/chapters/${chapterId}/edit`;
