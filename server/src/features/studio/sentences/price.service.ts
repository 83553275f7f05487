// What generating audio would cost, exactly.
import type { Price } from "@timbre/contract/studio/conversion-schemas.ts";
import { modelForEngine } from "../../models/models.public.ts";
import { markPaid, type PlannedUnit, type SpeechDeps } from "../../speech/speech.public.ts";
import { listChapterRows } from "../chapters/chapters.repo.ts";
import { chapterNotFound } from "../document/document.service.ts";
import { requireProject } from "../projects/access.service.ts";
import type { ProjectRow } from "../projects/projects.repo.ts";
import type { StudioCaller } from "../types.ts";
import { priceOf, sentencesToRender, toBatches, toUnit, type Work } from "./batches.ts";
import { chooseTakes } from "./choice.service.ts";
import { type ChapterText, createPlanner, loadChapterText, type PlanDeps } from "./plan.service.ts";
import type { ChosenPlan, TakesOfDraft } from "./types.ts";

export type Scope = { chapterId?: string | undefined; blockId?: string | undefined };
type ChapterPrice = Price["chapters"][number];

export async function getPrice(deps: PlanDeps, caller: StudioCaller, projectId: string, scope: Scope): Promise<Price> {
	const project = await requireProject(deps.db, caller, projectId, "read");
	return priceProject(deps, caller, project, scope);
}

/** Loads the chapters of a project one by one. */
export async function priceProject(
	deps: PlanDeps,
	caller: StudioCaller,
	project: ProjectRow,
	scope: Scope,
): Promise<Price> {
	const { db } = deps;
	const { workspaceId } = caller;
	const ids = (await listChapterRows(db, workspaceId, project.id)).map(({ id }) => id);
	if (scope.chapterId !== undefined && !ids.includes(scope.chapterId)) throw chapterNotFound();
	const wanted = scope.chapterId === undefined ? ids : [scope.chapterId];
	const texts = async function* () {
		for (const id of wanted) yield await loadChapterText(db, workspaceId, id);
	};
	return priceTexts(deps, caller, project, texts(), { blockId: scope.blockId });
}

/** The price of texts, whether they are stored or not. A sentence that occurs twice is paid once. */
export async function priceTexts(
	deps: PlanDeps,
	caller: StudioCaller,
	project: ProjectRow,
	texts: AsyncIterable<ChapterText> | Iterable<ChapterText>,
	{ blockId, draft }: { blockId?: string | undefined; draft?: TakesOfDraft } = {},
): Promise<Price> {
	const plan = await createPlanner(deps, caller, project);
	const rendered = new Set<string>();
	const chapters: ChapterPrice[] = [];
	for await (const text of texts) {
		const planned = await plan(text);
		const sentences =
			blockId === undefined ? planned.sentences : planned.sentences.filter((one) => one.blockId === blockId);
		const chosen = await chooseTakes(deps.db, caller.workspaceId, project.id, { ...planned, sentences }, draft);
		chapters.push(await priceChapter(deps, caller.workspaceId, chosen, rendered));
	}
	const sum = (field: Exclude<keyof ChapterPrice, "chapter_id">) =>
		chapters.reduce((total, chapter) => total + chapter[field], 0);
	return {
		characters: sum("characters"),
		new_characters: sum("new_characters"),
		credits: sum("credits"),
		sentences: sum("sentences"),
		new_sentences: sum("new_sentences"),
		stale_sentences: sum("stale_sentences"),
		locked_sentences: sum("locked_sentences"),
		left_out_sentences: sum("left_out_sentences"),
		chapters,
	};
}

export async function priceChapter(
	{ db }: Pick<SpeechDeps, "db">,
	workspaceId: string,
	plan: ChosenPlan,
	rendered: Set<string>,
): Promise<ChapterPrice> {
	const batches = toBatches(sentencesToRender(plan, rendered));
	const units = batches.map((batch) => batch.map((work) => toUnit(workspaceId, work, 0)));
	await markPaid(db, workspaceId, units.flat());
	let newCharacters = 0;
	let credits = 0;
	for (const [at, batch] of units.entries()) {
		const price = priceOf(batch, costOf(batches[at]));
		newCharacters += price.characters;
		credits += price.credits;
	}
	const count = (matches: (sentence: ChosenPlan["sentences"][number]) => boolean) =>
		plan.sentences.filter(matches).length;
	return {
		chapter_id: plan.chapterId,
		characters: plan.sentences.reduce((total, { characters }) => total + characters, 0),
		new_characters: newCharacters,
		credits,
		sentences: plan.sentences.length,
		new_sentences: units.flat().filter(isNew).length,
		stale_sentences: count(({ stale }) => stale),
		locked_sentences: count(({ locked }) => locked),
		left_out_sentences: plan.leftOut,
	};
}

const isNew = ({ unpaid }: PlannedUnit) => unpaid;

/** Credits per character. A batch has one model. */
const costOf = (batch: Work[] | undefined): number => modelForEngine(batch?.[0]?.voice.speech.engine ?? "").cost;
