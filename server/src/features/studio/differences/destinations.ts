// Where passages of the project are in the revised text.
import type { Passage } from "../document/passage-places.ts";
import { toBlock } from "../document/revised-text.ts";
import { sentenceKey } from "../sentences/plan.ts";
import type { Place } from "../takes/pins.repo.ts";
import { textOf } from "./manuscript.ts";
import type { RevisedChapter } from "./rewrite.ts";

/** A part of a block, and of which one it becomes a part. */
type Piece = { start: number; end: number; chapter: number; block: number; at: number };
export type Destinations = ReadonlyMap<string, Piece[]>;
/** A passage of the revised text. Its blocks may not have ids yet. */
export type NewPassage = {
	chapter: number;
	start: { block: number; offset: number };
	end: { block: number; offset: number };
};

export function findDestinations(chapters: readonly RevisedChapter[]): Destinations {
	const pieces = new Map<string, Piece[]>();
	for (const [chapter, { blocks }] of chapters.entries())
		for (const [block, { parts }] of blocks.entries()) {
			let at = 0;
			for (const { nodes, from } of parts) {
				if (from) {
					const piece = { start: from.start, end: from.end, chapter, block, at };
					const known = pieces.get(from.blockId);
					if (known) known.push(piece);
					else pieces.set(from.blockId, [piece]);
				}
				at += nodes.reduce((sum, { text }) => sum + text.length, 0);
			}
		}
	// A locked block that keeps its text comes before what was copied from it.
	for (const list of pieces.values()) list.sort((one, other) => one.start - other.start || other.end - one.end);
	return pieces;
}

/** What is left of a passage, or undefined. If it was torn apart, the part where it begins. `blockIds` are those of its chapter. */
export function movePassage(
	destinations: Destinations,
	{ start, end }: Passage,
	blockIds: readonly string[],
): NewPassage | undefined {
	const [first, last] = [blockIds.indexOf(start.blockId), blockIds.indexOf(end.blockId)];
	let found: NewPassage | undefined;
	for (const [at, id] of blockIds.slice(first, last + 1).entries()) {
		const from = at === 0 ? start.offset : 0;
		const to = at === last - first ? end.offset : Number.POSITIVE_INFINITY;
		let covered = from;
		for (const piece of destinations.get(id) ?? []) {
			const [left, right] = [Math.max(covered, piece.start), Math.min(to, piece.end)];
			if (left >= right) continue;
			covered = right;
			const newEnd = { block: piece.block, offset: piece.at + right - piece.start };
			if (!found)
				found = {
					chapter: piece.chapter,
					start: { block: piece.block, offset: piece.at + left - piece.start },
					end: newEnd,
				};
			else if (piece.chapter === found.chapter && isAfter(newEnd, found.end)) found.end = newEnd;
		}
	}
	return found;
}

const isAfter = (one: NewPassage["end"], other: NewPassage["end"]) =>
	one.block > other.block || (one.block === other.block && one.offset > other.offset);

/** A take that somebody has chosen for a place, and its text. */
export type PlacedTake = Place & { text: string };
export type MovedPlace = {
	from: Place;
	to: { chapter: number; block: number; sentenceKey: string; occurrence: number };
};

/** Chosen takes whose sentence is in another place now. */
export function movePlaces(
	destinations: Destinations,
	chapters: readonly RevisedChapter[],
	pins: readonly PlacedTake[],
	oldText: (blockId: string) => string | undefined,
): MovedPlace[] {
	return pins.flatMap((pin) => {
		const { blockId, text, occurrence } = pin;
		const start = nthIndexOf(oldText(blockId) ?? "", text, occurrence);
		if (start === -1) return [];
		const end = start + text.length;
		const piece = destinations.get(blockId)?.find((one) => one.start <= start && one.end >= end);
		const block = piece && chapters[piece.chapter]?.blocks[piece.block];
		if (!piece || !block) return [];
		const before = textOf(toBlock(block)).slice(0, piece.at + start - piece.start);
		const to = {
			chapter: piece.chapter,
			block: piece.block,
			sentenceKey: sentenceKey(text),
			occurrence: countOf(before, text),
		};
		if (block.id === blockId && to.occurrence === occurrence) return [];
		return [{ from: { blockId, sentenceKey: pin.sentenceKey, occurrence }, to }];
	});
}

function nthIndexOf(whole: string, text: string, occurrence: number): number {
	let at = -text.length;
	for (let count = 0; count <= occurrence; count++) {
		at = whole.indexOf(text, at + text.length);
		if (at === -1) return -1;
	}
	return at;
}

const countOf = (whole: string, text: string): number => (text === "" ? 0 : whole.split(text).length - 1);
