import { makeNovel } from "@timbre/engines/documents/testing/make-novel.ts";
import { expect, test } from "vitest";
import { createDocument, plainText, readBlocks, writeBlocks } from "../document/blocks.ts";
import { reviseDocument } from "../document/revised-text.ts";
import { compareManuscripts } from "./comparison.ts";
import type { OldChapter } from "./manuscript.ts";
import { rewrite } from "./rewrite.ts";

/** The same seed gives the same numbers. */
function createRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

/** Edits of all kinds, many of them. */
function scramble(paragraphs: readonly string[], random: () => number): string[] {
	const edited = paragraphs.flatMap((paragraph) => {
		const chance = random();
		const words = paragraph.split(" ");
		const at = Math.floor(random() * words.length);
		if (chance < 0.1) return [];
		if (chance < 0.2) return [words.slice(0, at).join(" "), words.slice(at).join(" ")];
		if (chance < 0.3) return [words.toSpliced(at, 1, "“Really?”", "she", "asked.").join(" ")];
		if (chance < 0.4) return [words.toSpliced(at, 3).join(" ")];
		if (chance < 0.5) return [`${paragraph} ${words[at] ?? ""}! 🙂 Então, é isso.`];
		if (chance < 0.6) return [words.join(at % 2 === 0 ? "  " : "\n")];
		if (chance < 0.7) return [paragraph, "* * *", "New, all of it."];
		return [paragraph];
	});
	if (random() < 0.5) edited.push(...edited.splice(1, 2));
	return edited.filter((paragraph) => paragraph.trim() !== "");
}

const spaced = (text: string) => text.replaceAll(/\s+/g, " ");

test("whatever was changed, the project becomes the revised text, and voices stay with their words", () => {
	for (let seed = 1; seed <= 30; seed++) {
		const random = createRandom(seed);
		const { chapters } = makeNovel({ words: 600, chapters: 2, seed });
		const docs = chapters.map(({ paragraphs }, chapter) => {
			const doc = createDocument();
			writeBlocks(
				doc,
				paragraphs.map((text, at) => ({
					id: at % 3 === 0 ? null : `b${chapter}-${at}`,
					type: "p",
					nodes: [
						{ text: text.slice(0, 20), voiceId: at % 2 === 0 ? null : "other" },
						{ text: text.slice(20), voiceId: null },
					],
				})),
			);
			return doc;
		});
		const before = chapters.map(({ name }, at): OldChapter => {
			const doc = docs[at];
			return { id: `c${at}`, name, blocks: doc ? readBlocks(doc) : [] };
		});
		const after = chapters.map(({ name, paragraphs }) => ({
			name,
			blocks: scramble(paragraphs, random).map((text) => ({
				id: null,
				type: "p" as const,
				nodes: [{ text, voiceId: null }],
			})),
		}));
		const { chapters: revised, deleted } = rewrite(before, after, compareManuscripts(before, after), {
			locked: new Set(),
			keep: true,
		});
		expect(deleted).toEqual([]);
		for (const [at, chapter] of revised.entries()) {
			const doc = docs[before.findIndex(({ id }) => id === chapter.id)];
			if (!doc) throw new Error("the chapter was matched");
			reviseDocument(doc, chapter.blocks);
			const blocks = readBlocks(doc);
			const wanted = after[at]?.blocks.map(({ nodes }) => spaced(nodes[0]?.text ?? "")) ?? [];
			expect(blocks.map((block) => spaced(plainText([block])))).toEqual(wanted);
			const ids = blocks.map(({ id }) => id);
			expect(new Set(ids).size).toBe(ids.length);
			const spoken = blocks.flatMap(({ nodes }) => nodes.filter(({ voiceId }) => voiceId === "other"));
			expect(spoken.length).toBeGreaterThan(0);
		}
	}
});
