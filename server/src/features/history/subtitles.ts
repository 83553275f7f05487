import type { HistoryAlignments } from "@timbre/contract/history/endpoints.ts";
import type { SubtitleFormat } from "@timbre/contract/history/rules.ts";

type Alignment = HistoryAlignments["alignment"];
type Word = { text: string; start: number; end: number };
type Cue = { lines: string[]; start: number; end: number };

// Common limits for subtitles: two lines of 42 characters, at most seven seconds.
const maxLine = 42;
const maxLines = 2;
const maxSeconds = 7;
/** A longer silence ends a cue. */
const maxPause = 1.5;

/** Subtitles from the times of the characters. */
export function writeSubtitles(alignment: Alignment, format: SubtitleFormat): string {
	const cues = cuesOf(wordsOf(alignment));
	if (format === "srt") {
		const blocks = cues.map(({ lines, start, end }, at) =>
			[at + 1, `${time(start, ",")} --> ${time(end, ",")}`, ...lines].join("\n"),
		);
		return `${blocks.join("\n\n")}\n`;
	}
	const blocks = cues.map(({ lines, start, end }) =>
		[`${time(start, ".")} --> ${time(end, ".")}`, ...lines.map(escapeVtt)].join("\n"),
	);
	return `${["WEBVTT", ...blocks].join("\n\n")}\n`;
}

function wordsOf(alignment: Alignment): Word[] {
	const words: Word[] = [];
	let open: Word | undefined;
	for (const [at, character] of alignment.characters.entries()) {
		if (/^\s*$/u.test(character)) {
			open = undefined;
			continue;
		}
		const start = alignment.character_start_times_seconds[at] ?? 0;
		const end = alignment.character_end_times_seconds[at] ?? start;
		if (!open) {
			open = { text: "", start, end };
			words.push(open);
		}
		open.text += character;
		open.end = Math.max(open.end, end);
	}
	return words;
}

function cuesOf(words: readonly Word[]): Cue[] {
	const cues: Cue[] = [];
	let held: Word[] = [];
	const close = () => {
		const [first, last] = [held[0], held.at(-1)];
		if (first && last) cues.push({ lines: wrap(held.map(({ text }) => text)), start: first.start, end: last.end });
		held = [];
	};
	for (const word of words) {
		const [first, last] = [held[0], held.at(-1)];
		const fits = wrap([...held.map(({ text }) => text), word.text]).length <= maxLines;
		const isLate = first && last && (word.end - first.start > maxSeconds || word.start - last.end > maxPause);
		if (held.length > 0 && (!fits || isLate)) close();
		held.push(word);
		if (/[.!?…。！？]["'”’)\]]*$/u.test(word.text)) close();
	}
	close();
	return cues;
}

/** Fills lines in order; a longer word gets a line of its own. */
function wrap(words: readonly string[]): string[] {
	const lines: string[] = [];
	for (const word of words) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + 1 + word.length <= maxLine) lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	return lines;
}

function time(seconds: number, separator: string): string {
	const ms = Math.round(seconds * 1000);
	const part = (value: number, digits: number) => String(value).padStart(digits, "0");
	const clock = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60];
	return `${clock.map((value) => part(value, 2)).join(":")}${separator}${part(ms % 1000, 3)}`;
}

function escapeVtt(line: string): string {
	return line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
