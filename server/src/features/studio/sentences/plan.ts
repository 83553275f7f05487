// The sentences of a chapter: split, with their voices, the pauses after them, and the hash of their audio.
import { createHash } from "node:crypto";
import { AppError } from "@timbre/contract/errors.ts";
import type { Boundary } from "@timbre/engines/text/segment.ts";
import { type Line, type PlannedUnit, planText } from "../../speech/speech.public.ts";
import { type Block, type CharacterVoices, spokenNodes } from "../document/blocks.ts";
import type { ChapterPlan, PlannedSentence, SentenceVoice } from "./types.ts";

export type PlanOptions = Omit<Parameters<typeof planText>[2], "markup" | "seed" | "newTake">;
export type StudioVoice = Omit<Line, "text"> & { modelId: string };
export type PlanVoices = {
	/** Voices of text without one of its own. */
	heading: string;
	paragraph: string;
	characterVoices: CharacterVoices;
	/** All voices of the blocks by their id. */
	voices: ReadonlyMap<string, StudioVoice>;
};

/** Seconds at normal speed. */
const pauses: Record<Boundary, number> = { word: 0.03, clause: 0.16, sentence: 0.38, paragraph: 0.75, end: 0.75 };
const headingPause = 1.2;
/** After a block without words, such as "* * *". */
const breakPause = 1.5;

const isSpoken = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
const hasMarkup = (text: string): boolean => /<\s*(?:break|phoneme|sub|say-as|speak)\b/i.test(text);

export const sentenceKey = (text: string): string =>
	createHash("sha256").update(text.trim()).digest("base64url").slice(0, 22);

export function planBlocks(
	workspaceId: string,
	blocks: readonly Block[],
	voices: PlanVoices,
	options: PlanOptions,
): Pick<ChapterPlan, "voices" | "sentences"> {
	const used = new Map<string, number>();
	const speakers: SentenceVoice[] = [];
	const sentences: PlannedSentence[] = [];
	for (const block of blocks) {
		const planned = planBlock(workspaceId, block, voices, options, (voice) => {
			const key = JSON.stringify([voice.voiceId, voice.speech]);
			const index = used.get(key) ?? speakers.push(voice) - 1;
			used.set(key, index);
			return index;
		});
		const last = sentences.at(-1);
		if (planned.length === 0 && last && block.nodes.some(({ text }) => text.trim() !== "")) last.pause = breakPause;
		sentences.push(...planned);
	}
	return { voices: speakers, sentences };
}

/** The ids of the voices that speak a block. */
export const voicesOfBlock = (
	{ type, nodes }: Block,
	{ heading, paragraph, characterVoices }: Omit<PlanVoices, "voices">,
): string[] =>
	spokenNodes(nodes, characterVoices)
		.filter(({ text }) => isSpoken(text))
		.map(({ voiceId }) => voiceId ?? (type === "p" ? paragraph : heading));

function planBlock(
	workspaceId: string,
	block: Block,
	{ heading, paragraph, characterVoices, voices }: PlanVoices,
	options: PlanOptions,
	indexOf: (voice: SentenceVoice) => number,
): PlannedSentence[] {
	const usual = block.type === "p" ? paragraph : heading;
	let offset = 0;
	const lines: (Line & { modelId: string; offset: number })[] = [];
	for (const { text, voiceId } of spokenNodes(block.nodes, characterVoices)) {
		if (isSpoken(text)) {
			const voice = voices.get(voiceId ?? usual);
			if (!voice) throw new Error(`the voice ${voiceId ?? usual} was not loaded`);
			lines.push({ ...voice, text, offset });
		}
		offset += text.length;
	}
	if (lines.length === 0) return [];
	const { units, voices: spoken, toSourceOffset } = planLines(workspaceId, lines, options);
	const starts = lineStarts(lines);
	const seen = new Map<string, number>();
	return units.map((unit, at) => {
		const line = lines[unit.line];
		const speech = spoken[unit.voice ?? 0];
		if (!line || !speech) throw new Error("a sentence refers to a line that is not there");
		const inBlock = (position: number) => line.offset + toSourceOffset(position) - (starts[unit.line] ?? 0);
		const key = sentenceKey(unit.text);
		const occurrence = seen.get(key) ?? 0;
		seen.set(key, occurrence + 1);
		const boundary = boundaryOf(unit, units[at + 1]);
		return {
			blockId: block.id,
			blockType: block.type,
			start: inBlock(unit.start),
			end: inBlock(unit.end),
			key,
			occurrence,
			voice: indexOf({
				voiceId: line.voice.id,
				voiceName: line.voice.name,
				modelId: line.modelId,
				rate: line.voice.rate,
				language: speech.language ?? line.voice.language,
				speech,
			}),
			unit: {
				text: unit.text,
				boundary,
				...(unit.marks ? { marks: unit.marks } : {}),
				...(unit.breaks ? { breaks: unit.breaks } : {}),
			},
			characters: unit.end - unit.start,
			pause: (block.type !== "p" && at === units.length - 1 ? headingPause : pauses[boundary]) / (speech.speed ?? 1),
			baseHash: unit.hash,
		};
	});
}

/** Text that looks like markup but isn't is spoken as it is: nobody should have to mend a book for it. */
function planLines(workspaceId: string, lines: readonly Line[], options: PlanOptions) {
	const plain = { ...options, seed: undefined, newTake: false, markup: false };
	if (!lines.some(({ text }) => hasMarkup(text))) return planText(workspaceId, lines, plain);
	try {
		return planText(workspaceId, lines, { ...plain, markup: true });
	} catch (error) {
		if (error instanceof AppError && error.code === "invalid_markup") return planText(workspaceId, lines, plain);
		throw error;
	}
}

/** Where each line starts in the text that `toSourceOffset` refers to: lines are joined by line breaks. */
function lineStarts(lines: readonly Line[]): number[] {
	let at = 0;
	return lines.map(({ text }) => {
		const start = at;
		at += text.length + 1;
		return start;
	});
}

/** What follows a sentence. Where another voice takes over, the punctuation says. */
function boundaryOf(unit: PlannedUnit, next: PlannedUnit | undefined): Boundary {
	if (!next) return "paragraph";
	if (next.line === unit.line) return unit.boundary;
	if (/[.!?…。！？]["'”’»)\]]*\s*$/.test(unit.text)) return "sentence";
	return /[,;:—–]["'”’»)\]]*\s*$/.test(unit.text) ? "clause" : "word";
}
