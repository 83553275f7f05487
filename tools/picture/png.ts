// Makes screenshots small by reducing their colors.
import { PNG } from "pngjs";

/** Uses at most `maxColors` colors: the most frequent distinct ones, and the closest of them for every other. */
export function reduceColors(file: Buffer, maxColors: number): Buffer {
	const image = PNG.sync.read(file);
	const { data } = image;
	const counts = new Map<number, number>();
	for (let at = 0; at < data.length; at += 4) {
		const color = data.readUIntBE(at, 3);
		counts.set(color, (counts.get(color) ?? 0) + 1);
	}
	const palette = choosePalette(counts, maxColors);
	const nearest = new Map([...counts.keys()].map((color) => [color, nearestOf(color, palette)]));
	for (let at = 0; at < data.length; at += 4) data.writeUIntBE(nearest.get(data.readUIntBE(at, 3)) ?? 0, at, 3);
	// Few colors repeat a lot: they compress best without filters and with deflate's own strategy.
	return PNG.sync.write(image, { colorType: 2, filterType: 0, deflateLevel: 9, deflateStrategy: 0 });
}

/** Picks frequent colors first and skips similar ones, with a growing threshold until the palette fits. */
function choosePalette(counts: ReadonlyMap<number, number>, maxColors: number): number[] {
	const byCount = [...counts].sort((a, b) => b[1] - a[1]).map(([color]) => color);
	for (let apart = 6; ; apart += 2) {
		const palette: number[] = [];
		for (const color of byCount)
			if (palette.every((known) => distance(known, color) > apart * apart)) palette.push(color);
		if (palette.length <= maxColors) return palette;
	}
}

function nearestOf(color: number, palette: readonly number[]): number {
	return palette.reduce((best, known) => (distance(color, known) < distance(color, best) ? known : best));
}

function distance(a: number, b: number): number {
	return ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;
}
