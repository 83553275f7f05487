// The plan of a chapter while it is converted: what is edited meanwhile is left for the next conversion.
import type { Storage } from "../../../core/storage/storage.ts";
import type { ChosenPlan } from "../sentences/types.ts";

const keyOf = (workspaceId: string, conversionId: string, chapterId: string) =>
	`work/${workspaceId}/${conversionId}/${chapterId}.json`;

export async function storePlan(
	storage: Storage,
	workspaceId: string,
	conversionId: string,
	plan: ChosenPlan,
): Promise<void> {
	const bytes = Buffer.from(JSON.stringify(plan));
	await storage.put(keyOf(workspaceId, conversionId, plan.chapterId), bytes, "application/json");
}

export async function loadPlan(
	storage: Storage,
	workspaceId: string,
	conversionId: string,
	chapterId: string,
): Promise<ChosenPlan> {
	const stored = await storage.get(keyOf(workspaceId, conversionId, chapterId));
	if (!stored) throw new Error(`the plan of chapter ${chapterId} is missing`);
	return JSON.parse(Buffer.concat(await stored.body.toArray()).toString("utf8")) as ChosenPlan;
}

export async function deletePlan(
	storage: Storage,
	workspaceId: string,
	conversionId: string,
	chapterId: string,
): Promise<void> {
	await storage.delete(keyOf(workspaceId, conversionId, chapterId));
}
