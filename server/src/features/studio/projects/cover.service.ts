// Covers of projects.
// Invariant: a cover is only stored and copied. Its type and size are read from its header; nothing decodes it.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { exportEndpoints } from "@timbre/contract/studio/exports/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { CoverError, readCover } from "@timbre/engines/publishing/cover.ts";
import type { AudioResponse } from "../../../core/http/audio.ts";
import { newId } from "../../../core/ids.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import type { StudioCaller } from "../types.ts";
import { requireProject } from "./access.service.ts";
import { coverUrl } from "./projects.present.ts";
import { type ProjectRow, updateCover } from "./projects.repo.ts";

type Endpoints = typeof exportEndpoints;
type CoverDeps = { db: Database; storage: Storage };

/** Where the picture is. Undefined if the project has none. */
export const coverKey = (workspaceId: string, { id, cover_id }: Pick<ProjectRow, "id" | "cover_id">) =>
	cover_id === null ? undefined : keyOf(workspaceId, id, cover_id);

const keyOf = (workspaceId: string, projectId: string, coverId: string) =>
	`studio/${workspaceId}/${projectId}/cover-${coverId}`;

export async function setCover(
	{ db, storage }: CoverDeps,
	caller: StudioCaller,
	projectId: string,
	{ cover }: InputOf<Endpoints["setCover"]>["body"],
): Promise<ResponseOf<Endpoints["setCover"]>> {
	const { workspaceId } = caller;
	const project = await requireProject(db, caller, projectId, "edit");
	const found = await storeCover({ db, storage }, workspaceId, project, cover.bytes);
	return { cover_image_url: coverUrl({ id: projectId, ...found }) };
}

export async function deleteCover(
	{ db, storage }: CoverDeps,
	caller: StudioCaller,
	projectId: string,
): Promise<ResponseOf<Endpoints["deleteCover"]>> {
	const { workspaceId } = caller;
	const project = await requireProject(db, caller, projectId, "edit");
	await updateCover(db, workspaceId, projectId, null);
	await removeFile(storage, workspaceId, project);
	return { status: "ok" };
}

export async function getCover(
	{ db, storage }: CoverDeps,
	caller: StudioCaller,
	projectId: string,
): Promise<AudioResponse> {
	const { cover_id, cover_type } = await requireProject(db, caller, projectId, "read");
	const object = cover_id === null ? undefined : await storage.get(keyOf(caller.workspaceId, projectId, cover_id));
	if (!object || cover_type === null) throw new AppError("not_found", "This project has no cover.");
	return {
		contentType: cover_type,
		body: object.body,
		size: object.size,
		headers: { "cache-control": "private, max-age=86400", "cross-origin-resource-policy": "same-origin" },
	};
}

/** Stores a picture that was not looked at yet. Throws if it is none. */
export async function storeCover(
	{ db, storage }: CoverDeps,
	workspaceId: string,
	project: Pick<ProjectRow, "id" | "cover_id">,
	bytes: Uint8Array,
): Promise<{ cover_id: string }> {
	const { type } = checked(bytes);
	const id = newId();
	await storage.put(keyOf(workspaceId, project.id, id), bytes, type);
	await updateCover(db, workspaceId, project.id, { id, type });
	await removeFile(storage, workspaceId, project);
	return { cover_id: id };
}

function checked(bytes: Uint8Array) {
	try {
		return readCover(bytes);
	} catch (error) {
		if (error instanceof CoverError) throw new AppError("invalid_image", error.message, { param: "cover" });
		throw error;
	}
}

/** The picture itself. Undefined if the project has none. */
export async function loadCover(
	storage: Storage,
	workspaceId: string,
	{ id, cover_id }: Pick<ProjectRow, "id" | "cover_id">,
): Promise<Buffer | undefined> {
	const object = cover_id === null ? undefined : await storage.get(keyOf(workspaceId, id, cover_id));
	return object && Buffer.concat(await object.body.toArray());
}

async function removeFile(
	storage: Storage,
	workspaceId: string,
	{ id, cover_id }: Pick<ProjectRow, "id" | "cover_id">,
): Promise<void> {
	if (cover_id !== null) await storage.delete(keyOf(workspaceId, id, cover_id));
}
