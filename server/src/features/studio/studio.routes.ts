import { studioEndpoints } from "@timbre/contract/studio/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../core/http/http.ts";
import {
	createChapter,
	deleteChapter,
	getChapter,
	listChapters,
	orderChapters,
	updateChapter,
} from "./chapters/chapters.service.ts";
import { createComment, deleteComment, listComments, updateComment } from "./comments/comments.service.ts";
import { requireProject } from "./projects/access.service.ts";
import {
	createProject,
	deleteProject,
	getProject,
	listProjects,
	presented,
	setDictionaries,
	updateContent,
	updateProject,
} from "./projects/projects.service.ts";

export function studioRoutes(http: Http, db: Database): void {
	implement(http, studioEndpoints.listProjects, (context) => listProjects(db, context));
	implement(http, studioEndpoints.createProject, (context, { body }) => createProject(db, context, body));
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
		updateContent(db, context, params.project_id, body.from_content_json),
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
		createChapter(db, context, params.project_id, body),
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
	implement(http, studioEndpoints.listComments, (context, { params }) => listComments(db, context, params));
	implement(http, studioEndpoints.createComment, (context, { params, body }) =>
		createComment(db, context, params, body),
	);
	implement(http, studioEndpoints.updateComment, (context, { params, body }) =>
		updateComment(db, context, params, body),
	);
	implement(http, studioEndpoints.deleteComment, (context, { params }) => deleteComment(db, context, params));
}
