import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { ListNumber } from "./sentences.ts";

/** One finished piece of work, one line in the log: a run that is stopped goes on where it was. */
export type MoonshineLine = {
	stage: "moonshine";
	list: ListNumber;
	sid: number;
	heard: string[];
	errors: number;
	words: number;
	pitchHz: number;
	wordsPerMinute: number;
	levelDb: number;
	clipped: number;
	seconds: number;
};
export type WhisperLine = {
	stage: "whisper";
	list: ListNumber;
	sid: number;
	heard: string;
	errors: number;
	words: number;
};
export type ScreeningLine = MoonshineLine | WhisperLine;

export type Heard = { moonshine: Map<number, MoonshineLine>; whisper: Map<number, WhisperLine> };
/** What is known, by list of sentences. */
export type Screening = Record<ListNumber, Heard>;

/** A kill in the middle of a write leaves half a line: that speaker is simply done again. */
function parseLine(text: string): ScreeningLine | undefined {
	try {
		return JSON.parse(text) as ScreeningLine;
	} catch {
		return undefined;
	}
}

export function readScreening(path: string): Screening {
	const heard = (): Heard => ({ moonshine: new Map(), whisper: new Map() });
	const screening: Screening = { 1: heard(), 2: heard() };
	if (!existsSync(path)) return screening;
	for (const text of readFileSync(path, "utf8").split("\n")) {
		const line = parseLine(text);
		if (line?.stage === "moonshine") screening[line.list].moonshine.set(line.sid, line);
		else if (line?.stage === "whisper") screening[line.list].whisper.set(line.sid, line);
	}
	return screening;
}

export function appendLine(path: string, line: ScreeningLine): void {
	mkdirSync(dirname(path), { recursive: true });
	appendFileSync(path, `${JSON.stringify(line)}\n`);
}
