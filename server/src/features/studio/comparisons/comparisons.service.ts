// Blind comparisons, for the people of a project.
// Invariant: the audio of both candidates is stored when a comparison is created, so that it stays the same for all guests.
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { reviewEndpoints } from "@timbre/contract/studio/review/reviews.ts";
import { maxComparisons } from "@timbre/contract/studio/review/rules.ts";
import type { Comparison } from "@timbre/contract/studio/review/schemas.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import type { SpeechDeps } from "../../speech/speech.public.ts";
import { requireChapter } from "../chapters/chapters.service.ts";
import { requireProject } from "../projects/access.service.ts";
import { requireStudioVoice } from "../projects/voices.service.ts";
import { lockReview, type ReviewRow } from "../reviews/reviews.repo.ts";
import { type ReviewPath, requireReview } from "../reviews/reviews.service.ts";
import { createPlanner, loadChapterText } from "../sentences/plan.service.ts";
import { passageFrom, speakPassage } from "../takes/rehearsal.service.ts";
import { takeNotFound } from "../takes/takes.present.ts";
import { findTake, listTakesOf } from "../takes/takes.repo.ts";
import { readWav } from "../takes/takes.service.ts";
import type { StudioCaller } from "../types.ts";
import { comparisonNotFound, presentComparison } from "./comparisons.present.ts";
import {
	type ComparisonRow,
	endComparisonRow,
	findComparison,
	insertComparison,
	listComparisonRows,
	type NewComparison,
} from "./comparisons.repo.ts";

type Endpoints = typeof reviewEndpoints;
type Candidates = Pick<NewComparison, "kind" | "text" | "names" | "ids"> & { audio: [Buffer, Buffer] };

export const contentTypeOf = ({ kind }: Pick<ComparisonRow, "kind">): string =>
	kind === "takes" ? "audio/wav" : "audio/mpeg";

/** In the folder of the project, so that it is removed with it. */
export const audioKey = (workspaceId: string, projectId: string, id: string, candidate: 0 | 1): string =>
	`studio/${workspaceId}/${projectId}/comparisons/${id}-${candidate}`;

export async function compareTakes(
	deps: SpeechDeps,
	caller: StudioCaller,
	path: ReviewPath,
	{ first, second }: InputOf<Endpoints["compareTakes"]>["body"],
): Promise<Comparison> {
	const { db, storage } = deps;
	const { workspaceId } = caller;
	const review = await requireOpenReview(deps, caller, path);
	const [one, other] = [
		await findTake(db, workspaceId, path.project_id, first.take_id),
		await findTake(db, workspaceId, path.project_id, second.take_id),
	];
	if (!one || !other) throw takeNotFound();
	if (one.id === other.id || one.sentence_key !== other.sentence_key)
		throw new AppError("conflict", "Choose two different takes of the same sentence.");
	const all = (await listTakesOf(db, workspaceId, path.project_id, [one.sentence_key])).map(({ id }) => id);
	const nameOf = ({ id, voice_name }: typeof one) => `Take ${all.indexOf(id) + 1}, ${voice_name}`;
	return start(deps, caller, review, {
		kind: "takes",
		text: one.text,
		names: [nameOf(one), nameOf(other)],
		ids: [one.id, other.id],
		audio: [await readWav(storage, workspaceId, one), await readWav(storage, workspaceId, other)],
	});
}

export async function compareVoices(
	deps: SpeechDeps,
	context: Context,
	path: ReviewPath,
	{ chapter_id, block_id, first, second }: InputOf<Endpoints["compareVoices"]>["body"],
): Promise<Comparison> {
	const { db } = deps;
	const { workspaceId } = context;
	const review = await requireOpenReview(deps, context, path);
	const project = await requireProject(db, context, path.project_id, "edit");
	await requireChapter(db, workspaceId, path.project_id, chapter_id);
	const [one, other] = [
		await requireStudioVoice(db, context, first.voice_id),
		await requireStudioVoice(db, context, second.voice_id),
	];
	if (one.id === other.id) throw new AppError("conflict", "Choose two different voices.");
	const text = await loadChapterText(db, workspaceId, chapter_id);
	const block = text.blocks.find(({ id }) => id === block_id);
	if (!block) throw new AppError("block_not_found", "This block doesn't exist in this chapter.", { param: "block_id" });
	const planner = await createPlanner(deps, context, project);
	const speak = async (voiceId: string) => {
		const nodes = block.nodes.map((node) => ({ ...node, voiceId }));
		const plan = await planner({ ...text, blocks: [{ ...block, nodes }] });
		if (plan.sentences.length === 0) throw new AppError("empty_text", "There is nothing to speak in this block.");
		const passage = passageFrom(plan, 0);
		return { end: plan.sentences[passage.to - 1]?.end, audio: await speakPassage(deps, context, passage) };
	};
	const [spoken, again] = [await speak(one.id), await speak(other.id)];
	return start(deps, context, review, {
		kind: "voices",
		text: block.nodes
			.map((node) => node.text)
			.join("")
			.slice(0, spoken.end)
			.trim(),
		names: [one.name, other.name],
		ids: [one.id, other.id],
		audio: [spoken.audio, again.audio],
	});
}

async function requireOpenReview(
	{ db }: Pick<SpeechDeps, "db">,
	caller: StudioCaller,
	path: ReviewPath,
): Promise<ReviewRow> {
	const review = await requireReview(db, caller, path, "edit");
	if (review.expired || review.withdrawn_at)
		throw new AppError("conflict", "This review link no longer works, so nobody could vote. Create another link.");
	return review;
}

async function start(
	{ db, storage }: Pick<SpeechDeps, "db" | "storage">,
	{ workspaceId, userId }: StudioCaller,
	review: ReviewRow,
	{ audio, ...candidates }: Candidates,
): Promise<Comparison> {
	const id = newId();
	for (const candidate of [0, 1] as const)
		await storage.put(
			audioKey(workspaceId, review.project_id, id, candidate),
			audio[candidate],
			contentTypeOf(candidates),
		);
	await db.transaction().execute(async (tx) => {
		await lockReview(tx, workspaceId, review.id);
		if ((await listComparisonRows(tx, workspaceId, review.id)).length >= maxComparisons)
			throw new AppError(
				"conflict",
				`A review link can have at most ${maxComparisons} comparisons. Create another link.`,
			);
		await insertComparison(tx, workspaceId, { id, reviewId: review.id, seed: newId(), userId, ...candidates });
	});
	return presentComparison(await requireComparison(db, workspaceId, review.id, id));
}

export async function endComparison(
	{ db }: Pick<SpeechDeps, "db">,
	caller: StudioCaller,
	path: ReviewPath & { comparison_id: string },
): Promise<Comparison> {
	const review = await requireReview(db, caller, path, "edit");
	const { id } = await requireComparison(db, caller.workspaceId, review.id, path.comparison_id);
	await endComparisonRow(db, caller.workspaceId, id);
	return presentComparison(await requireComparison(db, caller.workspaceId, review.id, id));
}

async function requireComparison(
	db: SpeechDeps["db"],
	workspaceId: string,
	reviewId: string,
	id: string,
): Promise<ComparisonRow> {
	const row = await findComparison(db, workspaceId, reviewId, id);
	if (!row) throw comparisonNotFound();
	return row;
}
