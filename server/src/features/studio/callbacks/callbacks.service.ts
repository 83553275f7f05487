// Results of conversions for the callback URL of their project.
import { AppError } from "@timbre/contract/errors.ts";
import type { Db } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { blockedUrlReason, type OutboundOptions } from "../../../core/http/outbound-http.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { unix } from "../../../core/time.ts";
import type { ConversionRow } from "../conversions/conversions.repo.ts";
import { findProject } from "../projects/projects.repo.ts";
import { listNewestSnapshots } from "../snapshots/snapshots.repo.ts";

export const callbackWorkflowName = "StudioCallback";

export function requireCallbackUrl({ allowPrivate }: OutboundOptions, url: string | null | undefined): void {
	const blocked = url ? blockedUrlReason(new URL(url), allowPrivate) : undefined;
	if (blocked !== undefined) throw new AppError("invalid_request", blocked, { param: "callback_url" });
}

type End = { error: string } | { projectSnapshotId: string | null };

/** Call it in the transaction that ends the conversion. */
export async function queueCallback(tx: Db, workspaceId: string, conversion: ConversionRow, end: End): Promise<void> {
	const { id, project_id: projectId } = conversion;
	const project = await findProject(tx, workspaceId, projectId);
	if (!project || project.callback_url === null || conversion.block_id !== null) return;
	const message = {
		type: conversion.chapter_id === null ? "project_conversion_status" : "chapter_conversion_status",
		event_timestamp: unix(new Date()),
		data: {
			request_id: id,
			project_id: projectId,
			...(await partOf(tx, workspaceId, conversion, end)),
			conversion_status: "error" in end ? "error" : "success",
			error_details: "error" in end ? end.error : null,
		},
	};
	await addToOutbox(tx, GLOBAL, {
		target: callbackWorkflowName,
		key: id,
		payload: { workspaceId, projectId, conversionId: id, body: JSON.stringify(message) },
	});
}

async function partOf(tx: Db, workspaceId: string, { project_id, chapter_id }: ConversionRow, end: End) {
	if (chapter_id === null) return { project_snapshot_id: "error" in end ? null : end.projectSnapshotId };
	const newest = "error" in end ? [] : await listNewestSnapshots(tx, workspaceId, [project_id]);
	const snapshot = newest.find((one) => one.chapter_id === chapter_id);
	return { chapter_id, chapter_snapshot_id: snapshot?.id ?? null };
}
