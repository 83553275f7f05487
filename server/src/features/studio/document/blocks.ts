// The text of a chapter as blocks, read from and written to its Yjs document. The format is that of y-prosemirror: elements with
// text, whose `voice` format is the voice of a passage, and whose `line` format says who speaks it.
import { type BlockType, documentField, narratorKey } from "@timbre/contract/studio/rules.ts";
import * as Y from "yjs";
import { increasing } from "./increasing.ts";

/** Direct speech: its character, the narrator (`narratorKey`), or '' if nobody knows. The confidence of people is 1. */
export type LineMark = { characterId: string; confidence: number };
/** Without a voice of its own, it has that of its character, or the project's default one for this type of block. */
export type BlockNode = { text: string; voiceId: string | null; line?: LineMark };
/** Voices of characters, by their id. */
export type CharacterVoices = ReadonlyMap<string, string>;
export type Block = { id: string; type: BlockType; nodes: BlockNode[] };
export type NewBlock = Omit<Block, "id"> & { id: string | null };

export const blockIdPattern = /^[A-Za-z0-9_-]{1,64}$/;
export const nodeNames = { paragraph: "paragraph", heading: "heading" } as const;

/** An empty document with the state that all editors of a chapter start from. */
export function createDocument(): Y.Doc {
	// Deleted text is kept, so that an editor can undo after a reload.
	return new Y.Doc({ gc: false });
}

export function readBlocks(doc: Y.Doc): Block[] {
	const seen = new Set<string>();
	return elementsOf(doc).map((element) => ({
		id: identify(element, seen),
		type: typeOf(element),
		nodes: nodesOf(element),
	}));
}

/**
 * Makes the document contain exactly these blocks. Blocks with a known id and type are changed in place. Text that already has its
 * voice by a character keeps the character.
 */
export function writeBlocks(
	doc: Y.Doc,
	blocks: readonly NewBlock[],
	characterVoices: CharacterVoices = new Map(),
): void {
	doc.transact(() => {
		const fragment = doc.getXmlFragment(documentField);
		const seen = new Set<string>();
		const current = new Map<string, { element: Y.XmlElement; position: number }>();
		for (const [position, element] of elementsOf(doc).entries())
			current.set(identify(element, seen), { element, position });
		const reusable = blocks.map((block) => {
			const found = block.id === null ? undefined : current.get(block.id);
			if (!found || typeOf(found.element) !== block.type) return undefined;
			// Of two blocks with the same id, the second is new.
			current.delete(block.id ?? "");
			return found.position;
		});
		// Elements can't be moved, so only those stay whose order is the same.
		const kept = increasing(reusable);
		for (let position = fragment.length - 1; position >= 0; position--)
			if (!kept.has(position)) fragment.delete(position, 1);
		for (const [at, block] of blocks.entries()) {
			const position = reusable[at];
			if (position === undefined || !kept.has(position)) {
				fragment.insert(at, [createElement(block)]);
				continue;
			}
			const element = fragment.get(at);
			if (element instanceof Y.XmlElement) changeText(element, block.nodes, characterVoices);
		}
	});
}

/** The element of a block. */
export function findElement(doc: Y.Doc, blockId: string): Y.XmlElement | undefined {
	const seen = new Set<string>();
	return elementsOf(doc).find((element) => identify(element, seen) === blockId);
}

export type MarkedLine = { block: number; start: number; end: number; line: LineMark };

/** Sets who speaks which passages. Lines that people have assigned stay; other lines that are not in the list are removed. */
export function markLines(doc: Y.Doc, lines: readonly MarkedLine[]): void {
	const byBlock = Map.groupBy(lines, ({ block }) => block);
	doc.transact(() => {
		for (const [block, element] of elementsOf(doc).entries()) {
			const found = byBlock.get(block) ?? [];
			const before = nodesOf(element);
			if (found.length === 0 && before.every(({ line }) => line === undefined)) continue;
			const text = joinTexts(element);
			let at = 0;
			for (const node of before) {
				const end = at + node.text.length;
				if (node.line?.confidence !== 1) markNode(text, { at, end, line: node.line }, found);
				at = end;
			}
		}
	});
}

/** Changes only what differs, so that a second run with the same result changes nothing. */
function markNode(
	text: Y.XmlText,
	node: { at: number; end: number; line: LineMark | undefined },
	lines: readonly MarkedLine[],
): void {
	let at = node.at;
	const mark = (end: number, line: LineMark | undefined) => {
		if (end > at && !sameLine(line, node.line)) text.format(at, end - at, { line: line ?? null });
		at = Math.max(at, end);
	};
	for (const { start, end, line } of lines) {
		if (end <= node.at || start >= node.end) continue;
		mark(Math.min(start, node.end), undefined);
		mark(Math.min(end, node.end), line);
	}
	mark(node.end, undefined);
}

