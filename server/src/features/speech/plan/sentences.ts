import { AppError } from "@timbre/contract/errors.ts";
import { type AudioTag, stripAudioTags } from "@timbre/engines/text/audio-tags.ts";
import { applyRules, type DictionaryRule } from "@timbre/engines/text/dictionary.ts";
import { type Markup, MarkupError, parseMarkup } from "@timbre/engines/text/markup.ts";
import type { PronunciationMark } from "@timbre/engines/text/prepare.ts";
import { type Boundary, unitsOf } from "@timbre/engines/text/segment.ts";
import type { RenderOptions } from "./types.ts";

/** A sentence of a line, with offsets in the line's text without markup. */
export type Sentence = ReturnType<typeof unitContent> & { start: number; end: number };

/** Splits a line without its audio tags into sentences with their pronunciation marks and breaks. `last`: no other line follows. */
export function splitSentences(
	text: string,
	{ markup: marked, rules, nextText }: Pick<RenderOptions, "markup" | "rules" | "nextText">,
	last: boolean,
): { markup: Markup; sentences: Sentence[]; tags: AudioTag[] } {
	const { text: spoken, tags, offsets } = stripAudioTags(text);
	const parsed = marked ? parseText(spoken) : plainText(spoken);
	const markup = { ...parsed, offsets: (at: number) => offsets(parsed.offsets(at)) };
	const marks = [...markup.marks, ...dictionaryMarks(markup, rules)].sort((a, b) => a.start - b.start);
	const closing = last ? closingBoundary(markup.text, nextText) : "sentence";
	const sentences = unitsOf(markup.text).map(({ start, end, boundary }) => ({
		...unitContent(markup, marks, { start, end }, boundary === "end" ? closing : boundary),
		start,
		end,
	}));
	return { markup, sentences, tags };
}

function parseText(text: string): Markup {
	try {
		return parseMarkup(text);
	} catch (error) {
		if (!(error instanceof MarkupError)) throw error;
		throw new AppError("invalid_markup", error.message, { param: "text", cause: error });
	}
}

function plainText(text: string): Markup {
	return { text, breaks: [], marks: [], offsets: (at) => at };
}

/** Markup in the text takes precedence over dictionary rules. */
function dictionaryMarks({ text, marks }: Markup, rules: readonly DictionaryRule[]): PronunciationMark[] {
	return applyRules(text, rules)
		.filter(({ start, end }) => !marks.some((mark) => mark.start < end && start < mark.end))
		.map(({ start, end, rule }) =>
			rule.type === "alias"
				? { type: "alias", start, end, alias: rule.alias }
				: { type: "phoneme", start, end, phoneme: rule.phoneme, alphabet: rule.alphabet },
		);
}

function unitContent(
	{ text, breaks }: Markup,
	marks: readonly PronunciationMark[],
	{ start, end }: { start: number; end: number },
	boundary: Boundary,
) {
	const inside = breaks.filter(({ at }) => at >= start && (at < end || (at === end && end === text.length)));
	const own = marks.filter((mark) => mark.start >= start && mark.end <= end);
	return {
		text: text.slice(start, end),
		boundary,
		...(own.length > 0
			? { marks: own.map((mark) => ({ ...mark, start: mark.start - start, end: mark.end - start })) }
			: {}),
		...(inside.length > 0 ? { breaks: inside.map(({ at, seconds }) => ({ at: at - start, seconds })) } : {}),
	};
}

/** The boundary, and with it the pause, after the last sentence. `nextText` means the text continues in another request. */
function closingBoundary(text: string, nextText: string | null | undefined): Boundary {
	if (!nextText?.trim()) return "end";
	if (/\n\s*\n\s*$/.test(text) || /^\s*\n\s*\n/.test(nextText)) return "paragraph";
	if (/[.!?…。！？]["'”’)\]]*\s*$/.test(text)) return "sentence";
	return /[,;:—–]["'”’)\]]*\s*$/.test(text) ? "clause" : "word";
}
