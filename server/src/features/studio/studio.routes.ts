import { studioEndpoints } from "@timbre/contract/studio/endpoints.ts";
import { type Http, implement } from "../../core/http/http.ts";
import type { SpeechDeps } from "../speech/speech.public.ts";
import type { UrlUploadDeps } from "../uploads/uploads.public.ts";
import { importBundle } from "./bundles/import.service.ts";
import {
	createCharacter,
	deleteCharacter,
	getCast,
	mergeCharacter,
	startCast,
	updateCharacter,
} from "./cast/cast.service.ts";
import { assignLine, listLines } from "./cast/lines.service.ts";
import { deleteChapter, getChapter, listChapters, orderChapters, updateChapter } from "./chapters/chapters.service.ts";
import { createComment, deleteComment, listComments, updateComment } from "./comments/comments.service.ts";
import {
	cancelConversion,
	getConversion,
	listConversions,
	startConversion,
} from "./conversions/conversions.service.ts";
import {
	cancelExport,
	deleteExport,
	downloadExport,
	getExport,
	listExports,
	startExport,
} from "./exports/exports.service.ts";
import { createChapterFrom, createProjectFrom, updateContentFrom } from "./imports/direct.service.ts";
import { acceptImport, createImport, deleteImport, getImport, listImports } from "./imports/imports.service.ts";
import { createPodcast } from "./podcasts/podcasts.service.ts";
import { requireProject } from "./projects/access.service.ts";
import { deleteCover, getCover, setCover } from "./projects/cover.service.ts";
import {
	deleteProject,
	getProject,
	listProjects,
	presented,
	setDictionaries,
	updateProject,
} from "./projects/projects.service.ts";
import {
	compareAgain,
	createRevision,
	deleteRevision,
	getRevision,
	listRevisionChanges,
	listRevisions,
	startApplication,
} from "./revisions/revisions.service.ts";
import { replaceInProject, searchProject } from "./search/search.service.ts";
import { getPrice } from "./sentences/price.service.ts";
import {
	archiveProject,
	getChapterAudio,
	getChapterSnapshot,
	getChapterTimes,
	getProjectSnapshot,
	listChapterSnapshots,
	listProjectSnapshots,
	type SnapshotDeps,
	streamProject,
} from "./snapshots/snapshots.service.ts";
import { type ReviewDeps, reviewRoutes } from "./studio.reviews.routes.ts";
import { rehearse } from "./takes/rehearsal.service.ts";
import { createTake } from "./takes/retake.service.ts";
import { listSentences } from "./takes/sentences.service.ts";
import {
	acceptTake,
	getBlockAudio,
	getTakeAudio,
	listMisread,
	listTakes,
	lockBlock,
	unlockBlock,
	useTake,
} from "./takes/takes.service.ts";

export type StudioDeps = UrlUploadDeps & ReviewDeps;

