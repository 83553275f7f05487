import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { VOICE_NAMES } from "./names.ts";
import type { Screening, ScreeningLine } from "./record.ts";
import { SENTENCE_LISTS, SPEAKERS } from "./sentences.ts";

export type Row = {
	sid: number;
	/** Number of sentences transcribed by both transcribers: 10, or 20 for a candidate. */
	sentences: number;
	/** Error rates in percent. `werWhisper` is missing if only Moonshine has run. */
	werMoonshine: number;
	werWhisper?: number;
	pitchHz: number;
	wordsPerMinute: number;
	levelDb: number;
	clipped: number;
};

export type Voice = {
	sid: number;
	name: string;
	pitchHz: number;
	wordsPerMinute: number;
	labels: { pitch: "low" | "medium" | "high"; pace: "slow" | "medium" | "fast" };
};

export const MAX_ERRORS_PERCENT = 8;
const LOW_BELOW_HZ = 120;
const HIGH_ABOVE_HZ = 180;
/** One sample in a thousand at full scale is audible as crackle. */
const MAX_CLIPPED = 0.001;

function percentOf(lines: readonly { errors: number; words: number }[]): number {
	const sum = (key: "errors" | "words") => lines.reduce((total, line) => total + line[key], 0);
	return (sum("errors") / sum("words")) * 100;
}

/** One row per speaker. Rates cover the sentences that both transcribers have processed, so they are comparable. */
export function rowsOf(screening: Screening): Row[] {
	const { 1: first, 2: second } = screening;
	return [...first.moonshine.values()]
		.map((line) => {
			const { sid, pitchHz, wordsPerMinute, levelDb, clipped } = line;
			const lists =
				first.whisper.has(sid) && second.moonshine.has(sid) && second.whisper.has(sid) ? [first, second] : [first];
			const whisper = lists.flatMap((list) => list.whisper.get(sid) ?? []);
			return {
				sid,
				sentences: lists.length * 10,
				werMoonshine: percentOf(lists.flatMap((list) => list.moonshine.get(sid) ?? [])),
				werWhisper: whisper.length > 0 ? percentOf(whisper) : undefined,
				pitchHz,
				wordsPerMinute,
				levelDb,
				clipped,
			};
		})
		.sort((a, b) => a.sid - b.sid);
}

const mean = (row: Row) => (row.werMoonshine + (row.werWhisper ?? Number.POSITIVE_INFINITY)) / 2;
const worst = (row: Row) => Math.max(row.werMoonshine, row.werWhisper ?? Number.POSITIVE_INFINITY);

const passes = (row: Row) => worst(row) <= MAX_ERRORS_PERCENT && row.clipped < MAX_CLIPPED && row.pitchHz > 0;

/** The clearest speakers: by mean rate, then the worse transcriber, then speaker number. */
export function rank(rows: readonly Row[], count: number): Row[] {
	return rows
		.filter(passes)
		.sort((a, b) => mean(a) - mean(b) || worst(a) - worst(b) || a.sid - b.sid)
		.slice(0, count);
}

/** Chooses among speakers with both lists if there are enough, otherwise among all with both transcribers. */
export function chooseRows(rows: readonly Row[], count: number): Row[] {
	const confirmed = rank(
		rows.filter((row) => row.sentences === 20),
		count,
	);
	return confirmed.length === count ? confirmed : rank(rows, count);
}

/** Quartiles of the pace of all speakers, which define "slow" and "fast". */
export function paceBands(rows: readonly Row[]): { slowBelow: number; fastAbove: number } {
	const paces = rows.map((row) => row.wordsPerMinute).sort((a, b) => a - b);
	const at = (share: number) => paces[Math.floor((paces.length - 1) * share)] ?? 0;
	return { slowBelow: at(0.25), fastAbove: at(0.75) };
}

/** The speaker number determines the name, so most keep theirs when the choice changes. */
function nameVoices(sids: readonly number[]): Map<number, string> {
	const taken = new Set<string>();
	const names = new Map<number, string>();
	for (const sid of sids) {
		let at = sid % VOICE_NAMES.length;
		while (taken.has(VOICE_NAMES[at] as string)) at = (at + 1) % VOICE_NAMES.length;
		taken.add(VOICE_NAMES[at] as string);
		names.set(sid, VOICE_NAMES[at] as string);
	}
	return names;
}

export function voicesOf(chosen: readonly Row[], { slowBelow, fastAbove }: ReturnType<typeof paceBands>): Voice[] {
	const sorted = [...chosen].sort((a, b) => a.sid - b.sid);
	const names = nameVoices(sorted.map((row) => row.sid));
	return sorted.map(({ sid, pitchHz, wordsPerMinute }) => ({
		sid,
		name: names.get(sid) as string,
		pitchHz,
		wordsPerMinute,
		labels: {
			pitch: pitchHz < LOW_BELOW_HZ ? "low" : pitchHz > HIGH_ABOVE_HZ ? "high" : "medium",
			pace: wordsPerMinute < slowBelow ? "slow" : wordsPerMinute > fastAbove ? "fast" : "medium",
		},
	}));
}

