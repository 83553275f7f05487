import { seededRandom } from "./seeded-random.ts";

// A style row has 256 numbers: the first half is the voice's timbre, the second its prosody (pitch contour, pace,
// emphasis). The difference between the prosody of two voices of similar pitch is therefore a direction in which any
// voice's prosody can be moved without changing its identity. Measurements: docs/voices-settings.md.

export type ProsodySettings = { stability?: number; style?: number; seed?: number };
/** Loads the style table of a voice: one row per token count. */
export type StyleLoader = (speaker: string) => Promise<Float32Array>;

export const styleWidth = 256;
/** Index where timbre ends and prosody starts. */
export const prosodyStart = 128;

type Contrast = { more: string[]; less: string[] }[];

/**
 * Voices with the widest pitch range against voices of similar pitch with the narrowest; female and male voices weigh
 * the same.
 */
const expressive: Contrast = [
	{
		more: ["bf_lily", "bf_alice", "af_jessica", "af_sarah"],
		less: ["bf_isabella", "bf_emma", "af_river", "af_bella"],
	},
	{ more: ["am_liam", "bm_fable", "am_fenrir"], less: ["bm_daniel", "am_adam", "am_puck"] },
];
/** Voices that vary both pitch and rhythm, as in storytelling, against voices that vary neither. */
const storytelling: Contrast = [
	{ more: ["af_sarah"], less: ["af_river"] },
	{ more: ["bm_fable"], less: ["bm_daniel"] },
];

const expressiveScale = 0.9;
const storytellingScale = 0.8;
/** Random variation of a seeded take, well below the range of the settings themselves. */
const takeVariation = { rows: 8, expressive: 0.35, storytelling: 0.12, random: 0.25 };

/**
 * Returns the style row of a voice for a token count. With default settings (stability 0.5, style 0, no seed) it is the
 * voice's own row.
 */
export async function styleRow(
	styles: StyleLoader,
	speaker: string,
	count: number,
	settings: ProsodySettings,
): Promise<Float32Array> {
	const table = await styles(speaker);
	const { seed } = settings;
	const next = seed === undefined ? () => 0 : seededRandom(seed);
	const row = rowOf(table, count + Math.round(takeVariation.rows * next()));
	const expressiveness =
		(0.5 - clamp(settings.stability ?? 0.5)) * 2 * expressiveScale + takeVariation.expressive * next();
	const storytellingAmount = clamp(settings.style ?? 0) * storytellingScale + takeVariation.storytelling * next();
	if (expressiveness !== 0) add(row, await direction(styles, expressive, count), expressiveness);
	if (storytellingAmount !== 0) add(row, await direction(styles, storytelling, count), storytellingAmount);
	if (seed !== undefined) add(row, randomDirection(next), takeVariation.random);
	return row;
}

function clamp(value: number): number {
	return Math.min(1, Math.max(0, value));
}

function rowOf(table: Float32Array, count: number): Float32Array {
	const row = Math.min(Math.max(1, count), table.length / styleWidth - 1) * styleWidth;
	return table.slice(row, row + styleWidth);
}

function add(row: Float32Array, prosody: Float32Array, amount: number): void {
	for (let at = prosodyStart; at < styleWidth; at++) row[at] = (row[at] as number) + amount * (prosody[at] as number);
}

async function direction(styles: StyleLoader, contrast: Contrast, count: number): Promise<Float32Array> {
	const sum = new Float32Array(styleWidth);
	for (const { more, less } of contrast)
		for (const [speakers, sign] of [
			[more, 1],
			[less, -1],
		] as const)
			for (const speaker of speakers)
				add(sum, rowOf(await styles(speaker), count), sign / (speakers.length * contrast.length));
	return sum;
}

/** Returns a random direction of unit length. */
function randomDirection(next: () => number): Float32Array {
	const prosody = new Float32Array(styleWidth);
	let length = 0;
	for (let at = prosodyStart; at < styleWidth; at++) {
		prosody[at] = next();
		length += (prosody[at] as number) ** 2;
	}
	return prosody.map((value) => value / Math.sqrt(length));
}