export function studioRoutes(http: Http, deps: StudioDeps): void {
	const { db, speech } = deps;
	conversionRoutes(http, speech);
	takeRoutes(http, speech);
	snapshotRoutes(http, deps);
	exportRoutes(http, deps);
	reviewRoutes(http, deps);
	revisionRoutes(http, deps);
	implement(http, studioEndpoints.createPodcast, (context, { body }) => createPodcast(deps, context, body));
	implement(http, studioEndpoints.listProjects, (context) => listProjects(db, context));
	implement(http, studioEndpoints.createProject, (context, { body }) => createProjectFrom(deps, context, body));
	implement(http, studioEndpoints.getProject, (context, { params }) => getProject(db, context, params.project_id));
	implement(http, studioEndpoints.getProjectAlias, (context, { params }) => getProject(db, context, params.project_id));
	implement(http, studioEndpoints.updateProject, (context, { params, body }) =>
		updateProject(db, context, params.project_id, body),
	);
	implement(http, studioEndpoints.updateDetails, (context, { params, body }) =>
		updateProject(db, context, params.project_id, body),
	);
	implement(http, studioEndpoints.deleteProject, (context, { params }) =>
		deleteProject(db, context, params.project_id),
	);
	implement(http, studioEndpoints.updateContent, (context, { params, body }) =>
		updateContentFrom(deps, context, params.project_id, body),
	);
	implement(http, studioEndpoints.setDictionaries, (context, { params, body }) =>
		setDictionaries(db, context, params.project_id, body.pronunciation_dictionary_locators),
	);
	implement(http, studioEndpoints.listMutedTracks, async (context, { params }) => {
		await requireProject(db, context, params.project_id, "read");
		return { chapter_ids: [] };
	});
	implement(http, studioEndpoints.listChapters, (context, { params }) => listChapters(db, context, params.project_id));
	implement(http, studioEndpoints.createChapter, (context, { params, body }) =>
		createChapterFrom(deps, context, params.project_id, body),
	);
	implement(http, studioEndpoints.orderChapters, async (context, { params, body }) => {
		await orderChapters(db, context, params.project_id, body.chapter_ids);
		return presented(db, context, params.project_id);
	});
	implement(http, studioEndpoints.getChapter, (context, { params }) =>
		getChapter(db, context, params.project_id, params.chapter_id),
	);
	implement(http, studioEndpoints.updateChapter, (context, { params, body }) =>
		updateChapter(db, context, params.project_id, params.chapter_id, body),
	);
	implement(http, studioEndpoints.deleteChapter, (context, { params }) =>
		deleteChapter(db, context, params.project_id, params.chapter_id),
	);
	implement(http, studioEndpoints.listImports, (context) => listImports(db, context));
	implement(http, studioEndpoints.createImport, (context, { body }) => createImport(deps, context, body));
	implement(http, studioEndpoints.getImport, (context, { params }) => getImport(db, context, params.import_id));
	implement(http, studioEndpoints.acceptImport, async (context, { params, body }) =>
		presented(db, context, await acceptImport(db, context, params.import_id, body)),
	);
	implement(http, studioEndpoints.deleteImport, (context, { params }) => deleteImport(deps, context, params.import_id));
	implement(http, studioEndpoints.searchProject, (context, { params, body }) =>
		searchProject(db, context, params.project_id, body),
	);
	implement(http, studioEndpoints.replaceInProject, (context, { params, body }) =>
		replaceInProject(db, context, params.project_id, body),
	);
	implement(http, studioEndpoints.getCast, (context, { params }) => getCast(db, context, params.project_id));
	implement(http, studioEndpoints.findSpeakers, (context, { params, body }) =>
		startCast(db, context, params.project_id, body),
	);
	implement(http, studioEndpoints.createCharacter, (context, { params, body }) =>
		createCharacter(db, context, params.project_id, body),
	);
	implement(http, studioEndpoints.updateCharacter, (context, { params, body }) =>
		updateCharacter(db, context, params, body),
	);
	implement(http, studioEndpoints.mergeCharacter, (context, { params, body }) =>
		mergeCharacter(db, context, params, body.into),
	);
	implement(http, studioEndpoints.deleteCharacter, (context, { params }) => deleteCharacter(db, context, params));
	implement(http, studioEndpoints.listLines, (context, { params, query }) =>
		listLines(db, context, params.project_id, query),
	);
	implement(http, studioEndpoints.assignLine, (context, { params, body }) => assignLine(db, context, params, body));
	implement(http, studioEndpoints.listComments, (context, { params }) => listComments(db, context, params));
	implement(http, studioEndpoints.createComment, (context, { params, body }) =>
		createComment(db, context, params, body),
	);
	implement(http, studioEndpoints.updateComment, (context, { params, body }) =>
		updateComment(db, context, params, body),
	);
	implement(http, studioEndpoints.deleteComment, (context, { params }) => deleteComment(db, context, params));
}

function conversionRoutes(http: Http, deps: SpeechDeps): void {
	const { db } = deps;
	implement(http, studioEndpoints.convertProject, async (context, { params }) => {
		await startConversion(deps, context, params.project_id, {});
		return { status: "ok" as const };
	});
	implement(http, studioEndpoints.convertChapter, async (context, { params }) => {
		await startConversion(deps, context, params.project_id, { chapterId: params.chapter_id });
		return { status: "ok" as const };
	});
	implement(http, studioEndpoints.getPrice, (context, { params, query }) =>
		getPrice(deps, context, params.project_id, { chapterId: query.chapter_id, blockId: query.block_id }),
	);
	implement(http, studioEndpoints.listConversions, (context, { params }) =>
		listConversions(db, context, params.project_id),
	);
	implement(http, studioEndpoints.createConversion, (context, { params, body }) =>
		startConversion(deps, context, params.project_id, { chapterId: body.chapter_id, blockId: body.block_id }),
	);
	implement(http, studioEndpoints.getConversion, (context, { params }) =>
		getConversion(db, context, params.project_id, params.conversion_id),
	);
	implement(http, studioEndpoints.cancelConversion, (context, { params }) =>
		cancelConversion(db, context, params.project_id, params.conversion_id),
	);
}