export function toCsv(rows: readonly Row[], chosen: readonly Row[]): string {
	const sids = new Set(chosen.map((row) => row.sid));
	const percent = (value: number | undefined) => (value === undefined ? "" : value.toFixed(2));
	const lines = rows.map((row) =>
		[
			row.sid,
			row.sentences,
			percent(row.werMoonshine),
			percent(row.werWhisper),
			row.werWhisper === undefined ? "" : percent(mean(row)),
			row.pitchHz,
			row.wordsPerMinute,
			row.levelDb.toFixed(1),
			row.clipped.toFixed(5),
			sids.has(row.sid) ? "yes" : "no",
		].join(","),
	);
	return `sid,sentences,wer_moonshine,wer_whisper,wer_mean,pitch_hz,wpm,level_db,clipped,chosen\n${lines.join("\n")}\n`;
}

/** Parses the output of `toCsv`. */
export function fromCsv(text: string): Row[] {
	const [, ...lines] = text.trim().split("\n");
	return lines.map((line) => {
		const [sid, sentences, moonshine, whisper, , pitch, pace, level, clipped] = line.split(",");
		return {
			sid: Number(sid),
			sentences: Number(sentences),
			werMoonshine: Number(moonshine),
			werWhisper: whisper ? Number(whisper) : undefined,
			pitchHz: Number(pitch),
			wordsPerMinute: Number(pace),
			levelDb: Number(level),
			clipped: Number(clipped),
		};
	});
}

/** Converts the table to log lines, so another machine can continue. Rates over 20 sentences are split evenly between the lists. */
export function linesOf(rows: readonly Row[]): ScreeningLine[] {
	return rows.flatMap(({ sid, sentences, werMoonshine, werWhisper, pitchHz, wordsPerMinute, levelDb, clipped }) =>
		([1, 2] as const).slice(0, sentences / 10).flatMap((list): ScreeningLine[] => {
			const words = SENTENCE_LISTS[list].join(" ").split(" ").length;
			const errors = (percent: number) => (percent / 100) * words;
			const measured = { pitchHz, wordsPerMinute, levelDb, clipped, seconds: (words / wordsPerMinute) * 60 };
			const first = { list, sid, words, errors: errors(werMoonshine), heard: [], ...measured };
			if (werWhisper === undefined) return [{ stage: "moonshine", ...first }];
			return [
				{ stage: "moonshine", ...first },
				{ stage: "whisper", list, sid, words, errors: errors(werWhisper), heard: "" },
			];
		}),
	);
}

function median(values: number[]): number {
	return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Writes the table and the voices. Returns a summary. */
export function writeResults(rows: readonly Row[], dir: string): string {
	const chosen = chooseRows(rows, VOICE_NAMES.length);
	const bands = paceBands(rows);
	const voices = voicesOf(chosen, bands);
	mkdirSync(dir, { recursive: true });
	writeFileSync(join(dir, "libritts-screening.csv"), toCsv(rows, chosen));
	writeFileSync(join(dir, "libritts-voices.json"), `${JSON.stringify(voices, null, "\t")}\n`);
	const both = rows.filter((row) => row.werWhisper !== undefined);
	const count = (list: Voice[], key: keyof Voice["labels"], value: string) =>
		list.filter(({ labels }) => labels[key] === value).length;
	return [
		`${rows.length} of ${SPEAKERS} speakers transcribed by Moonshine, median ${median(rows.map((row) => row.werMoonshine)).toFixed(1)}%`,
		`${both.length} also by Whisper base, median ${median(both.map((row) => row.werWhisper ?? 0)).toFixed(1)}%`,
		`${rows.filter((row) => row.sentences === 20).length} of the best also read the second list`,
		`${both.filter((row) => worst(row) <= MAX_ERRORS_PERCENT).length} with at most ${MAX_ERRORS_PERCENT}% with both transcribers`,
		`${chosen.length} chosen, mean rate ${Math.min(...chosen.map(mean)).toFixed(1)} to ${Math.max(...chosen.map(mean)).toFixed(1)}%, worst transcriber ${Math.max(...chosen.map(worst)).toFixed(1)}%`,
		`pitch: ${(["low", "medium", "high"] as const).map((band) => `${count(voices, "pitch", band)} ${band}`).join(", ")}`,
		`pace: slow below ${bands.slowBelow}, fast above ${bands.fastAbove} words per minute: ${(["slow", "medium", "fast"] as const).map((band) => `${count(voices, "pace", band)} ${band}`).join(", ")}`,
	].join("\n");
}
