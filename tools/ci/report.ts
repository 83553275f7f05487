import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { ROOT } from "../generated.ts";
import { readReports } from "../test-reports.ts";
import { phases } from "./phases.ts";
import type { PhaseResult } from "./run-phase.ts";

export async function runGit(...args: string[]): Promise<string> {
	return (await promisify(execFile)("git", args, { cwd: ROOT })).stdout.trim();
}

/** One row per phase. A phase over budget is flagged. `wall` is less than the sum, because some phases run side by side. */
export function table(results: readonly PhaseResult[], wall: number): string {
	const rows = results.map(({ name, ok, wall, processor, busyCores, loadAverage, budget, passed, failed, skipped }) => [
		name,
		ok ? "ok" : "FAILED",
		wall.toFixed(0),
		processor.toFixed(0),
		budget === undefined ? "" : `${budget}${wall > budget ? " OVER" : ""}`,
		busyCores?.toFixed(1) ?? "",
		loadAverage.toFixed(1),
		`${passed}`,
		`${failed}`,
		`${skipped.length}`,
	]);
	const total = (of: (result: PhaseResult) => number) =>
		results.reduce((sum, result) => sum + of(result), 0).toFixed(0);
	const sums = [wall.toFixed(0), total(({ processor }) => processor)];
	const lines = [
		["phase", "", "wall s", "cpu s", "budget s", "busy", "load", "passed", "failed", "skipped"],
		...rows,
		["all", "", ...sums, "", "", "", "", "", ""],
	];
	const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
	return lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")).join("\n");
}

/** Lists failures and skips with their reasons, because the output itself may be far above, and the closing line. */
export async function summaryOf(results: readonly PhaseResult[]): Promise<{ text: string; ok: boolean }> {
	const lines: string[] = [];
	for (const result of results) {
		const files = phases.find(({ name }) => name === result.name)?.reports ?? [];
		if (result.failed > 0) {
			for (const { title, outcome, reasons } of await readReports(files.map((file) => join(ROOT, "reports", file)))) {
				if (outcome !== "failed") continue;
				lines.push(`failed: ${title}`);
				for (const reason of reasons)
					lines.push(
						...stripVTControlCharacters(reason)
							.split("\n")
							.slice(0, 12)
							.map((line) => `\t${line}`),
					);
			}
		} else if (!result.ok) lines.push(`failed: ${result.name} (no failed test)`);
		for (const { title, reason } of result.skipped) lines.push(`skipped: ${title} (${reason || "WITHOUT A REASON"})`);
	}
	const sum = (of: (result: PhaseResult) => number) => results.reduce((all, result) => all + of(result), 0);
	// A phase that crashed before reporting has no failed test, and a skip without a reason counts as a failure.
	const failed = sum((result) => {
		const unexplained = result.skipped.filter(({ reason }) => reason === "").length;
		return Math.max(result.failed, result.ok ? 0 : 1) + unexplained;
	});
	const skipped = sum((result) => result.skipped.length);
	lines.push(`${sum((result) => result.passed)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
	return { text: lines.join("\n"), ok: failed === 0 && sum((result) => result.passed) > 0 };
}

/** The report that `npm run verify` writes. */
export function verifyPage(run: { commit: string; startedAt: string; wall: number; phases: PhaseResult[] }): string {
	const figures = run.phases.filter((phase) => phase.figures.length > 0);
	return [
		"# Verification",
		"",
		`Commit ${run.commit}, ${run.startedAt}, ${Math.round(run.wall / 60)} minutes.`,
		"",
		"```",
		table(run.phases, run.wall),
		"```",
		...figures.flatMap((phase) => ["", `## ${phase.name}`, "", ...phase.figures.map((line) => `- ${line}`)]),
		"",
	].join("\n");
}
