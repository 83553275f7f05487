// The format of a chapter's text. The server reads the same: elements `paragraph` and `heading` with `blockId`, and the
// text attributes `voice` and `line`.
import { Mark, Node } from "@tiptap/core";

type HeadingLevel = 1 | 2 | 3;
export const headingLevels: readonly HeadingLevel[] = [1, 2, 3];

const blockId = {
	default: null as string | null,
	// The second half of a split block is a new block.
	keepOnSplit: false,
	// A pasted block is a new block.
	parseHTML: () => null,
	renderHTML: (attributes: Record<string, unknown>) =>
		attributes.blockId === null ? {} : { "data-block-id": String(attributes.blockId) },
};

const document = Node.create({ name: "doc", topNode: true, content: "block+" });

const text = Node.create({ name: "text", group: "inline" });

const paragraph = Node.create({
	name: "paragraph",
	// The first type is the one of new blocks.
	priority: 1000,
	group: "block",
	content: "text*",
	addAttributes: () => ({ blockId }),
	parseHTML: () => [{ tag: "p" }],
	renderHTML: ({ HTMLAttributes }) => ["p", { ...HTMLAttributes, dir: "auto" }, 0],
});

const heading = Node.create({
	name: "heading",
	group: "block",
	content: "text*",
	defining: true,
	addAttributes: () => ({ blockId, level: { default: 1, rendered: false } }),
	parseHTML: () =>
		[1, 2, 3, 4, 5, 6].map((tagLevel) => ({
			tag: `h${tagLevel}`,
			getAttrs: (element: HTMLElement) => ({
				level: toLevel(Number(element.dataset.level ?? tagLevel)),
			}),
		})),
	renderHTML({ node, HTMLAttributes }) {
		const level = toLevel(Number(node.attrs.level));
		// One level lower: the name of the project is the heading of the page.
		return [`h${level + 1}`, { ...HTMLAttributes, "data-level": String(level), dir: "auto" }, 0];
	},
});

export const toLevel = (level: number): HeadingLevel => headingLevels.find((known) => known >= level) ?? 3;

const voice = Mark.create({
	name: "voice",
	addAttributes: () => ({
		voiceId: {
			default: "",
			parseHTML: (element: HTMLElement) => element.dataset.voiceId ?? "",
			renderHTML: (attributes: Record<string, unknown>) => ({ "data-voice-id": String(attributes.voiceId) }),
		},
	}),
	parseHTML: () => [{ tag: "span[data-voice-id]" }],
	renderHTML: ({ HTMLAttributes }) => ["span", HTMLAttributes, 0],
});

/** Direct speech. `characterId` is that of a character, `narratorKey`, or "" if nobody knows. */
const line = Mark.create({
	name: "line",
	// What is written after a quote isn't spoken by its character.
	inclusive: false,
	keepOnSplit: false,
	addAttributes: () => ({
		characterId: {
			default: "",
			parseHTML: (element: HTMLElement) => element.dataset.characterId ?? "",
			renderHTML: (attributes: Record<string, unknown>) => ({ "data-character-id": String(attributes.characterId) }),
		},
		confidence: {
			default: 0,
			parseHTML: (element: HTMLElement) => toConfidence(element.dataset.confidence),
			renderHTML: (attributes: Record<string, unknown>) => ({ "data-confidence": String(attributes.confidence) }),
		},
	}),
	parseHTML: () => [{ tag: "span[data-character-id]" }],
	renderHTML: ({ HTMLAttributes }) => ["span", HTMLAttributes, 0],
});

function toConfidence(value: string | undefined): number {
	const confidence = Number(value);
	return confidence >= 0 && confidence <= 1 ? confidence : 0;
}

export const nodesAndMarks = [document, paragraph, heading, text, voice, line];
