import { documentField } from "@timbre/contract/studio/rules.ts";
import { getSchema } from "@tiptap/core";
import { type Node, Slice } from "@tiptap/pm/model";
import { EditorState, TextSelection } from "@tiptap/pm/state";
import { prosemirrorToYDoc } from "@tiptap/y-tiptap";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { uniqueBlockIds } from "./block-ids.ts";
import { blockKind, setBlockKind, setVoice, voicesOf } from "./commands.ts";
import { findQuote } from "./comment-marks.ts";
import { characterCount } from "./editing-rules.ts";
import { nodesAndMarks, toLevel } from "./schema.ts";

const schema = getSchema(nodesAndMarks);

type Block = { type: string; attrs?: object; content?: object[] };
const block = (text: string, blockId: string | null = null): Block => ({
	type: "paragraph",
	attrs: { blockId },
	content: [{ type: "text", text }],
});

function stateOf(...blocks: Block[]): EditorState {
	const doc = schema.nodeFromJSON({ type: "doc", content: blocks });
	return EditorState.create({ doc, plugins: [uniqueBlockIds()] });
}
const select = (state: EditorState, from: number, to = from) =>
	state.apply(state.tr.setSelection(TextSelection.create(state.doc, from, to)));
const idsOf = (doc: Node) => doc.content.content.map(({ attrs }) => attrs.blockId as string | null);

test("writes the format that the server reads", () => {
	const state = select(stateOf(block("Chapter one", "a"), block("He said hello.", "b")), 1);
	const headed = state.apply(setBlockKind(state, "2"));
	const chosen = select(headed, 22, 27);
	const { doc } = chosen.apply(setVoice(chosen, "v1"));
	const fragment = prosemirrorToYDoc(doc, documentField).getXmlFragment(documentField);
	const [heading, paragraph] = fragment.toArray();
	expect(heading).toMatchObject({ nodeName: "heading" });
	expect(heading instanceof Y.XmlElement && heading.getAttributes()).toEqual({ blockId: "a", level: 2 });
	const text = paragraph instanceof Y.XmlElement ? paragraph.get(0) : undefined;
	expect(text instanceof Y.XmlText && text.toDelta()).toEqual([
		{ insert: "He said " },
		{ insert: "hello", attributes: { voice: { voiceId: "v1" } } },
		{ insert: "." },
	]);
});

test("blocks that become headings keep their ids, also several at once", () => {
	const state = select(stateOf(block("one", "a"), block("two", "b")), 1, 8);
	const next = state.apply(setBlockKind(state, "3"));
	expect(blockKind(next)).toBe("3");
	expect(idsOf(next.doc)).toEqual(["a", "b"]);
	expect([1, 2, 3, 6].map(toLevel)).toEqual([1, 2, 3, 3]);
});

test("a copied block gets no id of another block", () => {
	const state = stateOf(block("one", "a"), block("two", "b"));
	const copy = state.doc.slice(0, 5);
	const next = state.apply(state.tr.replace(10, 10, new Slice(copy.content, 0, 0)));
	expect(idsOf(next.doc)).toEqual(["a", "b", null]);
});

test("without a selection the voice is that of the whole block", () => {
	const state = select(stateOf(block("one"), block("two")), 2);
	const spoken = state.apply(setVoice(state, "v1"));
	expect(voicesOf(spoken)).toEqual(["v1"]);
	expect(voicesOf(select(spoken, 1, 8))).toEqual(["v1", null]);
	expect(voicesOf(spoken.apply(setVoice(spoken, null)))).toEqual([null]);
});

test("counts characters of text only", () => {
	expect(characterCount(stateOf(block("one"), { type: "paragraph" }, block("two")).doc)).toBe(6);
});

test("finds a quote that occurs once", () => {
	const { doc } = stateOf(block("the tide and the sea"), block("for the tide"));
	expect(findQuote(doc, "for the tide")).toEqual({ from: 23, to: 35 });
	expect(findQuote(doc, "the tide")).toBeNull();
	expect(findQuote(doc, "gone")).toBeNull();
});
