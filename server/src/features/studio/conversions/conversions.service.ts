// Conversions: generating the audio of a project, a chapter or a block in the background.
// Invariant: what can be rejected is rejected before a conversion is queued, and the same text is never queued twice.
import { AppError } from "@timbre/contract/errors.ts";
import type { Conversion } from "@timbre/contract/studio/conversion-schemas.ts";
import type { Database } from "@timbre/db/connect.ts";
import { requireCredits } from "../../usage/usage.public.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import { queueCallback } from "../callbacks/callbacks.service.ts";
import { requireProject } from "../projects/access.service.ts";
import type { PlanDeps } from "../sentences/plan.service.ts";
import { priceProject, type Scope } from "../sentences/price.service.ts";
import type { StudioCaller } from "../types.ts";
import { conversionNotFound, presentConversion } from "./conversions.present.ts";
import {
	type ConversionRow,
	endConversion,
	findConversion,
	findSame,
	listConversionChapters,
	listConversionRows,
} from "./conversions.repo.ts";
import { queueConversion } from "./queue.service.ts";

const maxListed = 20;

export async function startConversion(
	deps: PlanDeps,
	caller: StudioCaller,
	projectId: string,
	{ chapterId, blockId }: Scope,
): Promise<Conversion> {
	const { db } = deps;
	const { workspaceId } = caller;
	const project = await requireProject(db, caller, projectId, "edit");
	const target = { chapterId: chapterId ?? null, blockId: blockId ?? null };
	const same = await findSame(db, workspaceId, projectId, target);
	if (same) return present(db, workspaceId, same);
	const price = await priceProject(deps, caller, project, { chapterId, blockId });
	if (price.sentences === 0) {
		if (blockId !== undefined)
			throw new AppError("block_not_found", "This block doesn't exist in this chapter, or has no text.");
		throw new AppError("empty_text", "There is no text to generate. Write or import some first.");
	}
	await requireCredits(db, workspaceId, await getTier(db, workspaceId), price.credits);
	const id = await db.transaction().execute((tx) =>
		queueConversion(tx, caller, projectId, {
			...target,
			credits: price.credits,
			characters: price.characters,
		}),
	);
	return getConversion(db, caller, projectId, id);
}

export async function listConversions(
	db: Database,
	caller: StudioCaller,
	projectId: string,
): Promise<{ conversions: Conversion[] }> {
	const { workspaceId } = caller;
	await requireProject(db, caller, projectId, "read");
	const rows = await listConversionRows(db, workspaceId, projectId, maxListed);
	const chapters = Map.groupBy(
		await listConversionChapters(
			db,
			workspaceId,
			rows.map(({ id }) => id),
		),
		({ conversion_id }) => conversion_id,
	);
	return { conversions: rows.map((row) => presentConversion(row, chapters.get(row.id) ?? [])) };
}

export async function getConversion(
	db: Database,
	caller: StudioCaller,
	projectId: string,
	id: string,
): Promise<Conversion> {
	await requireProject(db, caller, projectId, "read");
	return present(db, caller.workspaceId, await requireConversion(db, caller.workspaceId, projectId, id));
}

/** A running conversion notices within a second. What it has generated stays. */
export async function cancelConversion(
	db: Database,
	caller: StudioCaller,
	projectId: string,
	id: string,
): Promise<Conversion> {
	await requireProject(db, caller, projectId, "edit");
	const row = await requireConversion(db, caller.workspaceId, projectId, id);
	await db.transaction().execute(async (tx) => {
		if (await endConversion(tx, caller.workspaceId, id, { state: "canceled" }))
			await queueCallback(tx, caller.workspaceId, row, { error: "The conversion was canceled." });
	});
	return getConversion(db, caller, projectId, id);
}

async function requireConversion(db: Database, workspaceId: string, projectId: string, id: string) {
	const row = await findConversion(db, workspaceId, id);
	if (row?.project_id !== projectId) throw conversionNotFound();
	return row;
}

async function present(db: Database, workspaceId: string, row: ConversionRow): Promise<Conversion> {
	return presentConversion(row, await listConversionChapters(db, workspaceId, [row.id]));
}
