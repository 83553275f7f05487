import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { assignSpeakers, type DiarizationOptions } from "@timbre/engines/transcription/diarization.ts";
import type { TranscriptSegment } from "@timbre/engines/transcription/transcript.ts";
import { type Bench, never, percent, rate, readRecording } from "./clips.ts";

type Turn = { speaker: string; start: number; end: number };
type Mix = { pcm: Float32Array; turns: Turn[] };

const mixes = 10;
const turnSeconds = 4;
const gapSeconds = 0.3;

/** Two speakers who take turns: both recordings of each, cut into turns. */
function mixOf(one: Float32Array[], other: Float32Array[]): Mix {
	const cut = (clips: Float32Array[]) =>
		clips.flatMap((clip) => {
			const count = Math.max(1, Math.round(clip.length / rate / turnSeconds));
			const length = Math.floor(clip.length / count);
			return Array.from({ length: count }, (_, at) => clip.subarray(at * length, (at + 1) * length));
		});
	const queues = [cut(one), cut(other)];
	const parts: Float32Array[] = [];
	const turns: Turn[] = [];
	let at = 0;
	for (let turn = 0; queues.some((queue) => queue.length > 0); turn++) {
		const speaker = turn % 2;
		const pcm = queues[speaker]?.shift();
		if (!pcm) continue;
		turns.push({ speaker: String(speaker), start: at / rate, end: (at + pcm.length) / rate });
		const gap = new Float32Array(gapSeconds * rate);
		parts.push(pcm, gap);
		at += pcm.length + gap.length;
	}
	const pcm = new Float32Array(at);
	let offset = 0;
	for (const part of parts) {
		pcm.set(part, offset);
		offset += part.length;
	}
	return { pcm, turns };
}

/** The share of word time given to the wrong speaker, for the best assignment of names. */
function errorRate(
	segments: readonly TranscriptSegment[],
	turns: readonly Turn[],
	options: DiarizationOptions,
): number {
	const labels = assignSpeakers(segments, options);
	const overlap = new Map<string, number>();
	let total = 0;
	for (const [index, { words }] of segments.entries())
		for (const [at, { start, end }] of words.entries()) {
			const middle = (start + end) / 2;
			const turn = turns.find((one) => one.start <= middle && middle < one.end);
			if (!turn) continue;
			const key = `${turn.speaker} ${labels[index]?.[at]}`;
			overlap.set(key, (overlap.get(key) ?? 0) + end - start);
			total += end - start;
		}
	const found = [...new Set(labels.flat())];
	let best = 0;
	for (const first of found)
		for (const second of [...found, -1])
			if (first !== second) best = Math.max(best, (overlap.get(`0 ${first}`) ?? 0) + (overlap.get(`1 ${second}`) ?? 0));
	return total > 0 ? 1 - best / total : 1;
}

export async function measureSpeakers({ recognizer, recordings, show }: Bench): Promise<string[]> {
	const files = (await readdir(recordings)).filter((file) => file.endsWith(".flac"));
	const speakers = new Map<string, Float32Array[]>();
	for (const file of files) {
		const speaker = file.split("-")[0] as string;
		speakers.set(speaker, [...(speakers.get(speaker) ?? []), await readRecording(join(recordings, file))]);
	}
	const ids = [...speakers.keys()];
	const pairs = ids.flatMap((one, at) => ids.slice(at + 1).map((other) => [one, other] as const));
	const known: number[] = [];
	const unknown: number[] = [];
	const counts: number[] = [];
	for (const [one, other] of pairs.slice(0, mixes)) {
		const { pcm, turns } = mixOf(speakers.get(one) ?? [], speakers.get(other) ?? []);
		const { segments } = await recognizer.transcribe(pcm, { model: "moonshine", speakers: true }, never);
		known.push(errorRate(segments, turns, { count: 2 }));
		unknown.push(errorRate(segments, turns, {}));
		counts.push(new Set(assignSpeakers(segments).flat()).size);
		if (show) console.log(one, other, known.at(-1)?.toFixed(3), unknown.at(-1)?.toFixed(3), counts.at(-1));
	}
	const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
	return [
		`${percent(mean(known))} of word time has the wrong speaker if their number is known (goal 15%), ${known.length} mixes of two speakers`,
		`${percent(mean(unknown))} if it is not; two speakers found in ${counts.filter((count) => count === 2).length} of ${counts.length}`,
	];
}
