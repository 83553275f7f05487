// A project as it is compared with a revision: its text, its locked blocks, and the passages of its comments.
import { createHash } from "node:crypto";
import type { Db } from "@timbre/db/connect.ts";
import { findCharacterVoices } from "../cast/cast.repo.ts";
import { listChapterRows } from "../chapters/chapters.repo.ts";
import { listPassages } from "../comments/comments.repo.ts";
import type { PlacedTake } from "../differences/destinations.ts";
import type { OldChapter } from "../differences/manuscript.ts";
import { readBlocks } from "../document/blocks.ts";
import { chapterNotFound, loadDocument } from "../document/document.service.ts";
import { findPassages, type Passage } from "../document/passage-places.ts";
import { listDictionaries, type ProjectRow } from "../projects/projects.repo.ts";
import { listLocks, listPins } from "../takes/pins.repo.ts";

type CommentRow = Awaited<ReturnType<typeof listPassages>>[number];
export type PlacedComment = { row: CommentRow; passage: Passage | undefined };
export type ProjectText = {
	chapters: OldChapter[];
	locked: ReadonlySet<string>;
	pins: (PlacedTake & { takeId: string; byLock: boolean })[];
	comments: PlacedComment[];
	fingerprint: string;
};

export async function loadProjectText(db: Db, workspaceId: string, project: ProjectRow): Promise<ProjectText> {
	const rows = await listChapterRows(db, workspaceId, project.id);
	const ids = rows.map(({ id }) => id);
	const comments = Map.groupBy(await listPassages(db, workspaceId, ids), (row) => row.chapter_id);
	const chapters: OldChapter[] = [];
	const placed: PlacedComment[] = [];
	const seqs = new Map<string, number>();
	for (const { id, name } of rows) {
		const loaded = await loadDocument(db, workspaceId, id);
		if (!loaded) throw chapterNotFound();
		chapters.push({ id, name, blocks: readBlocks(loaded.doc) });
		seqs.set(id, loaded.seq);
		const own = comments.get(id) ?? [];
		const passages = own.map((row) => ({ start: row.passage_start, end: row.passage_end }));
		if (own.length > 0)
			for (const [at, passage] of findPassages(loaded.doc, passages).entries()) {
				const row = own[at];
				if (row) placed.push({ row, passage });
			}
	}
	const blockIds = chapters.flatMap(({ blocks }) => blocks.map((block) => block.id));
	const pins = await listPins(db, workspaceId, project.id, blockIds);
	return {
		chapters,
		locked: new Set((await listLocks(db, workspaceId, project.id, blockIds)).map(({ block_id }) => block_id)),
		pins: pins.map((pin) => ({
			blockId: pin.block_id,
			sentenceKey: pin.sentence_key,
			occurrence: pin.occurrence,
			text: pin.text,
			takeId: pin.id,
			byLock: pin.by_lock,
		})),
		comments: placed,
		fingerprint: await readFingerprint(db, workspaceId, project, seqs),
	};
}

/** Changes with the text, and with everything else that a comparison and its price depend on. */
export async function readFingerprint(
	db: Db,
	workspaceId: string,
	project: ProjectRow,
	/** Numbers of the changes that were read. Those that are stored if missing. */
	seqs?: ReadonlyMap<string, number>,
): Promise<string> {
	const rows = await listChapterRows(db, workspaceId, project.id);
	const dictionaries = await listDictionaries(db, workspaceId, [project.id]);
	const characterVoices = await findCharacterVoices(db, workspaceId, project.id);
	const blockIds = rows.flatMap((row) => row.block_ids);
	const locks = await listLocks(db, workspaceId, project.id, blockIds);
	const facts = [
		rows.map(({ id, name, last_seq }) => [id, name, seqs?.get(id) ?? last_seq]),
		[project.default_title_voice_id, project.default_paragraph_voice_id, project.language],
		project.apply_text_normalization,
		dictionaries.map(({ dictionary_id, version_id }) => [dictionary_id, version_id]),
		[...characterVoices],
		locks.map(({ block_id }) => block_id).sort(),
	];
	return createHash("sha256").update(JSON.stringify(facts)).digest("base64url");
}
