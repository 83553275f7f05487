import type { Comment } from "@timbre/contract/studio/endpoints.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as Y from "yjs";
import type { SeedUser } from "../../../../../seed/builders.ts";
import { aStudioProject, type StudioProject } from "../../../testing/studio/project.ts";
import { aRevision, chaptersOf, type TestBook } from "../../../testing/studio/revision.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { createDocument, plainText, readBlocks, writeBlocks } from "../document/blocks.ts";
import { loadDocument } from "../document/document.service.ts";
import { encodePassage, findPassages } from "../document/passage-places.ts";
import { reviseDocument } from "../document/revised-text.ts";

let app: TestApp;
let user: SeedUser;
beforeAll(async () => {
	app = await testApp();
	user = await app.user({ tier: "creator" });
});
afterAll(async () => app.stop());

const book: TestBook = {
	"The lamp": [
		"The lamp went out at four in the morning.",
		"Nobody saw it happen at all. The keeper was asleep upstairs.",
	],
	"The tide": ["The tide came in at nine, as it always did.", "He waited for the boat until it was dark."],
	"The rain": ["It rained all day and all of the night.", "The roof held, but the cellar was full by noon."],
};

async function textOf(chapterId: string) {
	const loaded = await loadDocument(app.db, user.workspaceId, chapterId);
	if (!loaded) throw new Error("the chapter exists");
	return loaded.doc;
}

/** Comments on a passage as the editor does. */
async function comment(project: StudioProject, chapter: number, quote: string, text: string): Promise<void> {
	const doc = await textOf(project.chapterIds[chapter] ?? "");
	const blocks = readBlocks(doc);
	const block = blocks.find((one) => plainText([one]).includes(quote));
	if (!block) throw new Error(`nowhere: ${quote}`);
	const offset = plainText([block]).indexOf(quote);
	const position = (at: number) => ({ blockId: block.id, offset: offset + at });
	const passage = encodePassage(doc, { start: position(0), end: position(quote.length) });
	await project.send("POST", `${project.chapterPath(chapter)}/comments`, { text, quote, ...passage });
}

/** Comments with the passages that they lead to now. */
async function commentsOf(project: StudioProject): Promise<Record<string, unknown>> {
	const found: Record<string, unknown> = {};
	const { chapters_order } = await project.get<{ chapters_order: string[] }>();
	for (const [chapter, id] of chapters_order.entries()) {
		const doc = await textOf(id);
		const blocks = readBlocks(doc);
		const { comments } = await project.send<{ comments: Comment[] }>("GET", `${project.path}/chapters/${id}/comments`);
		for (const { text, start, end, quote, resolved_at_unix } of comments) {
			const [passage] = findPassages(doc, [{ start, end }]);
			const block = blocks.find((one) => one.id === passage?.start.blockId);
			const words = block && passage ? plainText([block]).slice(passage.start.offset, passage.end.offset) : "";
			found[text] = resolved_at_unix ? { chapter, resolved: quote } : { chapter, words };
		}
	}
	return found;
}

test("comments stay with their passages, wherever those are now", async () => {
	const project = await aStudioProject(app, user, chaptersOf(book, app.voiceId));
	await comment(project, 0, "Nobody saw it happen at all.", "stays between changes");
	await comment(project, 0, "keeper was asleep", "in a changed sentence");
	await comment(project, 1, "waited for the boat", "moves within its chapter");
	await comment(project, 2, "all of the night", "moves from a deleted chapter");
	await comment(project, 2, "The roof held", "is deleted");
	const revision = await aRevision(app, user, project, {
		"The lamp": [
			"The lamp went out at five in the morning.",
			"It was late. Nobody saw it happen at all. The old keeper was asleep upstairs, it seems.",
		],
		"The tide": [
			"He waited for the boat until it was dark.",
			"The tide came in at nine, as it always did. It rained all day and all of the night.",
		],
	});
	const { comparison } = await revision.compared();
	expect(comparison?.lost_comments).toMatchObject([
		{ chapter: "The rain", text: "is deleted", quote: "The roof held" },
	]);
	expect(await revision.apply()).toMatchObject({ state: "applied" });
	expect(await commentsOf(project)).toEqual({
		"stays between changes": { chapter: 0, words: "Nobody saw it happen at all." },
		"in a changed sentence": { chapter: 0, words: "keeper was asleep" },
		"moves within its chapter": { chapter: 1, words: "waited for the boat" },
		"moves from a deleted chapter": { chapter: 1, words: "all of the night" },
		"is deleted": { chapter: 0, resolved: "The roof held" },
	});
});

test("an open editor keeps its place, and what its user undoes is only what the user did", () => {
	const doc = createDocument();
	const nodes = (text: string) => [{ text, voiceId: null }];
	writeBlocks(doc, [{ id: "a", type: "p", nodes: nodes("One day. Two days. Three days.") }]);
	const editor = new Y.Doc({ gc: false });
	Y.applyUpdate(editor, Y.encodeStateAsUpdate(doc));
	const text = (editor.getXmlFragment("content").get(0) as Y.XmlElement).get(0) as Y.XmlText;
	const history = new Y.UndoManager(text, { trackedOrigins: new Set(["user"]) });
	editor.transact(() => text.insert(text.length, " Typed."), "user");
	Y.applyUpdate(doc, Y.encodeStateAsUpdate(editor));
	const [cursor] = [Y.createRelativePositionFromTypeIndex(text, "One day. Two".length)];

	const from = (start: number, end: number) => ({ blockId: "a", start, end });
	const before = Y.encodeStateVector(doc);
	reviseDocument(doc, [
		{
			id: "a",
			type: "p",
			parts: [
				{ nodes: nodes("Zero. ") },
				{ nodes: nodes("Two days. "), from: from(9, 19) },
				{ nodes: nodes("Typed."), from: from(31, 37) },
			],
		},
		{ id: null, type: "p", parts: [{ nodes: nodes("Three days."), from: from(19, 30) }] },
	]);
	Y.applyUpdate(editor, Y.encodeStateAsUpdate(doc, before), "server");
	expect(plainText(readBlocks(editor))).toBe("Zero. Two days. Typed.\nThree days.");
	expect(Y.createAbsolutePositionFromRelativePosition(cursor, editor)?.index).toBe("Zero. Two".length);
	history.undo();
	expect(plainText(readBlocks(editor))).toBe("Zero. Two days. \nThree days.");
});
