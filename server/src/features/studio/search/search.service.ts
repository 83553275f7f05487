// Search and replace over all chapters of a project.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { maxChapterCharacters, maxFoundPassages } from "@timbre/contract/studio/rules.ts";
import type { FoundPassage, searchEndpoints } from "@timbre/contract/studio/search.ts";
import type { Database } from "@timbre/db/connect.ts";
import { listChapterRows } from "../chapters/chapters.repo.ts";
import { requireChapter } from "../chapters/chapters.service.ts";
import { type Block, plainText, readBlocks, replacePassages } from "../document/blocks.ts";
import { changeDocument, getBlocks } from "../document/document.service.ts";
import { requireProject } from "../projects/access.service.ts";
import type { StudioCaller } from "../types.ts";
import { findMatches, type Match } from "./matches.ts";

type Endpoints = typeof searchEndpoints;
const contextCharacters = 60;

export async function searchProject(
	db: Database,
	caller: StudioCaller,
	projectId: string,
	query: InputOf<Endpoints["searchProject"]>["body"],
): Promise<ResponseOf<Endpoints["searchProject"]>> {
	const { workspaceId } = caller;
	await requireProject(db, caller, projectId, "read");
	const passages: FoundPassage[] = [];
	let total = 0;
	let chapters = 0;
	for (const { id } of await listChapterRows(db, workspaceId, projectId)) {
		const blocks = await getBlocks(db, workspaceId, id);
		const matches = findMatches(blocks, query);
		total += matches.length;
		if (matches.length > 0) chapters++;
		for (const match of matches.slice(0, maxFoundPassages - passages.length))
			passages.push(presentPassage(id, blocks, match));
	}
	return { total, chapters, passages };
}

export async function replaceInProject(
	db: Database,
	caller: StudioCaller,
	projectId: string,
	{ replacement, chapter_id, ...query }: InputOf<Endpoints["replaceInProject"]>["body"],
): Promise<ResponseOf<Endpoints["replaceInProject"]>> {
	const { workspaceId } = caller;
	await requireProject(db, caller, projectId, "edit");
	const rows =
		chapter_id === undefined
			? await listChapterRows(db, workspaceId, projectId)
			: [await requireChapter(db, workspaceId, projectId, chapter_id)];
	return db.transaction().execute(async (tx) => {
		const counts: number[] = [];
		for (const { id, name } of rows)
			counts.push(
				await changeDocument(tx, workspaceId, id, (doc) => {
					const blocks = readBlocks(doc);
					const matches = findMatches(blocks, query);
					const growth = matches.reduce((sum, { start, end }) => sum + replacement.length - (end - start), 0);
					if (growth > 0 && plainText(blocks).length + growth > maxChapterCharacters)
						throw new AppError(
							"invalid_request",
							`${name} would have more than ${maxChapterCharacters.toLocaleString("en-US")} characters. Nothing was replaced.`,
							{ param: "replacement" },
						);
					replacePassages(doc, matches, replacement);
					return matches.length;
				}),
			);
		return { replaced: counts.reduce((sum, count) => sum + count, 0), chapters: counts.filter(Boolean).length };
	});
}

function presentPassage(chapterId: string, blocks: readonly Block[], { block, start, end }: Match): FoundPassage {
	const { id = "", nodes = [] } = blocks[block] ?? {};
	const text = nodes.map((node) => node.text).join("");
	return {
		chapter_id: chapterId,
		block_id: id,
		start,
		end,
		text: text.slice(start, end),
		before: text.slice(Math.max(0, start - contextCharacters), start).toWellFormed(),
		after: text.slice(end, end + contextCharacters).toWellFormed(),
	};
}
