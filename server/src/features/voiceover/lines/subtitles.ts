// SRT and WebVTT. Cues are read leniently: players and editors write many variants.

export type Cue = { startMs: number; endMs: number; text: string };

const timing = /^\s*((?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3})\s*-->\s*((?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3})/;

/** The cues of an SRT or WebVTT file in order. Empty if it has none. */
export function readSubtitles(file: string): Cue[] {
	const cues: Cue[] = [];
	for (const block of file.replace(/^\uFEFF/, "").split(/\r?\n[ \t]*\r?\n/)) {
		const lines = block.split(/\r?\n/);
		const at = lines.findIndex((line) => timing.test(line));
		const [, start, end] = timing.exec(lines[at] ?? "") ?? [];
		if (start === undefined || end === undefined) continue;
		const text = plainText(lines.slice(at + 1).join(" "));
		const [startMs, endMs] = [toMs(start), toMs(end)];
		if (text !== "" && endMs > startMs) cues.push({ startMs, endMs, text });
	}
	return cues.sort((a, b) => a.startMs - b.startMs);
}

export function writeSrt(cues: readonly Cue[]): string {
	return cues
		.map(({ startMs, endMs, text }, at) => {
			const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
			return `${at + 1}\n${clock(startMs)} --> ${clock(endMs)}\n${lines.join("\n")}\n`;
		})
		.join("\n");
}

/** Without the markup of players: <i>, <v Ada>, {\an8}. */
const plainText = (text: string): string =>
	text
		.replaceAll(/<[^<>]*>|\{\\[^{}]*\}/g, "")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&nbsp;", " ")
		.replaceAll("&amp;", "&")
		.replaceAll(/\s+/g, " ")
		.trim();

function toMs(text: string): number {
	const [whole = "", fraction = ""] = text.split(/[.,]/);
	const seconds = whole.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
	return seconds * 1000 + Number(fraction.padEnd(3, "0"));
}

function clock(ms: number): string {
	const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
	return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)},${String(ms % 1000).padStart(3, "0")}`;
}
