// What people see while the product starts and runs: one moving line for what is being waited for, plain lines else.
import { readableSize } from "./disk.ts";

const interactive = process.stdout.isTTY === true;
const NAME_WIDTH = 11;
let moving = false;

function clearMoving(): void {
	if (moving) process.stdout.write("\r\x1b[2K");
	moving = false;
}

/** A line that stays. */
export function say(text: string): void {
	clearMoving();
	process.stdout.write(`${text}\n`);
}

/** A line that the next one replaces; on a terminal only. */
export function sayMoving(text: string): void {
	if (!interactive) return;
	clearMoving();
	process.stdout.write(text.slice(0, (process.stdout.columns ?? 80) - 1));
	moving = true;
}

/** Ends the moving line. */
export function settle(): void {
	clearMoving();
}

let lastProgressLine = 0;

/** How far a download is: a moving bar on a terminal, in a log a line every few seconds. */
export function sayProgress(progress: ModelProgress): void {
	const text = `  ${progressBar(progress)}`;
	if (interactive) {
		sayMoving(text);
	} else if (Date.now() - lastProgressLine >= 5_000) {
		lastProgressLine = Date.now();
		say(text);
	}
}

export type ModelProgress = { model: string; phase: string; received: number; total: number };

/** The speech node's progress line, if `line` is one. */
export function parseModelProgress(line: string): ModelProgress | undefined {
	if (!line.includes('"model-progress"')) return undefined;
	try {
		const { event, model, phase, received, total } = JSON.parse(line) as ModelProgress & { event?: string };
		return event === "model-progress" ? { model, phase, received, total } : undefined;
	} catch {
		return undefined;
	}
}

export function progressBar({ model, phase, received, total }: ModelProgress): string {
	const share = total > 0 ? Math.min(received / total, 1) : 0;
	const filled = Math.round(share * 24);
	const bar = `${"█".repeat(filled)}${"░".repeat(24 - filled)}`;
	return `${model}, ${phase}  ${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${readableSize(received)} of ${readableSize(total)}`;
}

/** `reason`: the cause of what the durable engine tries again. */
type LogLine = { level?: number; msg?: string; reason?: string; err?: { message?: string; stack?: string } };

/** A log line for people, or undefined when it is below what they want to see (30 info, 40 warning). */
export function readableLine(name: string, line: string, least: number): string | undefined {
	const prefix = `${name.padEnd(NAME_WIDTH)} | `;
	if (!line.startsWith("{")) return least <= 30 ? `${prefix}${line}` : undefined;
	try {
		const { level = 30, msg = "", err, reason = err?.message } = JSON.parse(line) as LogLine;
		if (level < least) return undefined;
		const label = level >= 50 ? "error: " : level >= 40 ? "warning: " : "";
		return `${prefix}${label}${msg}${reason === undefined ? "" : ` (${reason.split("\n")[0]})`}`;
	} catch {
		return `${prefix}${line}`;
	}
}
