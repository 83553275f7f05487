/** 83450 → "1:23.45", 3_723_000 → "1:02:03.00". */
export function formatMs(ms: number): string {
	const hundredths = Math.round(ms / 10);
	const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
	const seconds = `${two((hundredths / 100) % 60)}.${two(hundredths % 100)}`;
	const minutes = Math.floor(hundredths / 6_000);
	return minutes < 60 ? `${minutes}:${seconds}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${seconds}`;
}

/** "1:23.45", "83.45" or "1:02:03". Undefined if it is no time. */
export function parseMs(text: string): number | undefined {
	if (!/^\s*(?:\d+:){0,2}\d+(?:[.,]\d{1,3})?\s*$/.test(text)) return undefined;
	const seconds = text
		.replace(",", ".")
		.split(":")
		.reduce((sum, part) => sum * 60 + Number(part), 0);
	return Math.round(seconds * 1000);
}

/** "2.5" for a field in seconds. */
export const secondsText = (ms: number): string => String(ms / 1000);

/** A number within limits. Undefined if it is none. */
export function parseNumber(text: string, [min, max]: readonly [number, number]): number | undefined {
	const value = Number(text.replace(",", "."));
	return text.trim() !== "" && value >= min && value <= max ? value : undefined;
}
