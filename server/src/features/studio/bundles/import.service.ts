// Imports of bundles: a new project with everything that is in the bundle.
import type { StoredFile } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { DocumentImport } from "@timbre/contract/studio/import-schemas.ts";
import { maxProjectNameCharacters } from "@timbre/contract/studio/rules.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { claimUpload, readUpload, type UploadDeps } from "../../uploads/uploads.public.ts";
import { insertImport } from "../imports/imports.repo.ts";
import { getImport, requireOpenImport } from "../imports/imports.service.ts";
import { createProject } from "../projects/projects.service.ts";
import type { StudioCaller } from "../types.ts";
import { bundleImportWorkflow } from "./import.workflow.ts";
import { bundleType, typeFile } from "./manifest.ts";
import { readZip } from "./zip-reader.ts";

const maxSourceNameCharacters = 300;

export async function importBundle(
	deps: UploadDeps,
	caller: StudioCaller,
	{ uploadId, fileName, byteCount }: StoredFile,
): Promise<DocumentImport> {
	const { workspaceId, userId, via, apiKeyId = null } = caller;
	await requireBundle(deps, workspaceId, uploadId);
	const importId = newId();
	const sourceName = fileName.toWellFormed().slice(0, maxSourceNameCharacters) || "bundle";
	await createProject(deps.db, caller, { name: nameOf(sourceName) }, async (tx, projectId) => {
		await requireOpenImport(tx, caller);
		await claimUpload(tx, workspaceId, uploadId, `studio-import:${importId}`);
		await insertImport(tx, workspaceId, {
			id: importId,
			userId,
			purpose: "bundle",
			projectId,
			chapterId: null,
			sourceName,
			assignVoices: false,
		});
		await addToOutbox(tx, GLOBAL, {
			target: bundleImportWorkflow.name,
			key: importId,
			payload: { workspaceId, projectId, importId, uploadId, userId, via, apiKeyId, bytes: byteCount },
		});
	});
	return getImport(deps.db, caller, importId);
}

/** Until the name in the bundle is known. */
function nameOf(fileName: string): string {
	const name = fileName.replaceAll(/[\p{C}\ufffe\uffff]/gu, "").replace(/\.[a-z]{2,8}$/i, "");
	return name.trim().slice(0, maxProjectNameCharacters).toWellFormed() || "Imported bundle";
}

/** Says at once that a file is no bundle. The rest of it is checked when it is read. */
async function requireBundle(deps: UploadDeps, workspaceId: string, uploadId: string): Promise<void> {
	if (await isBundle(readUpload(deps, workspaceId, uploadId))) return;
	throw new AppError(
		"invalid_document",
		"This file isn't a bundle of a Studio project. Choose a file that was exported as a bundle.",
		{ param: "file" },
	);
}

async function isBundle(file: AsyncIterable<Uint8Array>): Promise<boolean> {
	try {
		for await (const { name, size, body } of readZip(file)) {
			if (name !== typeFile || size !== bundleType.length) return false;
			const parts: Uint8Array[] = [];
			for await (const bytes of body) parts.push(Buffer.from(bytes));
			return Buffer.concat(parts).toString("latin1") === bundleType;
		}
		return false;
	} catch {
		return false;
	}
}
