import { ySyncPluginKey } from "@tiptap/y-tiptap";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { createUndoHistory } from "./undo-history.ts";

function memory() {
	const values = new Map<string, string>();
	return {
		getItem: (key: string) => values.get(key) ?? null,
		setItem: (key: string, value: string) => void values.set(key, value),
	};
}

function open(storage: ReturnType<typeof memory>, stored?: Uint8Array) {
	const doc = new Y.Doc({ gc: false });
	if (stored) Y.applyUpdate(doc, stored);
	const fragment = doc.getXmlFragment("content");
	const history = createUndoHistory(fragment, storage, "undo");
	history.restore();
	const text = () => fragment.toString();
	const write = (words: string) => {
		doc.transact(() => {
			const paragraph = new Y.XmlElement("paragraph");
			fragment.insert(fragment.length, [paragraph]);
			paragraph.insert(0, [new Y.XmlText(words)]);
		}, ySyncPluginKey);
		history.manager.stopCapturing();
	};
	const remove = () => doc.transact(() => fragment.delete(0, 1), ySyncPluginKey);
	return { doc, history, text, write, remove };
}

test("undoes and redoes after a reload", () => {
	const storage = memory();
	const before = open(storage);
	before.write("one");
	before.write("two");
	before.remove();
	before.history.destroy();
	const after = open(storage, Y.encodeStateAsUpdate(before.doc));
	expect(after.text()).toBe("<paragraph>two</paragraph>");
	after.history.manager.undo();
	expect(after.text()).toBe("<paragraph>one</paragraph><paragraph>two</paragraph>");
	after.history.manager.redo();
	expect(after.text()).toBe("<paragraph>two</paragraph>");
	after.history.destroy();
	const again = open(storage, Y.encodeStateAsUpdate(after.doc));
	again.history.manager.undo();
	expect(again.text()).toBe("<paragraph>one</paragraph><paragraph>two</paragraph>");
	again.history.manager.redo();
	expect(again.text()).toBe("<paragraph>two</paragraph>");
});

test("ignores what others did, and a damaged store", () => {
	const storage = memory();
	const { doc, history } = open(storage);
	doc.getXmlFragment("content").insert(0, [new Y.XmlElement("paragraph")]);
	expect(history.canUndo()).toBe(false);
	storage.setItem("undo", "{");
	expect(() => history.restore()).not.toThrow();
});
