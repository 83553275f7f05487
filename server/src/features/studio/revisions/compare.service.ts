// Compares a revision with its project and prices what it becomes.
// Invariant: nothing here changes the project.
import type { Price } from "@timbre/contract/studio/conversion-schemas.ts";
import { type DroppedKind, maxChapters } from "@timbre/contract/studio/rules.ts";
import type { RevisionResult } from "../../../core/json-columns/studio.ts";
import type { Log } from "../../../core/log.ts";
import { PermanentFailure } from "../../../core/workflow-failure.ts";
import type { SpeechDeps } from "../../speech/speech.public.ts";
import { backgroundContext } from "../../workspace/workspace.public.ts";
import { listChanges } from "../differences/changes.ts";
import { type Comparison, compareManuscripts } from "../differences/comparison.ts";
import { type Destinations, findDestinations, movePassage, movePlaces } from "../differences/destinations.ts";
import { type RevisedText, textOf } from "../differences/manuscript.ts";
import { type Rewrite, rewrite } from "../differences/rewrite.ts";
import { toBlock } from "../document/revised-text.ts";
import { chosenChapters } from "../imports/document-text.ts";
import { loadText } from "../imports/text-store.service.ts";
import { findProject, type ProjectRow } from "../projects/projects.repo.ts";
import { placeKey } from "../sentences/choice.service.ts";
import type { ChapterText } from "../sentences/plan.service.ts";
import { priceTexts } from "../sentences/price.service.ts";
import type { TakesOfDraft } from "../sentences/types.ts";
import type { StudioCaller } from "../types.ts";
import { storeChanges } from "./changes-store.service.ts";
import { loadProjectText, type ProjectText } from "./project-text.service.ts";
import { findRevision, updateRevision } from "./revisions.repo.ts";

export type RevisionServices = { deps: SpeechDeps; log: Log };

const maxShownCharacters = 2_000;

export async function compareRevision(
	{ deps, log }: RevisionServices,
	workspaceId: string,
	importId: string,
): Promise<void> {
	const { db, storage } = deps;
	const row = await findRevision(db, workspaceId, importId);
	if (row?.state !== "comparing") return;
	const project = await findProject(db, workspaceId, row.project_id);
	if (!project) return;
	const after = await loadRevisedText(deps, workspaceId, importId, row.keep as DroppedKind[]);
	const starter = { workspaceId, userId: row.created_by, via: row.via, apiKeyId: row.api_key_id };
	const signal = new AbortController().signal;
	const context = await backgroundContext(db, log, starter, { requestId: importId, signal });
	const text = await loadProjectText(db, workspaceId, project);
	const comparison = compareManuscripts(text.chapters, after);
	const { chapters, changes } = listChanges(text.chapters, after, comparison);
	const kept = draftOf(text, after, comparison, { keepLocked: true });
	const price = await priceDraft(deps, context, project, kept);
	const replaced =
		kept.rewrite.changedLocks.length > 0 ? draftOf(text, after, comparison, { keepLocked: false }) : undefined;
	const sum = (field: "unchanged" | "changed" | "added" | "deleted" | "moved") =>
		chapters.reduce((total, chapter) => total + chapter[field], 0);
	const result: RevisionResult = {
		counts: {
			unchanged: sum("unchanged"),
			changed: sum("changed"),
			added: sum("added"),
			deleted: sum("deleted"),
			moved: sum("moved"),
		},
		chapters: chapters.map(({ previousName, isDeleted, ...chapter }) => ({
			...chapter,
			previous_name: previousName,
			is_deleted: isDeleted,
		})),
		price,
		price_with_locked: replaced ? await priceDraft(deps, context, project, replaced) : null,
		locked_blocks: kept.rewrite.changedLocks.map(({ block, chapter, after }) => ({
			block_id: block.id,
			chapter: text.chapters[chapter]?.name ?? "",
			before: shorten(textOf(block)),
			after: after === null ? null : shorten(after),
		})),
		lost_comments: lostComments(text, kept.destinations),
	};
	await storeChanges(storage, workspaceId, importId, changes);
	const compared = { fingerprint: text.fingerprint, result };
	await updateRevision(db, workspaceId, importId, "comparing", { state: "ready", compared });
}

