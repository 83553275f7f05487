import { narratorKey, sureConfidence } from "@timbre/contract/studio/rules.ts";
import { voiceColors } from "@timbre/ui/voice-colors.ts";
import { Fragment, type Node, Slice } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { type Line, lineOf, type Speakers, speakerText } from "./lines.ts";
import { percent } from "./review.ts";

export const lineMarksKey = new PluginKey<{ speakers: Speakers; decorations: DecorationSet }>("line-marks");

const noSpeakers: Speakers = new Map();

/**
 * Shows who speaks which lines, in the colors of their voices. Put it after the marks of voices: a line with a voice of
 * its own looks like one, and is described as a line.
 */
export const lineMarks = () =>
	new Plugin({
		key: lineMarksKey,
		state: {
			init: (_, { doc }) => ({ speakers: noSpeakers, decorations: decorate(doc, noSpeakers) }),
			apply(transaction, value, _, { doc }) {
				const speakers = (transaction.getMeta(lineMarksKey) as Speakers | undefined) ?? value.speakers;
				if (!transaction.docChanged && speakers === value.speakers) return value;
				return { speakers, decorations: decorate(doc, speakers) };
			},
		},
		props: {
			decorations: (state) => lineMarksKey.getState(state)?.decorations,
			transformPasted(slice, { state }) {
				const speakers = lineMarksKey.getState(state)?.speakers ?? noSpeakers;
				return new Slice(knownLines(slice.content, speakers), slice.openStart, slice.openEnd);
			},
		},
	});

/** Text of another project brings lines of characters that this one doesn't have. Nobody knows who speaks them here. */
export function knownLines(content: Fragment, speakers: Speakers): Fragment {
	// The characters aren't known yet.
	if (speakers.size === 0) return content;
	const nodes: Node[] = [];
	content.forEach((node) => {
		const line = lineOf(node);
		const isKnown = !line || line.characterId === narratorKey || speakers.has(line.characterId);
		const marks = isKnown
			? node.marks
			: node.marks.map((mark) => (mark.type.name === "line" ? mark.type.create() : mark));
		nodes.push(node.isText ? node.mark(marks) : node.copy(knownLines(node.content, speakers)));
	});
	return Fragment.fromArray(nodes);
}

function decorate(doc: Node, speakers: Speakers): DecorationSet {
	const decorations: Decoration[] = [];
	doc.forEach((block, offset) => {
		const passages = passagesOf(block);
		if (passages.length === 0) return;
		const names = [...new Set(passages.flatMap(({ line }) => nameOf(line, speakers) ?? []))].join(", ");
		if (names !== "") decorations.push(Decoration.node(offset, offset + block.nodeSize, { "data-speakers": names }));
		for (const { from, to, line, hasVoice } of passages)
			decorations.push(Decoration.inline(offset + 1 + from, offset + 1 + to, attributesOf(line, hasVoice, speakers)));
	});
	return DecorationSet.create(doc, decorations);
}

function attributesOf(line: Line, hasVoice: boolean, speakers: Speakers): Record<string, string> {
	const { characterId, confidence } = line;
	const speaker = speakers.get(characterId);
	const isKnown = speaker !== undefined || characterId === narratorKey;
	const isSure = isKnown && confidence >= sureConfidence;
	const said = speakerText(characterId, speakers);
	const text = isKnown && !isSure ? `${said} (guess, ${percent(confidence)})` : said;
	return {
		class: isSure ? "line-passage" : "line-passage line-unsure",
		title: text,
		"aria-description": text,
		...(speaker?.voiceId && !hasVoice ? { style: styleOf(speaker.voiceId) } : {}),
	};
}

/** Above the block. The narrator needs no name there. */
function nameOf({ characterId }: Line, speakers: Speakers): string | undefined {
	if (characterId === narratorKey) return undefined;
	return speakers.get(characterId)?.name ?? "Speaker unknown";
}

type Passage = { from: number; to: number; line: Line; hasVoice: boolean };

// Most blocks are the same in the next version of the document.
const known = new WeakMap<Node, Passage[]>();

function passagesOf(block: Node): Passage[] {
	const before = known.get(block);
	if (before) return before;
	const passages: Passage[] = [];
	block.forEach((node, from) => {
		const line = lineOf(node);
		const hasVoice = node.marks.some(({ type }) => type.name === "voice");
		if (line) passages.push({ from, to: from + node.nodeSize, line, hasVoice });
	});
	known.set(block, passages);
	return passages;
}

function styleOf(voiceId: string): string {
	const { from, to } = voiceColors(voiceId);
	return `--voice-from: ${from}; --voice-to: ${to}`;
}