/** Gives a passage to a character, whoever had it. False if the block or the text is not there. */
export function assignPassage(
	doc: Y.Doc,
	passage: { blockId: string; start: number; end: number; text: string },
	line: LineMark,
): boolean {
	const blocks = readBlocks(doc);
	const block = blocks.findIndex(({ id }) => id === passage.blockId);
	const element = elementsOf(doc)[block];
	if (!element) return false;
	const { start, end } = passage;
	const whole = nodesOf(element)
		.map(({ text }) => text)
		.join("");
	if (whole.slice(start, end) !== passage.text) return false;
	doc.transact(() => joinTexts(element).format(start, end - start, { line }));
	return true;
}

/** Replaces passages by a text with the voice and the speaker of what was there. */
export function replacePassages(
	doc: Y.Doc,
	passages: readonly { block: number; start: number; end: number }[],
	replacement: string,
): void {
	const elements = elementsOf(doc);
	doc.transact(() => {
		// From the end, so that the positions of those before stay right.
		for (const { block, start, end } of passages.toReversed()) {
			const element = elements[block];
			if (!element) continue;
			const [first] = nodesBetween(element, start, start + 1);
			const text = joinTexts(element);
			text.delete(start, end - start);
			if (replacement !== "")
				text.insert(start, replacement, { voice: null, line: null, ...(first ? formatsOf(first) : {}) });
		}
	});
}

/** Gives all lines of a character to another one. Without one, their speaker is unknown. */
export function replaceCharacter(doc: Y.Doc, from: string, into: string | undefined): void {
	doc.transact(() => {
		for (const element of elementsOf(doc)) {
			const nodes = nodesOf(element);
			if (!nodes.some(({ line }) => line?.characterId === from)) continue;
			const text = joinTexts(element);
			let at = 0;
			for (const node of nodes) {
				if (node.line?.characterId === from) {
					const line = into === undefined ? { characterId: "", confidence: 0 } : { ...node.line, characterId: into };
					text.format(at, node.text.length, { line });
				}
				at += node.text.length;
			}
		}
	});
}

/** The voice of a node, if it isn't the default one. */
export const voiceOfNode = ({ voiceId, line }: BlockNode, characterVoices: CharacterVoices): string | null =>
	voiceId ?? characterVoices.get(line?.characterId ?? "") ?? null;

export const sameLine = (one: LineMark | undefined, other: LineMark | undefined): boolean =>
	one?.characterId === other?.characterId && one?.confidence === other?.confidence;

/** The text that is spoken, one block per line. */
export function plainText(blocks: readonly Block[]): string {
	return blocks.map(({ nodes }) => nodes.map(({ text }) => text).join("")).join("\n");
}

export function elementsOf(doc: Y.Doc): Y.XmlElement[] {
	return doc
		.getXmlFragment(documentField)
		.toArray()
		.filter((child): child is Y.XmlElement => child instanceof Y.XmlElement);
}

/** The id that the editor or a client gave the block, or one derived from the element, which never changes. */
function identify(element: Y.XmlElement, seen: Set<string>): string {
	const given: unknown = element.getAttribute("blockId");
	const own = typeof given === "string" && blockIdPattern.test(given) && !seen.has(given) ? given : undefined;
	const { client, clock } = element._item?.id ?? { client: 0, clock: 0 };
	const id = own ?? `y${client.toString(36)}-${clock.toString(36)}`;
	seen.add(id);
	return id;
}

function typeOf(element: Y.XmlElement): BlockType {
	if (element.nodeName !== nodeNames.heading) return "p";
	// Attributes are typed as text, but y-prosemirror stores numbers.
	const level = Number(element.getAttribute("level") as unknown);
	return level === 3 ? "h3" : level === 2 ? "h2" : "h1";
}

function nodesOf(element: Y.XmlElement): BlockNode[] {
	const nodes: BlockNode[] = [];
	for (const child of element.toArray()) {
		if (!(child instanceof Y.XmlText)) continue;
		for (const { insert, attributes } of child.toDelta() as Delta) {
			if (typeof insert !== "string" || insert === "") continue;
			const voiceId = voiceOf(attributes?.voice);
			const line = lineOf(attributes?.line);
			const last = nodes.at(-1);
			if (last && last.voiceId === voiceId && sameLine(last.line, line)) last.text += insert;
			else nodes.push({ text: insert, voiceId, ...(line ? { line } : {}) });
		}
	}
	return nodes;
}

type Delta = { insert: unknown; attributes?: { voice?: unknown; line?: unknown } }[];

function lineOf(mark: unknown): LineMark | undefined {
	if (typeof mark !== "object" || mark === null || !("characterId" in mark) || !("confidence" in mark))
		return undefined;
	const { characterId, confidence } = mark;
	if (typeof characterId !== "string" || !(characterId === "" || blockIdPattern.test(characterId))) return undefined;
	return typeof confidence === "number" && confidence >= 0 && confidence <= 1 ? { characterId, confidence } : undefined;
}

