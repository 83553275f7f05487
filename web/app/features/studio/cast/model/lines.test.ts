import { documentField, narratorKey } from "@timbre/contract/studio/rules.ts";
import { getSchema } from "@tiptap/core";
import { EditorState, TextSelection } from "@tiptap/pm/state";
import { prosemirrorToYDoc } from "@tiptap/y-tiptap";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { setVoice } from "../../editor/model/commands.ts";
import { nodesAndMarks } from "../../editor/model/schema.ts";
import { knownLines, lineMarks, lineMarksKey } from "./line-marks.ts";
import { linesIn, setSpeaker, speakersOf, speakerText, spokenRange, spokenVoices } from "./lines.ts";

const schema = getSchema(nodesAndMarks);

type Part = string | [text: string, characterId: string, confidence: number];
const textOf = (part: Part) =>
	typeof part === "string"
		? { type: "text", text: part }
		: {
				type: "text",
				text: part[0],
				marks: [{ type: "line", attrs: { characterId: part[1], confidence: part[2] } }],
			};

function stateOf(...blocks: Part[][]): EditorState {
	const content = blocks.map((parts) => ({ type: "paragraph", content: parts.map(textOf) }));
	return EditorState.create({ doc: schema.nodeFromJSON({ type: "doc", content }), plugins: [lineMarks()] });
}
const select = (state: EditorState, from: number, to = from) =>
	state.apply(state.tr.setSelection(TextSelection.create(state.doc, from, to)));

function deltaOf({ doc }: EditorState) {
	const [paragraph] = prosemirrorToYDoc(doc, documentField).getXmlFragment(documentField).toArray();
	const text = paragraph instanceof Y.XmlElement ? paragraph.get(0) : undefined;
	return text instanceof Y.XmlText ? text.toDelta() : undefined;
}

test("writes the format of lines that the server reads", () => {
	const state = select(stateOf(["“Hello,” said Ada."]), 1, 9);
	expect(deltaOf(state.apply(setSpeaker(state, "ada")))).toEqual([
		{ insert: "“Hello,”", attributes: { line: { characterId: "ada", confidence: 1 } } },
		{ insert: " said Ada." },
	]);
});

test("what is typed after a line or before it isn't part of it", () => {
	const state = stateOf([["“Hello,”", "ada", 0.9], " said Ada."]);
	const after = select(state, 9).tr.insertText("!", 9);
	expect(linesIn(after.doc.child(0))).toMatchObject([{ from: 0, to: 8 }]);
	const typed = select(state, 9);
	expect(typed.apply(typed.tr.insertText("!")).doc.child(0).child(1).text).toBe("! said Ada.");
	const before = select(state, 1);
	expect(before.apply(before.tr.insertText("So: ")).doc.child(0).child(0).marks).toEqual([]);
});

test("the cursor stands for its whole line, also if that has two voices", () => {
	const state = stateOf(["He said: ", ["“Come here.”", "tom", 0.6], " Then he left."]);
	const chosen = select(state, 11, 15);
	const voiced = chosen.apply(setVoice(chosen, "v1"));
	expect(voiced.doc.child(0).childCount).toBe(5);
	const inLine = select(voiced, 20);
	expect(spokenRange(inLine)).toEqual({ from: 10, to: 22 });
	expect(speakersOf(inLine)).toEqual(["tom"]);
	const next = inLine.apply(setSpeaker(inLine, narratorKey));
	expect(linesIn(next.doc.child(0))).toEqual([{ from: 9, to: 21, line: { characterId: narratorKey, confidence: 1 } }]);
	expect(linesIn(next.apply(setSpeaker(next, null)).doc.child(0))).toEqual([]);
});

test("outside of lines there is nothing to assign without a selection", () => {
	const state = select(stateOf(["Nobody spoke."]), 3);
	expect(spokenRange(state)).toBeNull();
	expect(speakersOf(state)).toEqual([]);
	expect(setSpeaker(state, "ada").docChanged).toBe(false);
});

test("a selection can have several speakers", () => {
	const state = stateOf([["“One.”", "ada", 1], " And ", ["“two.”", "", 0]], [["“Three.”", "tom", 1]]);
	expect(speakersOf(select(state, 1, state.doc.content.size - 1))).toEqual(["ada", null, "", "tom"]);
});

test("pasted lines of characters that the project doesn't have are of nobody", () => {
	const { doc } = stateOf([["“One.”", "ada", 1], " And ", ["“two.”", "gone", 1]]);
	const speakers = new Map([["ada", { name: "Ada Hale", voiceId: null }]]);
	const pasted = knownLines(doc.content, speakers).child(0);
	expect(linesIn(pasted).map(({ line }) => line)).toEqual([
		{ characterId: "ada", confidence: 1 },
		{ characterId: "", confidence: 0 },
	]);
	expect(knownLines(doc.content, new Map()).eq(doc.content)).toBe(true);
});

test("lines are described, with the colors of their voices and the names above the block", () => {
	const state = stateOf([
		["“One.”", "ada", 0.9],
		["“Two.”", "tom", 0.5],
		["“Three.”", "", 0],
		["“Four.”", narratorKey, 1],
	]);
	const speakers = new Map([
		["ada", { name: "Ada Hale", voiceId: "v1" }],
		["tom", { name: "Tom", voiceId: null }],
	]);
	const next = state.apply(state.tr.setMeta(lineMarksKey, speakers));
	const found = lineMarksKey.getState(next)?.decorations.find() ?? [];
	const attributes = found.map((one) => (one as unknown as { type: { attrs: Record<string, string> } }).type.attrs);
	expect(attributes.find((one) => "data-speakers" in one)).toEqual({
		"data-speakers": "Ada Hale, Tom, Speaker unknown",
	});
	expect(attributes.filter((one) => "title" in one)).toEqual([
		expect.objectContaining({
			class: "line-passage",
			title: "Said by Ada Hale",
			"aria-description": "Said by Ada Hale",
			style: expect.stringContaining("--voice-from"),
		}),
		expect.objectContaining({ class: "line-passage line-unsure", title: "Said by Tom (guess, 50%)" }),
		expect.objectContaining({ class: "line-passage line-unsure", title: "Speaker unknown" }),
		expect.objectContaining({ class: "line-passage", title: "Said by the narrator" }),
	]);
	expect(attributes[2]).not.toHaveProperty("style");
	expect(speakerText("gone", speakers)).toBe("Speaker unknown");
});

test("a line has the voice of its speaker, unless it has one of its own", () => {
	const speakers = new Map([["ada", { name: "Ada", voiceId: "voice-1" }]]);
	const state = stateOf([["“Hello,”", "ada", 0.9], " said Ada."], [["“No.”", "ada", 0.9]]);
	expect(spokenVoices(select(state, 3), speakers)).toEqual(["voice-1", null]);
	const second = select(state, 22, 26);
	expect(spokenVoices(second, speakers)).toEqual(["voice-1"]);
	expect(spokenVoices(second.apply(setVoice(second, "voice-2")), speakers)).toEqual(["voice-2"]);
	expect(spokenVoices(second, new Map())).toEqual([null]);
});
