import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "../generated.ts";
import { readReports, type TestOutcome } from "../test-reports.ts";
import { figuresIn } from "./figures.ts";
import type { Phase } from "./phases.ts";

export type PhaseResult = {
	name: string;
	ok: boolean;
	/** Seconds. */
	wall: number;
	/** CPU seconds of the phase's processes, without the shared product. */
	processor: number;
	/** Cores that the machine was using on average, also for the product and browsers. Far below its cores, the phase mostly waits. */
	busyCores?: number;
	/** One-minute load average when the phase ended. */
	loadAverage: number;
	budget?: number;
	passed: number;
	failed: number;
	skipped: { title: string; reason: string }[];
	/** Measurements, one per line (figures.ts). */
	figures: string[];
};

/** Bash measures the phase, because Node does not report the CPU time of children. */
const timed = 'TIMEFORMAT="%U %S"; { time npm run --silent "$@" 2>&3; } 3>&2 2> "$PHASE_TIMES"';

export async function runPhase(phase: Phase, env: NodeJS.ProcessEnv): Promise<PhaseResult> {
	const folder = await mkdtemp(join(tmpdir(), "timbre-phase-"));
	const times = join(folder, "times");
	const reports = (phase.reports ?? []).map((file) => join(ROOT, "reports", file));
	// Remove reports of earlier runs.
	for (const file of reports) await rm(file, { force: true });
	const [script, ...args] = phase.script;
	const startedAt = performance.now();
	const busyBefore = machineSeconds();
	const figures: string[] = [];
	const code = await new Promise<number>((resolve) => {
		const child = spawn("bash", ["-c", timed, "phase", script, ...(args.length > 0 ? ["--", ...args] : [])], {
			cwd: ROOT,
			env: { ...env, ...phase.env, PHASE_TIMES: times },
			stdio: ["ignore", "pipe", "inherit"],
		});
		const lines: string[] = [];
		createInterface({ input: child.stdout })
			.on("line", (line) => {
				// The output of a phase beside another one comes when it ends, so that they don't mix.
				if (phase.beside) lines.push(line);
				else process.stdout.write(`${line}\n`);
				figures.push(...figuresIn(line));
			})
			.on("close", () => process.stdout.write(lines.map((line) => `${line}\n`).join("")));
		child.once("error", () => resolve(1));
		child.once("close", (status) => resolve(status ?? 1));
	});
	const wall = (performance.now() - startedAt) / 1000;
	const [user = 0, system = 0] = (await readFile(times, "utf8").catch(() => "")).trim().split(/\s+/).map(Number);
	await rm(folder, { recursive: true, force: true });
	const outcomes = await readReports(reports);
	const noTests = outcomes.length === 0 && reports.length > 0;
	const count = (wanted: TestOutcome["outcome"]) => outcomes.filter(({ outcome }) => outcome === wanted).length;
	return {
		name: phase.name,
		// A runner that found no test may exit with 0.
		ok: code === 0 && !noTests && count("failed") === 0,
		wall: rounded(wall),
		processor: rounded(user + system),
		busyCores: rounded((machineSeconds() - busyBefore) / wall),
		loadAverage: rounded(loadavg()[0] ?? 0),
		budget: phase.budget,
		passed: count("passed"),
		failed: count("failed"),
		skipped: outcomes.flatMap(({ outcome, title, reasons }) =>
			outcome === "skipped" ? [{ title, reason: reasons.join("; ") }] : [],
		),
		figures,
	};
}

/** CPU seconds of all processes since the machine started. */
function machineSeconds(): number {
	return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000;
}

const rounded = (value: number) => Math.round(value * 10) / 10;
