// Lines in the text of a chapter: passages with the mark `line`, which says who speaks them.
import { narratorKey } from "@timbre/contract/studio/rules.ts";
import type { Node } from "@tiptap/pm/model";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { passageOf, voiceOf } from "../../editor/model/commands.ts";

/** `characterId` is that of a character, `narratorKey`, or "" if nobody knows. */
export type Line = { characterId: string; confidence: number };
type Range = { from: number; to: number };
export type LinePassage = Range & { line: Line };

export type Speaker = { name: string; voiceId: string | null };
export type Speakers = ReadonlyMap<string, Speaker>;

export function lineOf({ marks }: Pick<Node, "marks">): Line | null {
	const attrs = marks.find(({ type }) => type.name === "line")?.attrs;
	if (typeof attrs?.characterId !== "string") return null;
	return { characterId: attrs.characterId, confidence: Number(attrs.confidence) || 0 };
}

const isSame = (one: Line, other: Line) => one.characterId === other.characterId && one.confidence === other.confidence;

/** The lines of a block, with positions in it. A line can consist of several nodes, which differ by their voices. */
export function linesIn(block: Node): LinePassage[] {
	const lines: LinePassage[] = [];
	block.forEach((node, from) => {
		const line = lineOf(node);
		if (!line) return;
		const to = from + node.nodeSize;
		const last = lines.at(-1);
		if (last && last.to === from && isSame(last.line, line)) last.to = to;
		else lines.push({ from, to, line });
	});
	return lines;
}

/** The selected passage, or the line of the cursor. */
export function spokenRange({ selection: { from, to, empty, $from } }: EditorState): Range | null {
	if (!empty) return { from, to };
	const start = $from.start();
	const found = linesIn($from.parent).find((line) => line.from <= from - start && line.to >= from - start);
	return found ? { from: start + found.from, to: start + found.to } : null;
}

/** Who speaks the passage, in reading order; null for text that is no line. */
export function speakersOf(state: EditorState): (string | null)[] {
	const range = spokenRange(state);
	if (!range) return [];
	const found = new Set<string | null>();
	state.doc.nodesBetween(range.from, range.to, (node) => {
		if (node.isText) found.add(lineOf(node)?.characterId ?? null);
	});
	return [...found];
}

/** The voices that speak the selection, or the block of the cursor; null is the project's default. */
export function spokenVoices(state: EditorState, speakers: Speakers): (string | null)[] {
	const { from, to } = passageOf(state);
	const found = new Set<string | null>();
	state.doc.nodesBetween(from, to, (node) => {
		if (node.isText) found.add(voiceOf(node) ?? speakers.get(lineOf(node)?.characterId ?? "")?.voiceId ?? null);
	});
	return [...found];
}

/** Says who speaks the passage. Without a speaker it is no line any more. */
export function setSpeaker(state: EditorState, characterId: string | null): Transaction {
	const { tr, schema } = state;
	const type = schema.marks.line;
	const range = spokenRange(state);
	if (!type || !range) return tr;
	if (characterId === null) return tr.removeMark(range.from, range.to, type);
	return tr.addMark(range.from, range.to, type.create({ characterId, confidence: 1 }));
}

/** "Said by Ada Hale". */
export function speakerText(characterId: string, speakers: Speakers): string {
	if (characterId === narratorKey) return "Said by the narrator";
	const name = speakers.get(characterId)?.name;
	return name === undefined ? "Speaker unknown" : `Said by ${name}`;
}
