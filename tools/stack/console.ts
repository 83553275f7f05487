// Terminal output while the product starts and runs: one transient line for progress, plain lines otherwise.
import { formatSize } from "./disk.ts";

const interactive = process.stdout.isTTY === true;
const NAME_WIDTH = 11;
let transient = false;

function eraseTransient(): void {
	if (transient) process.stdout.write("\r\x1b[2K");
	transient = false;
}

/** Prints a permanent line. */
export function print(text: string): void {
	eraseTransient();
	process.stdout.write(`${text}\n`);
}

/** Prints a line that the next one replaces. Does nothing if stdout is not a terminal. */
export function printTransient(text: string): void {
	if (!interactive) return;
	eraseTransient();
	process.stdout.write(text.slice(0, (process.stdout.columns ?? 80) - 1));
	transient = true;
}

/** Removes the transient line. */
export function clearTransient(): void {
	eraseTransient();
}

let lastProgressLine = 0;

/** Shows download progress: a bar on a terminal, a line every few seconds in a log. */
export function printProgress(progress: ModelProgress): void {
	const text = `  ${progressBar(progress)}`;
	if (interactive) {
		printTransient(text);
	} else if (Date.now() - lastProgressLine >= 5_000) {
		lastProgressLine = Date.now();
		print(text);
	}
}

export type ModelProgress = { model: string; phase: string; received: number; total: number };

/** Parses the speech node's progress line, or returns undefined. */
export function parseModelProgress(line: string): ModelProgress | undefined {
	if (!line.includes('"model-progress"')) return undefined;
	try {
		const { event, model, phase, received, total } = JSON.parse(line) as ModelProgress & { event?: string };
		return event === "model-progress" ? { model, phase, received, total } : undefined;
	} catch {
		return undefined;
	}
}

/** Reads the worker's progress line as text, or returns undefined. */
export function parsePreviewProgress(line: string): string | undefined {
	if (!line.includes('"preview-progress"')) return undefined;
	const { done, total } = JSON.parse(line) as { done: number; total: number };
	return `rendering previews ${done} of ${total}`;
}

export function progressBar({ model, phase, received, total }: ModelProgress): string {
	const share = total > 0 ? Math.min(received / total, 1) : 0;
	const filled = Math.round(share * 24);
	const bar = `${"█".repeat(filled)}${"░".repeat(24 - filled)}`;
	return `${model}, ${phase}  ${bar} ${String(Math.floor(share * 100)).padStart(3)}%  ${formatSize(received)} of ${formatSize(total)}`;
}

/** `reason`: why Restate retries a step. */
type LogLine = { level?: number; msg?: string; reason?: string; err?: { message?: string; stack?: string } };

/** Formats a log line, or returns undefined if it is below `minLevel` (30 info, 40 warning). */
export function readableLine(name: string, line: string, minLevel: number): string | undefined {
	const prefix = `${name.padEnd(NAME_WIDTH)} | `;
	if (!line.startsWith("{")) return minLevel <= 30 ? `${prefix}${line}` : undefined;
	try {
		const { level = 30, msg = "", err, reason = err?.message } = JSON.parse(line) as LogLine;
		if (level < minLevel) return undefined;
		const label = level >= 50 ? "error: " : level >= 40 ? "warning: " : "";
		return `${prefix}${label}${msg}${reason === undefined ? "" : ` (${reason.split("\n")[0]})`}`;
	} catch {
		return `${prefix}${line}`;
	}
}
