// Requests that name a document instead of text. Its chapters are written without a review.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import type { studioEndpoints } from "@timbre/contract/studio/endpoints.ts";
import type { UrlUploadDeps } from "../../uploads/uploads.public.ts";
import { requireCallbackUrl } from "../callbacks/callbacks.service.ts";
import { createChapter } from "../chapters/chapters.service.ts";
import { convertWhenComplete } from "../conversions/queue.service.ts";
import { requireProject } from "../projects/access.service.ts";
import { lockProject } from "../projects/projects.repo.ts";
import { createProject, presented, updateContent } from "../projects/projects.service.ts";
import type { StudioCaller } from "../types.ts";
import { requireNoImport, startImport } from "./imports.service.ts";
import { withDocument } from "./sources.service.ts";

type Endpoints = typeof studioEndpoints;
type Body<Name extends "createProject" | "updateContent"> = InputOf<Endpoints[Name]>["body"];

export async function createProjectFrom(
	deps: UrlUploadDeps,
	caller: StudioCaller,
	body: Body<"createProject">,
): Promise<ResponseOf<Endpoints["createProject"]>> {
	requireCallbackUrl(deps.outbound, body.callback_url);
	const source = sourceOf(body);
	if (!source) return createProject(deps.db, caller, body);
	return withDocument(deps, caller, source, (document) =>
		createProject(deps.db, caller, body, async (tx, projectId) => {
			const assignVoices = body.auto_assign_voices ?? false;
			await startImport(tx, caller, { purpose: "create", projectId, document, assignVoices });
		}),
	);
}

export async function updateContentFrom(
	deps: UrlUploadDeps,
	caller: StudioCaller,
	projectId: string,
	body: Body<"updateContent">,
): Promise<ResponseOf<Endpoints["updateContent"]>> {
	const source = sourceOf(body);
	if (!source) return updateContent(deps.db, caller, projectId, body);
	await requireProject(deps.db, caller, projectId, "edit");
	await withDocument(deps, caller, source, (document) =>
		deps.db.transaction().execute(async (tx) => {
			await lockProject(tx, caller.workspaceId, projectId);
			await requireNoImport(tx, caller.workspaceId, projectId);
			if (body.auto_convert) await convertWhenComplete(tx, caller, projectId);
			await startImport(tx, caller, { purpose: "replace", projectId, document });
		}),
	);
	return presented(deps.db, caller, projectId);
}

export async function createChapterFrom(
	deps: UrlUploadDeps,
	caller: StudioCaller,
	projectId: string,
	{ name, from_url }: InputOf<Endpoints["createChapter"]>["body"],
): Promise<ResponseOf<Endpoints["createChapter"]>> {
	if (!from_url) return createChapter(deps.db, caller, projectId, { name });
	await requireProject(deps.db, caller, projectId, "edit");
	return withDocument(deps, caller, { url: from_url, param: "from_url" }, (document) =>
		createChapter(deps.db, caller, projectId, { name }, async (tx, chapterId) => {
			await startImport(tx, caller, { purpose: "chapter", projectId, chapterId, document });
		}),
	);
}

function sourceOf({ from_document, from_url }: Body<"createProject"> | Body<"updateContent">) {
	if (from_document) return { file: from_document, param: "from_document" };
	return from_url ? { url: from_url, param: "from_url" } : undefined;
}
