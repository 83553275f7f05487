import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chooseRows, fromCsv, linesOf, paceBands, type Row, rowsOf, toCsv, voicesOf } from "./choose.ts";
import { VOICE_NAMES } from "./names.ts";
import { appendLine, readScreening, type Screening } from "./record.ts";

function row(sid: number, more: Partial<Row> = {}): Row {
	const defaults = {
		sentences: 20,
		werMoonshine: 2,
		werWhisper: 2,
		pitchHz: 150,
		wordsPerMinute: 200,
		levelDb: -20,
		clipped: 0,
	};
	return { sid, ...defaults, ...more };
}

test("rejects a speaker over 8% with either transcriber", () => {
	const rows = [row(1, { werMoonshine: 8.1, werWhisper: 0 }), row(2, { werWhisper: 8.1 }), row(3, { werMoonshine: 8 })];
	expect(chooseRows(rows, 60).map(({ sid }) => sid)).toEqual([3]);
});

test("rejects a speaker transcribed by only one transcriber", () => {
	expect(chooseRows([row(1, { werWhisper: undefined })], 60)).toEqual([]);
});

test("chooses a speaker without the second list only while too few have read it", () => {
	const rows = [row(1, { sentences: 10, werMoonshine: 0 }), row(2), row(3)];
	expect(chooseRows(rows, 2).map(({ sid }) => sid)).toEqual([2, 3]);
	expect(chooseRows(rows, 3).map(({ sid }) => sid)).toEqual([1, 2, 3]);
});

test("rejects clipping speakers", () => {
	expect(chooseRows([row(1, { clipped: 0.01 })], 60)).toEqual([]);
});

test("ranks by mean rate, then by the worse transcriber", () => {
	const rows = [
		row(1, { werMoonshine: 4, werWhisper: 4 }),
		row(2, { werMoonshine: 6, werWhisper: 2 }),
		row(3, { werMoonshine: 1, werWhisper: 3 }),
	];
	expect(chooseRows(rows, 2).map(({ sid }) => sid)).toEqual([3, 1]);
});

test("pools rates over both lists once both transcribers have processed them", () => {
	const line = { heard: "", words: 50, list: 1 as const };
	const defaults = {
		...line,
		stage: "moonshine" as const,
		heard: [],
		pitchHz: 100,
		wordsPerMinute: 200,
		levelDb: -20,
		clipped: 0,
		seconds: 9,
	};
	const screening: Screening = {
		1: { moonshine: new Map([[3, { ...defaults, sid: 3, errors: 0 }]]), whisper: new Map() },
		2: { moonshine: new Map([[3, { ...defaults, sid: 3, errors: 10 }]]), whisper: new Map() },
	};
	expect(rowsOf(screening)[0]).toMatchObject({ sentences: 10, werMoonshine: 0, werWhisper: undefined });
	screening[1].whisper.set(3, { ...line, stage: "whisper", sid: 3, errors: 5 });
	screening[2].whisper.set(3, { ...line, stage: "whisper", sid: 3, errors: 0 });
	expect(rowsOf(screening)[0]).toMatchObject({ sentences: 20, werMoonshine: 10, werWhisper: 5 });
});

test("sixty voices have sixty names, and a voice keeps its name when another is removed", () => {
	expect(new Set(VOICE_NAMES).size).toBe(60);
	const rows = Array.from({ length: 60 }, (_, index) => row(index * 61));
	const names = voicesOf(rows, paceBands(rows)).map(({ name }) => name);
	expect(new Set(names).size).toBe(60);
	const fewer = voicesOf(rows.slice(0, 30), paceBands(rows)).map(({ name }) => name);
	expect(fewer).toEqual(names.slice(0, 30));
});

test("labels reflect the measurements", () => {
	const rows = [
		row(0, { pitchHz: 119, wordsPerMinute: 100 }),
		row(1, { pitchHz: 120, wordsPerMinute: 200 }),
		row(2, { pitchHz: 181, wordsPerMinute: 300 }),
	];
	expect(voicesOf(rows, { slowBelow: 150, fastAbove: 250 }).map(({ labels }) => labels)).toEqual([
		{ pitch: "low", pace: "slow" },
		{ pitch: "medium", pace: "medium" },
		{ pitch: "high", pace: "fast" },
	]);
});

test("leaves missing results empty in the table", () => {
	const rows = [row(7, { werWhisper: undefined })];
	expect(toCsv(rows, []).split("\n")[1]).toBe("7,20,2.00,,,150,200,-20.0,0.00000,no");
});

test("reads rows back from the table", () => {
	const rows = [row(7, { werWhisper: undefined }), row(8, { werMoonshine: 1.25, clipped: 0.0005 })];
	expect(fromCsv(toCsv(rows, []))).toEqual(rows);
});

test("another machine can continue from the table", () => {
	const dir = mkdtempSync(join(tmpdir(), "screening-"));
	const file = join(dir, "log.jsonl");
	const rows = [
		row(7, { sentences: 10, werMoonshine: 1.47, werWhisper: undefined }),
		row(8, { sentences: 10, werMoonshine: 4.41, werWhisper: 2.94 }),
		row(9, { sentences: 20, werMoonshine: 1.25, werWhisper: 0 }),
	];
	for (const line of linesOf(rows)) appendLine(file, line);
	expect(toCsv(rowsOf(readScreening(file)), [])).toBe(toCsv(rows, []));
	rmSync(dir, { recursive: true });
});

test("ignores an incomplete line instead of failing", () => {
	const dir = mkdtempSync(join(tmpdir(), "screening-"));
	const file = join(dir, "log.jsonl");
	writeFileSync(
		file,
		'{"stage":"whisper","list":1,"sid":4,"errors":1,"words":68,"heard":""}\n{"stage":"whisper","sid":5,"err',
	);
	appendLine(file, { stage: "whisper", list: 1, sid: 6, heard: "", errors: 0, words: 68 });
	appendLine(file, { stage: "whisper", list: 1, sid: 7, heard: "", errors: 0, words: 68 });
	expect([...readScreening(file)[1].whisper.keys()]).toEqual([4, 7]);
	rmSync(dir, { recursive: true });
});
