// What the project becomes: its chapters with the revised text. Blocks keep their ids, and sentences their voices and speakers.
import type { Block } from "../document/blocks.ts";
import { type RevisedBlock, type RevisedPart, toBlock } from "../document/revised-text.ts";
import type { Comparison } from "./comparison.ts";
import { copy, copySpaced, copyWords, joinParts, type Source, write } from "./copying.ts";
import { type OldChapter, type RevisedText, textOf } from "./manuscript.ts";

/** A chapter as it will be. The id is that of the chapter that it continues. */
export type RevisedChapter = { id: string | null; name: string; blocks: RevisedBlock[] };
export type Rewrite = {
	chapters: RevisedChapter[];
	/** Chapters that are no longer there. */
	deleted: string[];
	/** Blocks of `locked` whose text the revision changes or deletes. */
	changedLocks: { block: Block; chapter: number; after: string | null }[];
};
type Locks = {
	locked: ReadonlySet<string>;
	/** Locked blocks keep their text. */
	keep: boolean;
};

export function rewrite(
	before: readonly OldChapter[],
	after: readonly RevisedText[],
	comparison: Comparison,
	locks: Locks,
): Rewrite {
	const sources = before.map(({ blocks }) =>
		blocks.map((block): Source => ({ id: block.id, nodes: block.nodes, text: textOf(block) })),
	);
	const sourceOf = (old: number): Source | undefined => {
		const place = comparison.before.places[old];
		return place && sources[place.chapter]?.[place.block];
	};
	const ids = assignIds(comparison, sourceOf, after);
	const places = new Map(
		sources.flatMap((blocks, chapter) =>
			blocks.map((source, block) => [source.id, { source, chapter, block }] as const),
		),
	);
	const chapters = after.map(({ name, blocks }, chapter): RevisedChapter => {
		const old = comparison.chapters[chapter] ?? -1;
		return {
			id: before[old]?.id ?? null,
			name,
			blocks: blocks.map((block, at) => {
				const id = ids.get(`${chapter} ${at}`) ?? null;
				return { id, type: block.type, parts: [] };
			}),
		};
	});
	const { from, to } = { from: 0, to: comparison.after.texts.length };
	for (let now = from; now < to; now++) {
		const place = comparison.after.places[now];
		const block = place && chapters[place.chapter]?.blocks[place.block];
		const content = place && after[place.chapter]?.blocks[place.block];
		if (!place || !block || !content) continue;
		const text = textOf(content).slice(place.start, place.end);
		block.parts.push(...partsOf(comparison, now, text, sourceOf, places.get(block.id ?? "")?.source));
	}
	for (const { blocks } of chapters) for (const block of blocks) block.parts = joinParts(block.parts);
	const changedLocks = findChangedLocks(before, chapters, locks.locked);
	const frozen = new Set(locks.keep ? changedLocks.map(({ block }) => block.id) : []);
	return { ...keepBlocks(before, chapters, comparison, frozen), changedLocks };
}

function partsOf(
	{ before, origins, kinds }: Comparison,
	now: number,
	text: string,
	sourceOf: (old: number) => Source | undefined,
	around: Source | undefined,
): RevisedPart[] {
	const old = origins[now] ?? -1;
	const source = sourceOf(old);
	const slice = before.places[old];
	if (!source || !slice) return write(text, around);
	return kinds[now] === "changed" ? copyWords(source, slice, text) : copySpaced(source, slice, text);
}

/** Each new block continues the old one of which it has most text. Each old one continues once. */
function assignIds(
	{ after, origins }: Comparison,
	sourceOf: (old: number) => Source | undefined,
	texts: readonly RevisedText[],
): Map<string, string> {
	const shared = new Map<string, { key: string; id: string; characters: number }>();
	for (const [now, old] of origins.entries()) {
		const source = sourceOf(old);
		const place = after.places[now];
		if (!source || !place || !texts[place.chapter]) continue;
		const key = `${place.chapter} ${place.block}`;
		const pair = shared.get(`${key} ${source.id}`) ?? { key, id: source.id, characters: 0 };
		pair.characters += place.end - place.start;
		shared.set(`${key} ${source.id}`, pair);
	}
	const ids = new Map<string, string>();
	const taken = new Set<string>();
	for (const { key, id } of [...shared.values()].sort((one, other) => other.characters - one.characters)) {
		if (ids.has(key) || taken.has(id)) continue;
		ids.set(key, id);
		taken.add(id);
	}
	return ids;
}

/** Space alone doesn't change what is recorded. */
const spaced = (text: string): string => text.trim().replaceAll(/\s+/g, " ");

function findChangedLocks(
	before: readonly OldChapter[],
	chapters: readonly RevisedChapter[],
	locked: ReadonlySet<string>,
): Rewrite["changedLocks"] {
	if (locked.size === 0) return [];
	const revised = new Map(chapters.flatMap(({ blocks }) => blocks.map((block) => [block.id, block] as const)));
	return before.flatMap(({ blocks }, chapter) =>
		blocks.flatMap((block) => {
			if (!locked.has(block.id)) return [];
			const found = revised.get(block.id);
			const after = found ? textOf(toBlock(found)) : null;
			return after !== null && spaced(after) === spaced(textOf(block)) && found?.type === block.type
				? []
				: [{ block, chapter, after }];
		}),
	);
}

/** Puts blocks back that stay as they are: `frozen` ones, and empty ones, which no manuscript has. */
function keepBlocks(
	before: readonly OldChapter[],
	chapters: RevisedChapter[],
	{ chapters: origins }: Comparison,
	frozen: ReadonlySet<string>,
): Pick<Rewrite, "chapters" | "deleted"> {
	const whole = (block: Block): RevisedBlock => ({
		id: block.id,
		type: block.type,
		parts: copy({ id: block.id, nodes: block.nodes, text: textOf(block) }, { start: 0, end: textOf(block).length }),
	});
	const deleted: string[] = [];
	for (const [old, { id, name, blocks }] of before.entries()) {
		const chapter = chapters[origins.indexOf(old)];
		const kept = blocks.filter((block) => frozen.has(block.id));
		if (!chapter) {
			if (kept.length === 0) {
				deleted.push(id);
				continue;
			}
			for (const { blocks } of chapters) remove(blocks, frozen, kept);
			const previous = chapters.findIndex((one) => one.id === before[old - 1]?.id);
			chapters.splice(previous + 1, 0, { id, name, blocks: kept.map(whole) });
			// So that positions in `origins` stay right.
			origins = origins.toSpliced(previous + 1, 0, old);
			continue;
		}
		// A chapter that was never written has an empty block for its editor.
		const isBlank = blocks.every((block) => textOf(block).trim() === "");
		let after = -1;
		for (const block of blocks) {
			const at = chapter.blocks.findIndex((one) => one.id === block.id);
			const isFrozen = frozen.has(block.id);
			if (at !== -1) {
				if (isFrozen) chapter.blocks[at] = whole(block);
				after = at;
			} else if (isFrozen || (!isBlank && textOf(block).trim() === "")) {
				for (const { blocks } of chapters) remove(blocks, frozen, [block]);
				chapter.blocks.splice(++after, 0, whole(block));
			}
		}
	}
	return { chapters, deleted };
}

/** A frozen block stays in its chapter; the text that has moved elsewhere becomes a new block there. */
function remove(blocks: RevisedBlock[], frozen: ReadonlySet<string>, kept: readonly Block[]): void {
	for (const block of blocks)
		if (block.id !== null && frozen.has(block.id) && kept.some(({ id }) => id === block.id)) block.id = null;
}
