import { studioEndpoints } from "@timbre/contract/studio/endpoints.ts";
import { type Http, implement } from "../../core/http/http.ts";
import type { UrlUploadDeps } from "../uploads/uploads.public.ts";
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
import { createChapterFrom, createProjectFrom, updateContentFrom } from "./imports/direct.service.ts";
import { acceptImport, createImport, deleteImport, getImport, listImports } from "./imports/imports.service.ts";
import { requireProject } from "./projects/access.service.ts";
import {
	deleteProject,
	getProject,
	listProjects,
	presented,
	setDictionaries,
	updateProject,
} from "./projects/projects.service.ts";
import { replaceInProject, searchProject } from "./search/search.service.ts";

export function studioRoutes(http: Http, deps: UrlUploadDeps): void {
	const { db } = deps;
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
