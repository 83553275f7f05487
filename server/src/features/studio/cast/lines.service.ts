// Lines of direct speech, read from the documents of chapters.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { castEndpoints } from "@timbre/contract/studio/cast.ts";
import type { CastLine } from "@timbre/contract/studio/cast-schemas.ts";
import { maxListedLines, narratorKey } from "@timbre/contract/studio/rules.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { listChapterRows } from "../chapters/chapters.repo.ts";
import { requireChapter } from "../chapters/chapters.service.ts";
import { assignPassage, type Block, type LineMark, readBlocks, sameLine } from "../document/blocks.ts";
import { changeDocument, getBlocks, isUnsure } from "../document/document.service.ts";
import { requireProject } from "../projects/access.service.ts";
import type { StudioCaller } from "../types.ts";
import { characterNotFound } from "./cast.present.ts";
import { findCharacter } from "./cast.repo.ts";

type Endpoints = typeof castEndpoints;
const contextCharacters = 200;

/** Lines of each character, '' for those whose speaker is unknown. */
export async function countLines(db: Db, workspaceId: string, projectId: string): Promise<Map<string, number>> {
	const counts = new Map<string, number>();
	for (const { character_ids, character_lines } of await listChapterRows(db, workspaceId, projectId))
		for (const [at, id] of character_ids.entries()) counts.set(id, (counts.get(id) ?? 0) + (character_lines[at] ?? 0));
	return counts;
}

export async function listLines(
	db: Database,
	caller: StudioCaller,
	projectId: string,
	{ chapter_id, character_id, unsure, offset }: InputOf<Endpoints["listLines"]>["query"],
): Promise<ResponseOf<Endpoints["listLines"]>> {
	const { workspaceId } = caller;
	await requireProject(db, caller, projectId, "read");
	if (character_id && !(await findCharacter(db, workspaceId, projectId, character_id))) throw characterNotFound();
	const chapters = chapter_id
		? [await requireChapter(db, workspaceId, projectId, chapter_id)]
		: await listChapterRows(db, workspaceId, projectId);
	const lines: CastLine[] = [];
	for (const { id, character_ids, unsure_lines } of chapters) {
		// Chapters that can have none need not be read.
		if (unsure && unsure_lines === 0) continue;
		if (character_ids.length === 0 || (character_id && !character_ids.includes(character_id))) continue;
		for (const found of linesOf(id, await getBlocks(db, workspaceId, id)))
			if ((!unsure || found.isUnsure) && (!character_id || found.line.character_id === character_id))
				lines.push(found.line);
		if (lines.length > offset + maxListedLines) break;
	}
	return { lines: lines.slice(offset, offset + maxListedLines), has_more: lines.length > offset + maxListedLines };
}

export async function assignLine(
	db: Database,
	caller: StudioCaller,
	{ project_id, chapter_id }: InputOf<Endpoints["assignLine"]>["params"],
	{ block_id, start, end, text, character_id }: InputOf<Endpoints["assignLine"]>["body"],
): Promise<CastLine> {
	const { workspaceId } = caller;
	await requireProject(db, caller, project_id, "edit");
	await requireChapter(db, workspaceId, project_id, chapter_id);
	if (character_id !== null && !(await findCharacter(db, workspaceId, project_id, character_id)))
		throw characterNotFound();
	const line = { characterId: character_id ?? narratorKey, confidence: 1 };
	const blocks = await db.transaction().execute((tx) =>
		changeDocument(tx, workspaceId, chapter_id, (doc) => {
			const isThere = assignPassage(doc, { blockId: block_id, start, end, text }, line);
			return isThere ? readBlocks(doc) : undefined;
		}),
	);
	if (!blocks) throw new AppError("conflict", "The text has changed in the meantime. Load the lines again.");
	const at = blocks.findIndex(({ id }) => id === block_id);
	return presentLine(chapter_id, blocks, at, { start, end, line });
}

type FoundLine = { line: CastLine; isUnsure: boolean };

function linesOf(chapterId: string, blocks: readonly Block[]): FoundLine[] {
	return blocks.flatMap((block, at) =>
		rangesOf(block).map((range) => ({
			line: presentLine(chapterId, blocks, at, range),
			isUnsure: isUnsure(range.line),
		})),
	);
}

type Range = { start: number; end: number; line: LineMark };

/** A line may have several voices, so several nodes. */
function rangesOf({ nodes }: Block): Range[] {
	const ranges: Range[] = [];
	let at = 0;
	for (const { text, line } of nodes) {
		const last = ranges.at(-1);
		if (line && last && last.end === at && sameLine(last.line, line)) last.end += text.length;
		else if (line) ranges.push({ start: at, end: at + text.length, line });
		at += text.length;
	}
	return ranges;
}

const textOf = (block: Block | undefined): string => block?.nodes.map(({ text }) => text).join("") ?? "";

/** With what surrounds it, also in the blocks before and after: a line is often a paragraph of its own. */
function presentLine(chapterId: string, blocks: readonly Block[], at: number, { start, end, line }: Range): CastLine {
	const text = textOf(blocks[at]);
	let before = text.slice(0, start);
	for (let other = at - 1; other >= 0 && before.length < contextCharacters; other--)
		before = `${textOf(blocks[other])}\n${before}`;
	let after = text.slice(end);
	for (let other = at + 1; other < blocks.length && after.length < contextCharacters; other++)
		after = `${after}\n${textOf(blocks[other])}`;
	return {
		chapter_id: chapterId,
		block_id: blocks[at]?.id ?? "",
		start,
		end,
		text: text.slice(start, end),
		before: before.slice(-contextCharacters).toWellFormed(),
		after: after.slice(0, contextCharacters).toWellFormed(),
		character_id: line.characterId === "" || line.characterId === narratorKey ? null : line.characterId,
		confidence: line.confidence,
	};
}
