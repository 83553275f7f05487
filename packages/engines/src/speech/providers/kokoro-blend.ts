import type { Blend } from "../blend.ts";
import { mannerStart, type Styles, styleWidth } from "./kokoro-manner.ts";

/** The style table of a mix: row by row, the timbre half and the manner half each by their own weights. */
export async function blendedStyles(styles: Styles, { timbre, manner }: Blend): Promise<Float32Array> {
	const parts = await Promise.all(
		[...new Set([...Object.keys(timbre), ...Object.keys(manner)])].map(async (speaker) => ({
			table: await styles(speaker),
			timbre: timbre[speaker] ?? 0,
			manner: manner[speaker] ?? 0,
		})),
	);
	const mixed = new Float32Array(Math.min(...parts.map(({ table }) => table.length)));
	for (const part of parts)
		for (let at = 0; at < mixed.length; at++) {
			const weight = at % styleWidth < mannerStart ? part.timbre : part.manner;
			if (weight !== 0) mixed[at] = (mixed[at] as number) + weight * (part.table[at] as number);
		}
	return mixed;
}
