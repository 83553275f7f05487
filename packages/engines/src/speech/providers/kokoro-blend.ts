import type { Blend } from "../blend.ts";
import { prosodyStart, type StyleLoader, styleWidth } from "./kokoro-prosody.ts";

/** Returns the style table of a blend: in every row, timbre and prosody are weighted separately. */
export async function blendStyles(styles: StyleLoader, { timbre, prosody }: Blend): Promise<Float32Array> {
	const parts = await Promise.all(
		[...new Set([...Object.keys(timbre), ...Object.keys(prosody)])].map(async (speaker) => ({
			table: await styles(speaker),
			timbre: timbre[speaker] ?? 0,
			prosody: prosody[speaker] ?? 0,
		})),
	);
	const blended = new Float32Array(Math.min(...parts.map(({ table }) => table.length)));
	for (const part of parts)
		for (let at = 0; at < blended.length; at++) {
			const weight = at % styleWidth < prosodyStart ? part.timbre : part.prosody;
			if (weight !== 0) blended[at] = (blended[at] as number) + weight * (part.table[at] as number);
		}
	return blended;
}
