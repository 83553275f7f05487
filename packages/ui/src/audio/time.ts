/** 83.4 → "1:23", 3723 → "1:02:03". */
export function formatTime(seconds: number): string {
	const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
	const s = String(whole % 60).padStart(2, "0");
	const m = Math.floor(whole / 60) % 60;
	const h = Math.floor(whole / 3600);
	return h > 0 ? `${h}:${String(m).padStart(2, "0")}:${s}` : `${m}:${s}`;
}

/** Estimated duration in seconds before the audio exists, at 140 words per minute. */
export function estimateDuration(text: string): number {
	const words = text.split(/\s+/).filter(Boolean).length;
	return (words / 140) * 60;
}
