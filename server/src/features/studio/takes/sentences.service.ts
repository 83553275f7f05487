// The sentences of a chapter with their audio, and where each of them is.

import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { takeEndpoints } from "@timbre/contract/studio/takes.ts";
import { requireChapter } from "../chapters/chapters.service.ts";
import { type ProjectAction, requireProject } from "../projects/access.service.ts";
import type { ProjectRow } from "../projects/projects.repo.ts";
import { chooseTakes } from "../sentences/choice.service.ts";
import { createPlanner, loadChapterText, type PlanDeps } from "../sentences/plan.service.ts";
import type { ChosenPlan, ChosenSentence, SentenceVoice } from "../sentences/types.ts";
import type { StudioCaller } from "../types.ts";
import { listTakesByHash } from "./takes.repo.ts";

type Endpoints = typeof takeEndpoints;
export type ChapterPath = { project_id: string; chapter_id: string };
export type BlockPath = ChapterPath & { block_id: string };

/** Plans a chapter as it is now. */
export async function planChapterNow(
	deps: PlanDeps,
	caller: StudioCaller,
	{ project_id, chapter_id }: ChapterPath,
	action: ProjectAction,
): Promise<{ project: ProjectRow; plan: ChosenPlan; blockIds: Set<string> }> {
	const project = await requireProject(deps.db, caller, project_id, action);
	await requireChapter(deps.db, caller.workspaceId, project_id, chapter_id);
	const planner = await createPlanner(deps, caller, project);
	const text = await loadChapterText(deps.db, caller.workspaceId, chapter_id);
	const plan = await chooseTakes(deps.db, caller.workspaceId, project_id, await planner(text));
	return { project, plan, blockIds: new Set(text.blocks.map(({ id }) => id)) };
}

export async function listSentences(
	deps: PlanDeps,
	caller: StudioCaller,
	path: ChapterPath,
): Promise<ResponseOf<Endpoints["listSentences"]>> {
	const { plan } = await planChapterNow(deps, caller, path, "read");
	const verdicts = new Map(
		(
			await listTakesByHash(
				deps.db,
				caller.workspaceId,
				path.project_id,
				plan.sentences.map(({ hash }) => hash),
			)
		).map(({ hash, verdict }) => [hash, verdict]),
	);
	const verdictOf = ({ takeId, hash }: ChosenSentence) =>
		takeId === undefined ? null : ((verdicts.get(hash) ?? null) as "good" | "misread" | "unsure" | null);
	return {
		seq: plan.seq,
		sentences: withIndexes(plan.sentences).map(({ sentence, index }) => ({
			...presentPlace(sentence, index),
			voice_id: plan.voices[sentence.voice]?.voiceId ?? "",
			state: sentence.takeId !== undefined ? "ready" : sentence.stale ? "stale" : "new",
			take_id: sentence.takeId ?? null,
			is_restored: sentence.pinned && !sentence.locked,
			is_locked: sentence.locked,
			verdict: verdictOf(sentence),
		})),
		locked_blocks: [...new Set(plan.sentences.filter(({ locked }) => locked).map(({ blockId }) => blockId))],
	};
}

export const presentPlace = (sentence: ChosenSentence, index: number) => ({
	block_id: sentence.blockId,
	index,
	start: sentence.start,
	end: sentence.end,
	text: sentence.unit.text.trim(),
});

/** Sentences with their position in their block. */
export function withIndexes(sentences: readonly ChosenSentence[]): { sentence: ChosenSentence; index: number }[] {
	let block = "";
	let index = 0;
	return sentences.map((sentence) => {
		index = sentence.blockId === block ? index + 1 : 0;
		block = sentence.blockId;
		return { sentence, index };
	});
}

/** The sentences of a block, or an error if there is no such block. */
export async function requireBlock(
	deps: PlanDeps,
	caller: StudioCaller,
	path: BlockPath,
	action: ProjectAction,
): Promise<{ project: ProjectRow; plan: ChosenPlan }> {
	const { project, plan, blockIds } = await planChapterNow(deps, caller, path, action);
	if (!blockIds.has(path.block_id))
		throw new AppError("block_not_found", "This block doesn't exist in this chapter.", { param: "block_id" });
	const sentences = plan.sentences.filter(({ blockId }) => blockId === path.block_id);
	return { project, plan: { ...plan, sentences } };
}

/** A sentence of a block, if it is still the one that the caller means. */
export function requireSentence(
	{ sentences, voices }: ChosenPlan,
	{ index, text }: { index: number; text: string },
): { sentence: ChosenSentence; voice: SentenceVoice } {
	const sentence = sentences[index];
	const voice = sentence && voices[sentence.voice];
	if (!sentence || !voice || sentence.unit.text.trim() !== text.trim())
		throw new AppError("conflict", "This sentence has changed. Load the chapter again.");
	return { sentence, voice };
}
