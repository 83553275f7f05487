import type { LiveSegment } from "./live-session.ts";

/** One line for each segment. */
export function textOf(segments: readonly LiveSegment[]): string {
	return segments.map(({ text }) => text).join("\n");
}

/** "Live transcript 2026-11-18 09.41". */
export function recordingName(now: Date): string {
	const digits = (value: number) => String(value).padStart(2, "0");
	const day = `${now.getFullYear()}-${digits(now.getMonth() + 1)}-${digits(now.getDate())}`;
	return `Live transcript ${day} ${digits(now.getHours())}.${digits(now.getMinutes())}`;
}
