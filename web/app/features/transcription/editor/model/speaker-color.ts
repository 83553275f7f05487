// At this lightness and chroma a color has a contrast of 3:1 on the surfaces of both themes.
const hues = [255, 30, 150, 310, 200, 350, 60, 280, 175, 10];

/** A color for each speaker. The first ten differ clearly. */
export function speakerColor(speaker: string): string {
	const number = Number(/(\d+)$/.exec(speaker)?.[1] ?? 0);
	return `oklch(0.585 0.16 ${hues[number % hues.length]})`;
}
