// The text of a revised block, put together from what the project has, so that voices and speakers stay.
import type { BlockNode } from "../document/blocks.ts";
import type { RevisedPart } from "../document/revised-text.ts";
import { matchWords } from "./words.ts";

/** A block of the project. */
export type Source = { id: string; nodes: readonly BlockNode[]; text: string };
/** A part of a text. */
type Slice = { start: number; end: number };
type Formats = Omit<BlockNode, "text">;

const plain: Formats = { voiceId: null };

/** The formats of the character at a position. */
function formatsAt({ nodes }: Source, at: number): Formats {
	let end = 0;
	let last = plain;
	for (const { text, ...formats } of nodes) {
		end += text.length;
		if (text !== "") last = formats;
		if (at < end) return formats;
	}
	return last;
}

export function copy(source: Source, { start, end }: Slice): RevisedPart[] {
	if (start >= end) return [];
	const nodes: BlockNode[] = [];
	let from = 0;
	for (const node of source.nodes) {
		const text = node.text.slice(Math.max(0, start - from), Math.max(0, end - from));
		from += node.text.length;
		if (text !== "") nodes.push({ ...node, text });
	}
	return [{ nodes, from: { blockId: source.id, start, end } }];
}

const written = (text: string, formats: Formats): RevisedPart[] =>
	text === "" ? [] : [{ nodes: [{ ...formats, text }] }];

/** New text in a block whose text all has one voice has it too. */
export function write(text: string, around: Source | undefined): RevisedPart[] {
	const voices = new Set(around?.nodes.filter((node) => node.text !== "").map(({ voiceId }) => voiceId));
	const [voiceId = null] = voices.size === 1 ? voices : [];
	return written(text, { voiceId });
}

/** Copies a text that only differs in its spaces, with the new space around it. */
export function copySpaced(source: Source, slice: Slice, text: string): RevisedPart[] {
	const old = source.text.slice(slice.start, slice.end);
	if (old === text) return copy(source, slice);
	const lead = old.length - old.trimStart().length;
	const trail = old.trim() === "" ? 0 : old.length - old.trimEnd().length;
	const newLead = text.slice(0, text.length - text.trimStart().length);
	const newTrail = text.trim() === "" ? "" : text.slice(text.trimEnd().length);
	const keepsTrail = old.slice(old.length - trail) === newTrail;
	const core = { start: slice.start + lead, end: slice.end - (keepsTrail ? 0 : trail) };
	return [
		...written(newLead, formatsAt(source, core.start)),
		...copy(source, core),
		...(keepsTrail ? [] : written(newTrail, formatsAt(source, core.end - 1))),
	];
}

/** Copies the words that stayed. Those that replace others have their voice. */
export function copyWords(source: Source, slice: Slice, text: string): RevisedPart[] {
	return matchWords(source.text.slice(slice.start, slice.end), text).flatMap(({ before, after, same }) => {
		const old = { start: slice.start + before.start, end: slice.start + before.end };
		const now = text.slice(after.start, after.end);
		if (same) return copySpaced(source, old, now);
		const like = before.end > before.start || before.start === 0 ? old.start : old.start - 1;
		return written(now, formatsAt(source, like));
	});
}

/** Parts that follow each other in the same block become one. */
export function joinParts(parts: readonly RevisedPart[]): RevisedPart[] {
	const joined: RevisedPart[] = [];
	for (const part of parts) {
		const last = joined.at(-1);
		if (last?.from && part.from && last.from.blockId === part.from.blockId && last.from.end === part.from.start) {
			last.nodes = [...last.nodes, ...part.nodes];
			last.from = { ...last.from, end: part.from.end };
		} else if (last && !last.from && !part.from) last.nodes = [...last.nodes, ...part.nodes];
		else joined.push({ ...part });
	}
	return joined;
}
