// Marks of the audio in the text: in the margin what is stale, missing, misread or locked, and the sentence that is spoken.
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { SpokenPlace } from "../../conversion/model/spoken.ts";
import { blockPlaces, blockPosition } from "../../model/block-places.ts";
import { markColors, markImages } from "./mark-images.ts";
import type { BlockMark } from "./sentences.ts";

export type BlockMarks = ReadonlyMap<string, BlockMark>;
type AudioMarks = { marks: DecorationSet; spoken: DecorationSet; shown: DecorationSet };
type Change = { blocks?: BlockMarks; spoken?: SpokenPlace | null };

export const audioMarksKey = new PluginKey<AudioMarks>("audio-marks");

const { empty } = DecorationSet;
const none: AudioMarks = { marks: empty, spoken: empty, shown: empty };

export const audioMarks = () =>
	new Plugin<AudioMarks>({
		key: audioMarksKey,
		state: {
			init: () => none,
			apply(transaction, value, _, state) {
				const change = transaction.getMeta(audioMarksKey) as Change | undefined;
				if (!change && !transaction.docChanged) return value;
				const { mapping, docChanged } = transaction;
				const { doc } = state;
				const follow = (set: DecorationSet) => (docChanged && set !== empty ? set.map(mapping, doc) : set);
				const marks = change?.blocks ? decorate(state, change.blocks) : follow(value.marks);
				const spoken = change?.spoken === undefined ? follow(value.spoken) : decorateSpoken(state, change.spoken);
				const shown = spoken === empty ? marks : marks.add(doc, spoken.find());
				return { marks, spoken, shown };
			},
		},
		props: { decorations: (state) => audioMarksKey.getState(state)?.shown },
	});

function decorate(state: EditorState, blocks: BlockMarks): DecorationSet {
	if (blocks.size === 0) return empty;
	const { doc } = state;
	const decorations = blockPlaces(state).flatMap(({ id, position }) => {
		const mark = blocks.get(id);
		const block = mark && doc.nodeAt(position);
		if (!mark || !block) return [];
		return [
			Decoration.node(position, position + block.nodeSize, {
				"data-mark": mark.kind,
				"aria-description": mark.text,
				style: `--mark: ${markImages[mark.kind]}; --mark-color: ${markColors[mark.kind]}`,
			}),
		];
	});
	return DecorationSet.create(doc, decorations);
}

function decorateSpoken(state: EditorState, place: SpokenPlace | null): DecorationSet {
	const at = place && blockPosition(state, place.blockId);
	if (!place || at === null) return empty;
	const spoken = Decoration.inline(at + 1 + place.from, at + 1 + place.to, { class: "spoken-sentence" });
	return DecorationSet.create(state.doc, [spoken]);
}