/** The chapters of the manuscript that was read. */
export async function loadRevisedText(
	{ storage }: Pick<SpeechDeps, "storage">,
	workspaceId: string,
	importId: string,
	keep: DroppedKind[],
): Promise<RevisedText[]> {
	const document = await loadText(storage, workspaceId, importId);
	if (!document) throw new PermanentFailure("The text of the manuscript is gone. Import it again.");
	const chapters = chosenChapters(document, { keep });
	if (chapters.length > maxChapters)
		throw new PermanentFailure(`The manuscript has more than ${maxChapters} chapters, which is the most of a project.`);
	return chapters;
}

type Draft = { rewrite: Rewrite; destinations: Destinations; takes: TakesOfDraft; texts: ChapterText[] };

/** The project as it would be, with ids for what has none yet. */
function draftOf(
	{ chapters, locked, pins }: ProjectText,
	after: readonly RevisedText[],
	comparison: Comparison,
	{ keepLocked }: { keepLocked: boolean },
): Draft {
	const revised = rewrite(chapters, after, comparison, { locked, keep: keepLocked });
	const destinations = findDestinations(revised.chapters);
	const texts = revised.chapters.map(({ id, blocks }, chapter) => ({
		chapterId: id ?? `new-${chapter}`,
		seq: 0,
		blocks: blocks.map((block, at) => ({ ...toBlock(block), id: block.id ?? `new-${chapter}-${at}` })),
	}));
	const oldTexts = new Map(chapters.flatMap(({ blocks }) => blocks.map((block) => [block.id, textOf(block)] as const)));
	const unlocked = new Set(keepLocked ? [] : revised.changedLocks.map(({ block }) => block.id));
	const moved = movePlaces(
		destinations,
		revised.chapters,
		pins.filter(({ blockId, byLock }) => !(byLock && unlocked.has(blockId))),
		(id) => oldTexts.get(id),
	);
	const origins = new Map(
		moved.map(({ from, to }) => {
			const blockId = texts[to.chapter]?.blocks[to.block]?.id ?? "";
			const place = placeKey({ blockId, key: to.sentenceKey, occurrence: to.occurrence });
			return [place, placeKey({ blockId: from.blockId, key: from.sentenceKey, occurrence: from.occurrence })];
		}),
	);
	const originBlocks = [...new Set(moved.map(({ from }) => from.blockId))];
	return { rewrite: revised, destinations, texts, takes: { unlocked, origins, originBlocks } };
}

async function priceDraft(
	deps: SpeechDeps,
	caller: StudioCaller,
	project: ProjectRow,
	{ texts, takes }: Draft,
): Promise<Omit<Price, "chapters">> {
	const { chapters: _, ...price } = await priceTexts(deps, caller, project, texts, { draft: takes });
	return price;
}

/** Comments that are lost with their passage. Resolved ones have been dealt with. */
function lostComments(
	{ chapters, comments }: ProjectText,
	destinations: Destinations,
): RevisionResult["lost_comments"] {
	const byId = new Map(chapters.map((chapter) => [chapter.id, chapter]));
	return comments.flatMap(({ row, passage }) => {
		const chapter = byId.get(row.chapter_id);
		if (row.resolved_at !== null || !passage || !chapter) return [];
		const ids = chapter.blocks.map(({ id }) => id);
		if (movePassage(destinations, passage, ids)) return [];
		return [{ comment_id: row.id, chapter: chapter.name, text: row.body, quote: row.quote }];
	});
}

const shorten = (text: string): string =>
	text.length <= maxShownCharacters ? text : `${text.slice(0, maxShownCharacters - 1).toWellFormed()}…`;
