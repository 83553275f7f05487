// Evaluates the checker: errors found and false alarms.
import type { TakeChecker, TakeReport } from "@timbre/engines/transcription/take-check.ts";
import type { Clip, Take } from "./clips.ts";
import { wordsOf } from "./planted-errors.ts";

export type Judged = {
	take: Take;
	report: TakeReport;
	/** Whether the verdict is "misread" exactly when there is a planted error. */
	right: boolean;
	/** Whether the affected word or its neighbor is flagged. */
	placed: boolean;
	seconds: number;
	audioSeconds: number;
};

export async function judge(checker: TakeChecker, take: Take, { pcm, sampleRate }: Clip): Promise<Judged> {
	const started = performance.now();
	const report = await checker.check({ pcm, sampleRate, spoken: take.spoken, language: "en-US" });
	const seconds = (performance.now() - started) / 1000;
	const alarmed = report.verdict === "misread";
	const words = wordsOf(take.spoken);
	const at = take.plantedError?.word ?? 0;
	const near = { start: words[Math.max(0, at - 1)]?.start ?? 0, end: (words[at + 1] ?? words[at])?.end ?? 0 };
	return {
		take,
		report,
		right: alarmed === (take.plantedError !== undefined),
		placed: report.words.some(({ start, end }) => start < near.end && end > near.start),
		seconds,
		audioSeconds: pcm.length / sampleRate,
	};
}

export type Row = { of: string; found: number; errors: number; placed: number; alarms: number; clean: number };
export type Summary = {
	rows: Row[];
	secondsEach: number;
	audioSeconds: number;
	secondTranscriber: number;
	unsure: number;
};

export function summary(judged: readonly Judged[]): Summary {
	const row = (of: string, part: readonly Judged[]): Row => {
		const faulty = part.filter(({ take }) => take.plantedError);
		const clean = part.filter(({ take }) => !take.plantedError);
		const found = faulty.filter(({ right }) => right);
		return {
			of,
			found: found.length,
			errors: faulty.length,
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
					judged.filter(({ take }) => take.plantedError?.kind === kind),
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
		audioSeconds: mean((one) => one.audioSeconds),
		secondTranscriber: mean(({ report }) => (report.checkedBy.includes("+") ? 1 : 0)),
		unsure: mean(({ report }) => (report.verdict === "unsure" ? 1 : 0)),
	};
}

export function table({ rows, secondsEach, audioSeconds, secondTranscriber, unsure }: Summary): string {
	const percent = (part: number, total: number) =>
		total === 0 ? "" : `${((part / total) * 100).toFixed(1)}% (${part}/${total})`;
	return [
		"|        | errors found | at the right word | false alarms |",
		"| ------ | ------------ | ----------------- | ------------ |",
		...rows.map(
			({ of, found, errors, placed, alarms, clean }) =>
				`| ${of} | ${percent(found, errors)} | ${percent(placed, found)} | ${percent(alarms, clean)} |`,
		),
		"",
		`${secondsEach.toFixed(2)} s per sentence of ${audioSeconds.toFixed(1)} s of audio; second transcriber used for ${(secondTranscriber * 100).toFixed(0)}%; unsure ${(unsure * 100).toFixed(1)}%.`,
	].join("\n");
}
