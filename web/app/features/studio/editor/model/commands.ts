import type { Node } from "@tiptap/pm/model";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import type { Range } from "./positions.ts";
import { toLevel } from "./schema.ts";

/** "0" is a paragraph, the others are headings of a level. */
export type BlockKind = "0" | "1" | "2" | "3";

const kindOf = (block: Node): BlockKind =>
	block.type.name === "heading" ? (String(toLevel(Number(block.attrs.level))) as BlockKind) : "0";

/** The kind of the block in which the selection starts. */
export const blockKind = ({ selection }: EditorState): BlockKind => kindOf(selection.$from.parent);

/** Makes all selected blocks paragraphs or headings. They keep their ids. */
export function setBlockKind({ tr, schema, selection }: EditorState, kind: BlockKind): Transaction {
	const type = schema.nodes[kind === "0" ? "paragraph" : "heading"];
	if (!type) return tr;
	return tr.setBlockType(selection.from, selection.to, type, ({ attrs: { blockId } }) =>
		kind === "0" ? { blockId } : { blockId, level: Number(kind) },
	);
}

/** The selected passage, or the block of the cursor. */
export function passageOf({ selection: { from, to, empty, $from } }: EditorState): Range {
	return empty ? { from: $from.start(), to: $from.end() } : { from, to };
}

/** The voices of the passage in reading order; null for text without a voice of its own. */
export function voicesOf(state: EditorState): (string | null)[] {
	const { from, to } = passageOf(state);
	const found = new Set<string | null>();
	state.doc.nodesBetween(from, to, (node) => {
		if (node.isText) found.add(voiceOf(node));
	});
	if (found.size === 0) found.add(voiceOf(state.selection.$from, state.storedMarks));
	return [...found];
}

type Marked = { marks: Node["marks"] | (() => Node["marks"]) };

export function voiceOf(marked: Marked, stored?: Node["marks"] | null): string | null {
	const marks = stored ?? (typeof marked.marks === "function" ? marked.marks() : marked.marks);
	const voiceId: unknown = marks.find(({ type }) => type.name === "voice")?.attrs.voiceId;
	return typeof voiceId === "string" && voiceId !== "" ? voiceId : null;
}

/** Gives the passage a voice, or the default one. In an empty block it is the voice of what is typed next. */
export function setVoice(state: EditorState, voiceId: string | null): Transaction {
	const { tr, schema } = state;
	const type = schema.marks.voice;
	if (!type) return tr;
	const { from, to } = passageOf(state);
	if (from === to) return voiceId === null ? tr.removeStoredMark(type) : tr.addStoredMark(type.create({ voiceId }));
	return voiceId === null ? tr.removeMark(from, to, type) : tr.addMark(from, to, type.create({ voiceId }));
}