function voiceOf(mark: unknown): string | null {
	if (typeof mark !== "object" || mark === null || !("voiceId" in mark)) return null;
	return typeof mark.voiceId === "string" && blockIdPattern.test(mark.voiceId) ? mark.voiceId : null;
}

const voiceFormat = (voiceId: string | null) => ({ voice: voiceId === null ? null : { voiceId } });
export const formatsOf = ({ voiceId, line }: BlockNode) => ({
	...(voiceId === null ? {} : voiceFormat(voiceId)),
	...(line ? { line } : {}),
});

export function createElement(block: NewBlock): Y.XmlElement {
	const element = new Y.XmlElement(block.type === "p" ? nodeNames.paragraph : nodeNames.heading);
	if (block.id !== null) element.setAttribute("blockId", block.id);
	// Typed as text, but the editor expects a number.
	if (block.type !== "p") element.setAttribute("level", Number(block.type.slice(1)) as unknown as string);
	const text = new Y.XmlText();
	element.insert(0, [text]);
	let at = 0;
	for (const node of block.nodes) {
		text.insert(at, node.text, formatsOf(node));
		at += node.text.length;
	}
	return element;
}

/** Changes only what differs between the old and the new text, so that comments and cursors elsewhere stay. */
function changeText(element: Y.XmlElement, nodes: readonly BlockNode[], characterVoices: CharacterVoices): void {
	const before = spokenNodes(nodesOf(element), characterVoices);
	if (JSON.stringify(before) === JSON.stringify(spokenNodes(nodes, characterVoices))) return;
	const text = joinTexts(element);
	const old = before.map((node) => node.text).join("");
	const now = nodes.map((node) => node.text).join("");
	const start = commonStart(old, now);
	const end = commonEnd(old.slice(start), now.slice(start));
	if (old.length - start - end > 0) text.delete(start, old.length - start - end);
	if (now.length - start - end > 0) text.insert(start, now.slice(start, now.length - end), {});
	let at = 0;
	for (const node of nodes) {
		for (const part of nodesBetween(element, at, at + node.text.length)) {
			if (voiceOfNode(part, characterVoices) === node.voiceId) continue;
			// The default voice, where a character has another one: the narrator speaks.
			const ofCharacter = characterVoices.has(part.line?.characterId ?? "");
			text.format(part.at, part.text.length, {
				...voiceFormat(node.voiceId),
				...(node.voiceId === null && ofCharacter ? { line: { characterId: narratorKey, confidence: 1 } } : {}),
			});
		}
		at += node.text.length;
	}
}

/** Nodes that differ by their voice, however it came about. */
export function spokenNodes(
	nodes: readonly BlockNode[],
	characterVoices: CharacterVoices,
): { text: string; voiceId: string | null }[] {
	const spoken: { text: string; voiceId: string | null }[] = [];
	for (const node of nodes) {
		if (node.text === "") continue;
		const voiceId = voiceOfNode(node, characterVoices);
		const last = spoken.at(-1);
		if (last && last.voiceId === voiceId) last.text += node.text;
		else spoken.push({ text: node.text, voiceId });
	}
	return spoken;
}

/** The parts of nodes between two positions of an element. */
function nodesBetween(element: Y.XmlElement, start: number, end: number): (BlockNode & { at: number })[] {
	let from = 0;
	return nodesOf(element).flatMap((node) => {
		const at = Math.max(start, from);
		const text = node.text.slice(at - from, Math.max(0, end - from));
		from += node.text.length;
		return text === "" ? [] : [{ ...node, text, at }];
	});
}

/** The text of an element as one, because an editor may have left several beside each other. */
export function joinTexts(element: Y.XmlElement): Y.XmlText {
	const texts = element.toArray().filter((child): child is Y.XmlText => child instanceof Y.XmlText);
	const [first] = texts;
	if (first && texts.length === 1 && element.length === 1) return first;
	const joined = new Y.XmlText();
	const nodes = nodesOf(element);
	element.delete(0, element.length);
	element.insert(0, [joined]);
	let at = 0;
	for (const node of nodes) {
		joined.insert(at, node.text, formatsOf(node));
		at += node.text.length;
	}
	return joined;
}

const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff;

/** Never ends within a surrogate pair. */
function commonStart(one: string, other: string): number {
	const most = Math.min(one.length, other.length);
	let length = 0;
	while (length < most && one[length] === other[length]) length++;
	const splits = isLowSurrogate(one.charCodeAt(length)) || isLowSurrogate(other.charCodeAt(length));
	return length > 0 && splits ? length - 1 : length;
}

function commonEnd(one: string, other: string): number {
	const most = Math.min(one.length, other.length);
	let length = 0;
	while (length < most && one[one.length - 1 - length] === other[other.length - 1 - length]) length++;
	return length > 0 && isLowSurrogate(one.charCodeAt(one.length - length)) ? length - 1 : length;
}
