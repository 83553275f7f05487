import { chance } from "./chance.ts";

// A style is 256 numbers a row: the first half is the voice's timbre, the second its manner (melody, pace, emphasis). Differences between
// the manners of voices of the same pitch are therefore directions in which any voice's manner can be moved without becoming another
// voice. docs/voices-settings.md has what was measured.

export type Manner = { stability?: number; style?: number; seed?: number };
/** The style table of a voice: one row for each number of tokens. */
export type Styles = (speaker: string) => Promise<Float32Array>;

export const styleWidth = 256;
/** Where the timbre ends and the manner begins. */
export const mannerStart = 128;

type Contrast = { more: string[]; less: string[] }[];

/** Voices whose melody moves most, against voices of about the same pitch whose melody moves least; women and men weigh the same. */
const lively: Contrast = [
	{
		more: ["bf_lily", "bf_alice", "af_jessica", "af_sarah"],
		less: ["bf_isabella", "bf_emma", "af_river", "af_bella"],
	},
	{ more: ["am_liam", "bm_fable", "am_fenrir"], less: ["bm_daniel", "am_adam", "am_puck"] },
];
/** Voices that vary both melody and rhythm, as one tells a story, against voices that vary neither. */
const telling: Contrast = [
	{ more: ["af_sarah"], less: ["af_river"] },
	{ more: ["bm_fable"], less: ["bm_daniel"] },
];

const livelyReach = 0.9;
const tellingReach = 0.8;
/** How far another take may go: well inside what the settings themselves can ask for. */
const takes = { rows: 8, lively: 0.35, telling: 0.12, anywhere: 0.25 };

/**
 * The style with which a voice says so many tokens. With nothing asked it is the voice's own row; stability 0.5 and style 0 are nothing asked.
 */
export async function styleRow(styles: Styles, speaker: string, count: number, manner: Manner): Promise<Float32Array> {
	const table = await styles(speaker);
	const { seed } = manner;
	const next = seed === undefined ? () => 0 : chance(seed);
	const row = rowOf(table, count + Math.round(takes.rows * next()));
	const liveliness = (0.5 - within(manner.stability ?? 0.5)) * 2 * livelyReach + takes.lively * next();
	const tellingness = within(manner.style ?? 0) * tellingReach + takes.telling * next();
	if (liveliness !== 0) add(row, await direction(styles, lively, count), liveliness);
	if (tellingness !== 0) add(row, await direction(styles, telling, count), tellingness);
	if (seed !== undefined) add(row, anywhere(next), takes.anywhere);
	return row;
}

function within(value: number): number {
	return Math.min(1, Math.max(0, value));
}

function rowOf(table: Float32Array, count: number): Float32Array {
	const row = Math.min(Math.max(1, count), table.length / styleWidth - 1) * styleWidth;
	return table.slice(row, row + styleWidth);
}

function add(row: Float32Array, manner: Float32Array, amount: number): void {
	for (let at = mannerStart; at < styleWidth; at++) row[at] = (row[at] as number) + amount * (manner[at] as number);
}

async function direction(styles: Styles, contrast: Contrast, count: number): Promise<Float32Array> {
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

/** A direction by chance, of length one. */
function anywhere(next: () => number): Float32Array {
	const manner = new Float32Array(styleWidth);
	let length = 0;
	for (let at = mannerStart; at < styleWidth; at++) {
		manner[at] = next();
		length += (manner[at] as number) ** 2;
	}
	return manner.map((value) => value / Math.sqrt(length));
}
