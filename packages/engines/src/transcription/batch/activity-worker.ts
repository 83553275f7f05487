import { workerData } from "node:worker_threads";
import { ensureModel } from "../../models/store.ts";
import { speakerVector } from "../../voices/measure/speaker.ts";
import { defineTask } from "../../workers/task.ts";
import { type ActivityState, createSilero, type VoiceActivityDetector } from "../providers/silero.ts";
import type { VoicePart } from "../transcript.ts";
import { speechRanges, splitLong, type TimeRange } from "./speech-ranges.ts";
import { voiceParts } from "./voice-parts.ts";

export type ActivityWorkerOptions = { modelsDir: string };

/** Ranges of speech in a chunk, none longer than `maxSeconds`, with the voices in them. */
export type ChunkInput = { pcm: Float32Array; maxSeconds: number };
export type ChunkActivity = { probabilities: number[]; ranges: (TimeRange & { voices: VoicePart[] })[] };
/** The next frames of live audio. */
export type FramesInput = { frames: Float32Array; state?: ActivityState };
export type FramesActivity = { probabilities: number[]; state: ActivityState };

let opened: Promise<VoiceActivityDetector> | undefined;

async function open(): Promise<VoiceActivityDetector> {
	const { dir } = await ensureModel("silero-vad", { dir: (workerData as ActivityWorkerOptions).modelsDir });
	return createSilero({ modelDir: dir });
}

export const run = defineTask(async (input: ChunkInput | FramesInput): Promise<ChunkActivity | FramesActivity> => {
	opened ??= open();
	// A failed download is tried again with the next call.
	opened.catch(() => {
		opened = undefined;
	});
	const { detect } = await opened;
	if ("frames" in input) return detect(input.frames, input.state);
	const { pcm, maxSeconds } = input;
	const { probabilities } = await detect(pcm);
	const ranges = splitLong(speechRanges(probabilities, pcm.length / 16_000), probabilities, maxSeconds);
	return {
		probabilities,
		ranges: ranges.map((range) => ({ ...range, voices: voiceParts(pcm, range, speakerVector) })),
	};
});
