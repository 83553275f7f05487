type Rgb = readonly [number, number, number];

/** `#rrggbb` as three channels of 0-255. */
function parseHex(hex: string): Rgb {
	const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
	if (!match) throw new Error(`not a #rrggbb color: ${hex}`);
	const [, r = "", g = "", b = ""] = match;
	return [Number.parseInt(r, 16), Number.parseInt(g, 16), Number.parseInt(b, 16)];
}

/** WCAG 2 relative luminance, 0 (black) to 1 (white). */
function luminance(hex: string): number {
	const [r, g, b] = parseHex(hex).map((channel) => {
		const c = channel / 255;
		return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
	}) as [number, number, number];
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2 contrast ratio of two colors, 1 to 21. */
export function contrast(a: string, b: string): number {
	const la = luminance(a);
	const lb = luminance(b);
	return (Math.max(la, lb) + 0.05) / (Math.min(la, lb) + 0.05);
}
