import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { ListNumber } from "./sentences.ts";

/** One log line per finished job, so an interrupted run can continue. */
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

export type StageResults = { moonshine: Map<number, MoonshineLine>; whisper: Map<number, WhisperLine> };
/** Results by sentence list. */
export type Screening = Record<ListNumber, StageResults>;

/** A kill during a write leaves an incomplete line; that speaker is processed again. */
function parseLine(text: string): ScreeningLine | undefined {
	try {
		return JSON.parse(text) as ScreeningLine;
	} catch {
		return undefined;
	}
}

export function readScreening(path: string): Screening {
	const empty = (): StageResults => ({ moonshine: new Map(), whisper: new Map() });
	const screening: Screening = { 1: empty(), 2: empty() };
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
