import { randomInt } from "node:crypto";
import type { SpeechUnit, SpeechVoice } from "@timbre/engines/node/protocol.ts";
import type { AudioTag } from "@timbre/engines/text/audio-tags.ts";
import type { Markup } from "@timbre/engines/text/markup.ts";
import { splitSentences } from "./sentences.ts";
import { takeHash, takeKey } from "./take-hash.ts";
import type { Line, PlannedText, PlannedUnit, RenderOptions } from "./types.ts";
import { dedupeVoices, requireLanguage, speechVoice } from "./voices.ts";

/** A line's markup, and where its text starts in the joined text and in the text the caller sent. */
type PlacedLine = { markup: Markup; offset: number; sourceOffset: number };

/** The sentences of all lines in order, each as if none was paid for. */
export function planText(workspaceId: string, lines: readonly Line[], options: RenderOptions): PlannedText {
	for (const line of lines) requireLanguage(line, options.languageCode);
	const seed = options.seed ?? (options.newTake ? randomInt(2 ** 32 - 1) : undefined);
	const voices: SpeechVoice[] = [];
	const units: PlannedUnit[] = [];
	const placed: PlacedLine[] = [];
	const tags: AudioTag[] = [];
	let offset = 0;
	let sourceOffset = 0;
	for (const [index, line] of lines.entries()) {
		const voice = speechVoice(line, options);
		const { markup, sentences, tags: removed } = splitSentences(line.text, options, index === lines.length - 1);
		for (const tag of removed) tags.push({ ...tag, start: sourceOffset + tag.start, end: sourceOffset + tag.end });
		for (const { start, end, ...content } of sentences) {
			const hash = takeHash(workspaceId, line.engine.version, voice, content, seed);
			units.push({
				...content,
				voice: index,
				start: offset + start,
				end: offset + end,
				...(seed === undefined ? {} : { seed }),
				take: { key: takeKey(workspaceId, hash), stored: false },
				unpaid: true,
				paidCharacters: 0,
				hash,
				line: index,
				rate: line.voice.rate,
			});
		}
		voices.push(voice);
		placed.push({ markup, offset, sourceOffset });
		offset += markup.text.length + 1;
		sourceOffset += line.text.length + 1;
	}
	return {
		text: placed.map(({ markup }) => markup.text).join("\n"),
		toSourceOffset: (at) => {
			const line = placed.findLast((one) => one.offset <= at) ?? placed[0];
			return line ? line.sourceOffset + line.markup.offsets(at - line.offset) : at;
		},
		voices: dedupeVoices(voices, units),
		units,
		tags,
	};
}

/** A unit in the form the speech node accepts. */
export function toNodeUnit({
	unpaid: _unpaid,
	paidCharacters: _paidCharacters,
	hash: _hash,
	line: _line,
	rate: _rate,
	...unit
}: PlannedUnit): SpeechUnit {
	return unit;
}
