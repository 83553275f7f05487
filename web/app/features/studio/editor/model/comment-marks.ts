import type { Comment } from "@timbre/contract/studio/endpoints.ts";
import { maxQuoteCharacters } from "@timbre/contract/studio/rules.ts";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { bindingOf, decodeRange, encodePosition, isFromDocument, type Range } from "./positions.ts";

type Marked = Pick<Comment, "start" | "end" | "quote" | "resolved_at_unix">;
type Comments = readonly Marked[];

export const commentMarksKey = new PluginKey<{ comments: Comments; decorations: DecorationSet }>("comment-marks");

/** Marks the passages of open comments. */
export const commentMarks = () =>
	new Plugin({
		key: commentMarksKey,
		state: {
			init: () => ({ comments: [] as Comments, decorations: DecorationSet.empty }),
			apply(transaction, value, _, state) {
				const comments = transaction.getMeta(commentMarksKey) as Comments | undefined;
				if (comments || isFromDocument(transaction)) {
					const shown = comments ?? value.comments;
					return { comments: shown, decorations: decorate(state, shown) };
				}
				if (!transaction.docChanged) return value;
				return { ...value, decorations: value.decorations.map(transaction.mapping, transaction.doc) };
			},
		},
		props: { decorations: (state) => commentMarksKey.getState(state)?.decorations },
	});

function decorate(state: EditorState, comments: Comments): DecorationSet {
	const decorations = comments.flatMap((comment) => {
		if (comment.resolved_at_unix !== null) return [];
		const range = rangeOf(state, comment);
		return range ? [Decoration.inline(range.from, range.to, { class: "commented" })] : [];
	});
	return DecorationSet.create(state.doc, decorations);
}

/** Where a comment's passage is now. A block that was split or changed its kind is a new one; its quote is looked for. */
export function rangeOf(state: EditorState, comment: Marked): Range | null {
	return decodeRange(bindingOf(state), state.doc.content.size, comment) ?? findQuote(state.doc, comment.quote);
}

/** The only block that contains a text once. */
export function findQuote(doc: Node, quote: string): Range | null {
	if (quote === "") return null;
	const found: Range[] = [];
	doc.forEach((block, offset) => {
		const text = block.textContent;
		for (let at = text.indexOf(quote); at >= 0 && found.length < 2; at = text.indexOf(quote, at + 1)) {
			found.push({ from: offset + 1 + at, to: offset + 1 + at + quote.length });
		}
	});
	return found.length === 1 ? (found[0] ?? null) : null;
}

export type Passage = { quote: string; start: string; end: string };

/** The passage of a new comment. */
export function passageAt(state: EditorState, { from, to }: Range): Passage {
	const binding = bindingOf(state);
	return {
		quote: state.doc.textBetween(from, to, " ").slice(0, maxQuoteCharacters).toWellFormed(),
		start: encodePosition(binding, from, "right"),
		end: encodePosition(binding, to),
	};
}
