import { voiceColors } from "@timbre/ui/voice-colors.ts";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { voiceOf } from "./commands.ts";

type NameOf = (voiceId: string) => string;
type Passage = { from: number; to: number; voiceId: string };

const key = new PluginKey<{ nameOf: NameOf; decorations: DecorationSet }>("voice-marks");

/** Shows passages with a voice of their own in its colors, with its name, and lists the voices of each block. */
export const voiceMarks = (initial: NameOf) =>
	new Plugin({
		key,
		state: {
			init: (_, { doc }) => ({ nameOf: initial, decorations: decorate(doc, initial) }),
			apply(transaction, value, _, { doc }) {
				const nameOf = (transaction.getMeta(key) as NameOf | undefined) ?? value.nameOf;
				if (!transaction.docChanged && nameOf === value.nameOf) return value;
				return { nameOf, decorations: decorate(doc, nameOf) };
			},
		},
		props: { decorations: (state) => key.getState(state)?.decorations },
	});

export const voiceMarksKey = key;

function decorate(doc: Node, nameOf: NameOf): DecorationSet {
	const decorations: Decoration[] = [];
	doc.forEach((block, offset) => {
		const passages = passagesOf(block);
		if (passages.length === 0) return;
		const names = [...new Set(passages.map(({ voiceId }) => nameOf(voiceId)))].join(", ");
		decorations.push(Decoration.node(offset, offset + block.nodeSize, { "data-voices": names }));
		for (const { from, to, voiceId } of passages) {
			const name = `Voice: ${nameOf(voiceId)}`;
			decorations.push(
				Decoration.inline(offset + 1 + from, offset + 1 + to, {
					class: "voice-passage",
					style: styleOf(voiceId),
					title: name,
					"aria-description": name,
				}),
			);
		}
	});
	return DecorationSet.create(doc, decorations);
}

// Most blocks are the same in the next version of the document.
const known = new WeakMap<Node, Passage[]>();

function passagesOf(block: Node): Passage[] {
	const before = known.get(block);
	if (before) return before;
	const passages: Passage[] = [];
	block.forEach((node, from) => {
		const voiceId = voiceOf(node);
		if (voiceId !== null) passages.push({ from, to: from + node.nodeSize, voiceId });
	});
	known.set(block, passages);
	return passages;
}

function styleOf(voiceId: string): string {
	const { from, to } = voiceColors(voiceId);
	return `--voice-from: ${from}; --voice-to: ${to}`;
}
