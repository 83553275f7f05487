import type { Sentence, SentenceTakes, Take } from "@timbre/contract/studio/take-schemas.ts";
import { getSchema } from "@tiptap/core";
import { EditorState } from "@tiptap/pm/state";
import { expect, test } from "vitest";
import { nodesAndMarks } from "../../editor/model/schema.ts";
import { blockPosition } from "../../model/block-places.ts";
import { audioMarks, audioMarksKey } from "./audio-marks.ts";
import { piecesOf, wordText } from "./misread.ts";
import { resolveMisreadKey } from "./misread-keys.ts";
import { rehearsalText } from "./rehearsal.ts";
import { blockMarks, retakeText, samePosition, settingsText, stateOf } from "./sentences.ts";

const sentence = (block_id: string, state: Sentence["state"], verdict: Sentence["verdict"] = null) =>
	({ block_id, state, verdict, take_id: state === "ready" ? "t" : null }) as Sentence;

test("marks blocks that are stale, misread, locked or without audio, and none before the first conversion", () => {
	const marks = blockMarks(
		[
			sentence("fine", "ready", "good"),
			sentence("stale", "stale"),
			sentence("stale", "new"),
			sentence("misread", "ready", "misread"),
			sentence("locked", "ready"),
			sentence("new", "new"),
		],
		["locked"],
	);
	expect([...marks].map(([id, { kind }]) => [id, kind])).toEqual([
		["stale", "stale"],
		["misread", "misread"],
		["new", "new"],
		["locked", "locked"],
	]);
	expect(marks.get("stale")?.text).toBe("1 stale sentence. 1 sentence without audio.");
	expect(blockMarks([sentence("a", "new"), sentence("b", "new")], []).size).toBe(0);
});

const take = (change: Partial<Take> = {}) =>
	({
		take_id: "t",
		is_used: true,
		is_current: true,
		seconds: 2,
		settings: { speed: 1.1, stability: 0.5, style: 0 },
		...change,
	}) as Take;
const withTakes = (takes: Take[], retake_credits = 26) => ({ takes, retake_credits }) as SentenceTakes;

test("tells what a sentence has, and what another take costs", () => {
	expect(stateOf(withTakes([]))).toBe("new");
	expect(stateOf(withTakes([take({ is_used: false })]))).toBe("stale");
	expect(stateOf(withTakes([take()]))).toBe("ready");
	expect(stateOf(withTakes([take({ is_current: false })]))).toBe("restored");
	expect(retakeText(withTakes([]))).toBe("Generate: 26 credits");
	expect(retakeText(withTakes([take()]))).toBe("Another take: 26 credits");
	expect(retakeText(withTakes([take()], 0))).toBe("Read again: free");
	expect(settingsText(take())).toBe("Speed 1.1, stability 0.5");
});

test("comparing goes on at the same share of the other take", () => {
	expect(samePosition(1, take({ seconds: 2 }), take({ seconds: 3 }))).toBe(1.5);
	expect(samePosition(9, take({ seconds: 2 }), take({ seconds: 3 }))).toBe(3);
	expect(samePosition(1, take({ seconds: 0 }), take())).toBe(0);
});

const word = (start: number, end: number) => ({
	start,
	end,
	start_seconds: 0,
	end_seconds: 1,
	expected: "mumbled",
	heard: null,
	kind: "dropped" as const,
});

test("cuts a sentence at its misread words", () => {
	expect(piecesOf("He mumbled it.", [word(3, 10)]).map(({ text, word: found }) => [text, found !== null])).toEqual([
		["He ", false],
		["mumbled", true],
		[" it.", false],
	]);
	expect(piecesOf("All", [word(0, 99)]).map(({ text }) => text)).toEqual(["All"]);
	expect(wordText(word(0, 1))).toBe("“mumbled” is missing from the audio.");
	expect(wordText({ kind: "changed", expected: "sea", heard: "see" })).toBe("Sounds like “see” instead of “sea”.");
});

test("keys move everywhere, and decide only within the list", () => {
	const press = (key: string) => ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false });
	const inReview = { isWithin: () => false, inReview: true };
	expect(resolveMisreadKey(press("j"), { ...inReview, inReview: false })).toEqual({ do: "move", by: 1 });
	expect(resolveMisreadKey(press("A"), inReview)).toEqual({ do: "accept" });
	expect(resolveMisreadKey(press("r"), inReview)).toEqual({ do: "again" });
	expect(resolveMisreadKey(press("p"), inReview)).toEqual({ do: "play" });
	expect(resolveMisreadKey(press("a"), { ...inReview, inReview: false })).toBeNull();
	expect(resolveMisreadKey(press("x"), inReview)).toBeNull();
});

test("a rehearsal says what the change costs", () => {
	expect(rehearsalText({ sentences: 214, new_characters: 18_204, credits: 18_204 }, "Ada")).toBe(
		"Ada would speak 214 sentences. Converting them with this voice costs 18,204 credits.",
	);
	expect(rehearsalText({ sentences: 1, new_characters: 0, credits: 0 }, "Ada")).toContain("costs nothing");
});

const schema = getSchema(nodesAndMarks);
const block = (text: string, blockId: string) => ({
	type: "paragraph",
	attrs: { blockId },
	content: [{ type: "text", text }],
});

test("margin marks and the spoken sentence follow their text while somebody writes", () => {
	const doc = schema.nodeFromJSON({ type: "doc", content: [block("One.", "a"), block("Two. Three.", "b")] });
	const state = EditorState.create({ doc, plugins: [audioMarks()] });
	expect(blockPosition(state, "b")).toBe(6);
	const marked = state.apply(
		state.tr.setMeta(audioMarksKey, {
			blocks: new Map([["b", { kind: "stale", text: "1 stale sentence." }]]),
			spoken: { blockId: "b", from: 5, to: 11 },
		}),
	);
	const written = marked.apply(marked.tr.insertText("Before. ", 1));
	const value = audioMarksKey.getState(written);
	expect(value?.marks.find().map(({ from }) => from)).toEqual([14]);
	const [spoken] = value?.spoken.find() ?? [];
	expect(spoken && written.doc.textBetween(spoken.from, spoken.to)).toBe("Three.");
	const silent = written.apply(written.tr.setMeta(audioMarksKey, { spoken: null }));
	expect(audioMarksKey.getState(silent)?.spoken.find()).toEqual([]);
});
