import type { Segment } from "./segments.ts";
import { balanceLines, clock } from "./wrap.ts";

type SubtitleOptions = {
	maxLineCharacters: number;
	maxSeconds: number | undefined;
	nameOf: (segment: Segment) => string | undefined;
};

/** A comfortable reading speed. A cue stays longer if the next one allows it. */
const charactersPerSecond = 17;
const minSeconds = 1;
/** Between two cues, so that a change is seen. */
const gapSeconds = 0.08;

type Cue = { start: number; end: number; segment: Segment };

/** Cues never overlap. */
function toCues(segments: readonly Segment[], { maxSeconds }: SubtitleOptions): Cue[] {
	return segments.map((segment, index) => {
		const next = segments[index + 1];
		const wanted = segment.start + Math.max(minSeconds, [...segment.text].length / charactersPerSecond);
		const latest = Math.min(
			next ? next.start - gapSeconds : Number.POSITIVE_INFINITY,
			maxSeconds === undefined ? Number.POSITIVE_INFINITY : segment.start + Math.max(maxSeconds, minSeconds),
		);
		const end = Math.max(segment.end, Math.min(wanted, latest));
		return { segment, start: segment.start, end: next ? Math.min(end, Math.max(next.start, segment.start)) : end };
	});
}

export function writeSrt(segments: readonly Segment[], options: SubtitleOptions): string {
	return toCues(segments, options)
		.map(({ segment, start, end }, index) => {
			const name = options.nameOf(segment);
			const text = name === undefined ? segment.text : `${name}: ${segment.text}`;
			const lines = balanceLines(text, options.maxLineCharacters);
			return `${index + 1}\n${timeOf(start, ",")} --> ${timeOf(end, ",")}\n${lines.join("\n")}\n`;
		})
		.join("\n");
}

export function writeVtt(segments: readonly Segment[], options: SubtitleOptions): string {
	const cues = toCues(segments, options).map(({ segment, start, end }) => {
		const name = options.nameOf(segment);
		const lines = balanceLines(segment.text, options.maxLineCharacters).map(escapeCue);
		const voice = name === undefined ? "" : `<v ${escapeCue(name.replaceAll(/[\n>]/g, " "))}>`;
		return `${timeOf(start, ".")} --> ${timeOf(end, ".")}\n${voice}${lines.join("\n")}\n`;
	});
	return ["WEBVTT\n", ...cues].join("\n");
}

const escapeCue = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** 1.5 → "00:00:01,500". */
function timeOf(seconds: number, mark: "," | "."): string {
	const milliseconds = Math.round(seconds * 1000);
	return `${clock(Math.floor(milliseconds / 1000))}${mark}${String(milliseconds % 1000).padStart(3, "0")}`;
}