function takeRoutes(http: Http, deps: SpeechDeps): void {
	implement(http, studioEndpoints.listSentences, (context, { params }) => listSentences(deps, context, params));
	implement(http, studioEndpoints.listTakes, (context, { params }) => listTakes(deps, context, params));
	implement(http, studioEndpoints.createTake, (context, { params, body }) => createTake(deps, context, params, body));
	implement(http, studioEndpoints.chooseTake, (context, { params, body }) => useTake(deps, context, params, body));
	implement(http, studioEndpoints.lockBlock, (context, { params }) => lockBlock(deps, context, params));
	implement(http, studioEndpoints.unlockBlock, (context, { params }) => unlockBlock(deps, context, params));
	implement(http, studioEndpoints.getBlockAudio, (context, { params }) => getBlockAudio(deps, context, params));
	implement(http, studioEndpoints.listMisread, (context, { params }) => listMisread(deps, context, params.project_id));
	implement(http, studioEndpoints.getTakeAudio, (context, { params }) => getTakeAudio(deps, context, params));
	implement(http, studioEndpoints.acceptTake, (context, { params }) => acceptTake(deps, context, params));
	implement(http, studioEndpoints.rehearse, (context, { params, body }) =>
		rehearse(deps, context, params.project_id, body),
	);
}

function exportRoutes(http: Http, deps: StudioDeps): void {
	const { db } = deps;
	implement(http, studioEndpoints.listExports, (context, { params }) => listExports(db, context, params.project_id));
	implement(http, studioEndpoints.createExport, (context, { params, body }) =>
		startExport(db, context, params.project_id, body),
	);
	implement(http, studioEndpoints.getExport, (context, { params }) => getExport(db, context, params));
	implement(http, studioEndpoints.cancelExport, (context, { params }) => cancelExport(db, context, params));
	implement(http, studioEndpoints.deleteExport, (context, { params }) => deleteExport(deps, context, params));
	implement(http, studioEndpoints.downloadExport, (context, { params }) =>
		downloadExport(deps, context, params, context.range),
	);
	implement(http, studioEndpoints.setCover, (context, { params, body }) =>
		setCover(deps, context, params.project_id, body),
	);
	implement(http, studioEndpoints.getCover, (context, { params }) => getCover(deps, context, params.project_id));
	implement(http, studioEndpoints.deleteCover, (context, { params }) => deleteCover(deps, context, params.project_id));
	implement(http, studioEndpoints.importBundle, (context, { body }) => importBundle(deps, context, body.file));
}

function revisionRoutes(http: Http, deps: StudioDeps): void {
	const { db } = deps;
	implement(http, studioEndpoints.listRevisions, (context, { params }) =>
		listRevisions(db, context, params.project_id),
	);
	implement(http, studioEndpoints.createRevision, (context, { params, body }) =>
		createRevision(deps, context, params.project_id, body),
	);
	implement(http, studioEndpoints.getRevision, (context, { params }) => getRevision(db, context, params));
	implement(http, studioEndpoints.listRevisionChanges, (context, { params, query }) =>
		listRevisionChanges(deps, context, params, query),
	);
	implement(http, studioEndpoints.compareRevision, (context, { params, body }) =>
		compareAgain(db, context, params, body),
	);
	implement(http, studioEndpoints.applyRevision, (context, { params, body }) =>
		startApplication(db, context, params, body),
	);
	implement(http, studioEndpoints.deleteRevision, (context, { params }) => deleteRevision(deps, context, params));
}

function snapshotRoutes(http: Http, deps: SnapshotDeps): void {
	implement(http, studioEndpoints.listProjectSnapshots, (context, { params }) =>
		listProjectSnapshots(deps, context, params.project_id),
	);
	implement(http, studioEndpoints.getProjectSnapshot, (context, { params }) =>
		getProjectSnapshot(deps, context, params),
	);
	implement(http, studioEndpoints.streamProjectSnapshot, (context, { params }) => streamProject(deps, context, params));
	implement(http, studioEndpoints.archiveProjectSnapshot, (context, { params }) =>
		archiveProject(deps, context, params),
	);
	implement(http, studioEndpoints.listChapterSnapshots, (context, { params }) =>
		listChapterSnapshots(deps, context, params),
	);
	implement(http, studioEndpoints.getChapterSnapshot, (context, { params }) =>
		getChapterSnapshot(deps, context, params),
	);
	implement(http, studioEndpoints.streamChapterSnapshot, (context, { params }) =>
		getChapterAudio(deps, context, params, undefined),
	);
	implement(http, studioEndpoints.getChapterSnapshotAudio, (context, { params }) =>
		getChapterAudio(deps, context, params, context.range),
	);
	implement(http, studioEndpoints.getChapterSnapshotTimes, (context, { params }) =>
		getChapterTimes(deps, context, params),
	);
}
