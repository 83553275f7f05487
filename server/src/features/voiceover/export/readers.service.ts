// The audio of lines and clips as the mix needs it.
import { buffer } from "node:stream/consumers";
import { stretch } from "@timbre/engines/conversion/stretch.ts";
import { samplesOf } from "@timbre/engines/media/bytes.ts";
import { resample } from "@timbre/engines/media/resample.ts";
import { readWav } from "@timbre/engines/media/wav.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import type { ClipRow } from "../clips/clips.repo.ts";
import { bytesPerFrame, clipFolder, mixRate } from "../files.ts";
import type { LineRow } from "../lines/lines.repo.ts";
import type { FrameReader } from "./mix.ts";

const toFrames = (ms: number, rate: number): number => Math.round((ms / 1000) * rate);

/** Read from the storage at once: ten seconds. */
const readFrames = mixRate * 10;

/** A sound file from where it is trimmed. */
export function readClipFrames(storage: Storage, row: ClipRow): FrameReader {
	const key = `${clipFolder(row.workspace_id, row.voiceover_id, row.id)}/samples.pcm`;
	const skipped = toFrames(row.trim_start_ms, mixRate);
	let held = { from: 0, samples: new Float32Array(0) };
	const load = async (from: number, count: number) => {
		const last = Math.min(row.frames, from + Math.max(count, readFrames));
		if (last <= from) return { from, samples: new Float32Array(0) };
		const object = await storage.get(key, { start: from * bytesPerFrame, end: last * bytesPerFrame - 1 });
		if (!object) throw new Error(`the samples of clip ${row.id} are missing`);
		return { from, samples: Float32Array.from(samplesOf(await buffer(object.body))) };
	};
	return async (from, count) => {
		const wanted = from + skipped;
		if (wanted < held.from || wanted + count > held.from + held.samples.length / 2) held = await load(wanted, count);
		const at = (wanted - held.from) * 2;
		return padded(held.samples.subarray(at, at + count * 2), count * 2);
	};
}

/** The speech of a line, faster if it has to be. It is loaded when the mix gets there, and dropped after its end. */
export function readLineFrames(
	storage: Storage,
	row: LineRow,
	{ rate, lengthMs }: { rate: number; lengthMs: number },
): FrameReader {
	const total = toFrames(lengthMs, mixRate);
	let held: Float32Array | undefined;
	return async (from, count, signal) => {
		held ??= await loadLine(storage, row, rate, signal);
		const mono = held.subarray(from, from + count);
		const stereo = new Float32Array(count * 2);
		for (let at = 0; at < mono.length; at++) {
			stereo[at * 2] = mono[at] as number;
			stereo[at * 2 + 1] = mono[at] as number;
		}
		if (from + count >= total) held = undefined;
		return stereo;
	};
}

async function loadLine(storage: Storage, row: LineRow, rate: number, signal: AbortSignal): Promise<Float32Array> {
	const object = row.audio_key === null ? undefined : await storage.get(row.audio_key);
	if (!object) throw new Error(`the speech of line ${row.id} is missing`);
	const { samples, sampleRate } = readWav(await buffer(object.body));
	const end = samples.length - toFrames(row.trim_end_ms, sampleRate);
	const trimmed = samples.slice(toFrames(row.trim_start_ms, sampleRate), Math.max(0, end));
	const length = Math.round(trimmed.length / rate);
	const spoken = rate === 1 ? trimmed : await stretch({ pcm: trimmed, sampleRate, length }, signal);
	return resample(spoken, sampleRate, mixRate);
}

function padded(samples: Float32Array, length: number): Float32Array {
	if (samples.length === length) return samples;
	const all = new Float32Array(length);
	all.set(samples);
	return all;
}
