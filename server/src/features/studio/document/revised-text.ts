// Writes a revised text into the document of a chapter.
// Invariant: what stayed is not touched, so comments, cursors and undo of open editors stay with it.
import { documentField } from "@timbre/contract/studio/rules.ts";
import * as Y from "yjs";
import {
	type BlockNode,
	createElement,
	elementsOf,
	formatsOf,
	joinTexts,
	type NewBlock,
	readBlocks,
	sameLine,
} from "./blocks.ts";
import { increasing } from "./increasing.ts";

/** Text of a block. `from` tells where the same text is in the project so far. */
export type RevisedPart = { nodes: BlockNode[]; from?: { blockId: string; start: number; end: number } };
export type RevisedBlock = Omit<NewBlock, "nodes"> & { parts: RevisedPart[] };

/** The block as it will be read from the document. */
export function toBlock({ parts, ...block }: RevisedBlock): NewBlock {
	const nodes: BlockNode[] = [];
	for (const node of parts.flatMap((part) => part.nodes)) {
		const last = nodes.at(-1);
		if (last && last.voiceId === node.voiceId && sameLine(last.line, node.line)) last.text += node.text;
		else nodes.push({ ...node });
	}
	return { ...block, nodes };
}

/** Makes the document contain exactly these blocks. */
export function reviseDocument(doc: Y.Doc, blocks: readonly RevisedBlock[]): void {
	doc.transact(() => {
		const fragment = doc.getXmlFragment(documentField);
		const current = new Map(readBlocks(doc).map(({ id, type }, position) => [id, { type, position }]));
		const reusable = blocks.map(({ id, type }) => {
			const found = id === null ? undefined : current.get(id);
			return found?.type === type ? found.position : undefined;
		});
		// Elements can't be moved, so only those stay whose order is the same.
		const kept = increasing(reusable);
		const elements = elementsOf(doc);
		const staying = new Set(elements.filter((_, position) => kept.has(position)));
		for (let at = fragment.length - 1; at >= 0; at--)
			if (!staying.has(fragment.get(at) as Y.XmlElement)) fragment.delete(at, 1);
		for (const [at, block] of blocks.entries()) {
			const element = elements[reusable[at] ?? -1];
			if (element && staying.has(element)) reviseText(element, block);
			else fragment.insert(at, [createElement(toBlock(block))]);
		}
	});
}

/** Keeps the parts that come from this block and are still in their order, and writes the others between them. */
function reviseText(element: Y.XmlElement, { id, parts }: RevisedBlock): void {
	const own = parts.map(({ from }) => (from?.blockId === id ? from.start : undefined));
	const kept = increasing(own);
	const isWhole = parts.length === 0 || (parts.length === 1 && own[0] === 0);
	if (isWhole && (parts[0]?.from?.end ?? 0) === textLength(element)) return;
	const text = joinTexts(element);
	/** Position in the old text up to which everything is done. */
	let done = 0;
	let at = 0;
	for (const [index, part] of parts.entries()) {
		const start = own[index];
		if (start !== undefined && start >= done && kept.has(start) && part.from) {
			if (start > done) text.delete(at, start - done);
			done = part.from.end;
			at += part.from.end - start;
			continue;
		}
		for (const node of part.nodes) {
			if (node.text === "") continue;
			text.insert(at, node.text, { voice: null, line: null, ...formatsOf(node) });
			at += node.text.length;
		}
	}
	if (text.length > at) text.delete(at, text.length - at);
}

const textLength = (element: Y.XmlElement): number =>
	element.toArray().reduce((sum, child) => sum + (child instanceof Y.XmlText ? child.length : 0), 0);
