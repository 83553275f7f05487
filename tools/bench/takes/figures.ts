// What the checker found and what it only thought it found.
import type { TakeChecker, TakeReport } from "@timbre/engines/transcription/take-check.ts";
import type { Clip, Take } from "./clips.ts";
import { wordsOf } from "./faults.ts";

export type Judged = {
	take: Take;
	report: TakeReport;
	/** Misread when there is a fault, anything else when there is none. */
	right: boolean;
	/** Whether the broken word, or the one beside it, is among those marked. */
	placed: boolean;
	seconds: number;
	soundSeconds: number;
};

export async function judge(checker: TakeChecker, take: Take, { pcm, sampleRate }: Clip): Promise<Judged> {
	const started = performance.now();
	const report = await checker.check({ pcm, sampleRate, spoken: take.spoken, language: "en-US" });
	const seconds = (performance.now() - started) / 1000;
	const alarmed = report.verdict === "misread";
	const words = wordsOf(take.spoken);
	const at = take.fault?.word ?? 0;
	const near = { start: words[Math.max(0, at - 1)]?.start ?? 0, end: (words[at + 1] ?? words[at])?.end ?? 0 };
	return {
		take,
		report,
		right: alarmed === (take.fault !== undefined),
		placed: report.words.some(({ start, end }) => start < near.end && end > near.start),
		seconds,
		soundSeconds: pcm.length / sampleRate,
	};
}

export type Row = { of: string; found: number; faults: number; placed: number; alarms: number; clean: number };
export type Summary = { rows: Row[]; secondsEach: number; soundSeconds: number; secondEar: number; unsure: number };

export function summary(judged: readonly Judged[]): Summary {
	const row = (of: string, part: readonly Judged[]): Row => {
		const faulty = part.filter(({ take }) => take.fault);
		const clean = part.filter(({ take }) => !take.fault);
		const found = faulty.filter(({ right }) => right);
		return {
			of,
			found: found.length,
			faults: faulty.length,
			placed: found.filter(({ placed }) => placed).length,
			alarms: clean.filter(({ right }) => !right).length,
			clean: clean.length,
		};
	};
	const mean = (pick: (one: Judged) => number) => judged.reduce((sum, one) => sum + pick(one), 0) / judged.length;
	return {
		rows: [
			row("all", judged),
			...["drop", "repeat", "swap"].map((kind) =>
				row(
					kind,
					judged.filter(({ take }) => take.fault?.kind === kind),
				),
			),
			...["piper", "kokoro"].map((engine) =>
				row(
					engine,
					judged.filter(({ take }) => take.voice.engine === engine),
				),
			),
		],
		secondsEach: mean(({ seconds }) => seconds),
		soundSeconds: mean(({ soundSeconds }) => soundSeconds),
		secondEar: mean(({ report }) => (report.checkedBy.includes("+") ? 1 : 0)),
		unsure: mean(({ report }) => (report.verdict === "unsure" ? 1 : 0)),
	};
}

export function table({ rows, secondsEach, soundSeconds, secondEar, unsure }: Summary): string {
	const percent = (part: number, whole: number) =>
		whole === 0 ? "" : `${((part / whole) * 100).toFixed(1)} % (${part}/${whole})`;
	return [
		"|        | faults found | at the right word | false alarms |",
		"| ------ | ------------ | ----------------- | ------------ |",
		...rows.map(
			({ of, found, faults, placed, alarms, clean }) =>
				`| ${of} | ${percent(found, faults)} | ${percent(placed, found)} | ${percent(alarms, clean)} |`,
		),
		"",
		`${secondsEach.toFixed(2)} s a sentence of ${soundSeconds.toFixed(1)} s of sound; the second ear was asked for ${(secondEar * 100).toFixed(0)} %; unsure ${(unsure * 100).toFixed(1)} %.`,
	].join("\n");
}
