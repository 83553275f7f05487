import { workerData } from "node:worker_threads";
import { ensureModel } from "../../models/store.ts";
import { speakerVector } from "../../voices/measure/speaker.ts";
import { defineTask } from "../../workers/task.ts";
import { type ActivityState, createSilero, type VoiceActivityDetector } from "../providers/silero.ts";
import type { VoicePart } from "../transcript.ts";
import type { TimeRange } from "./speech-ranges.ts";
import { voiceParts } from "./voice-parts.ts";

export type ActivityWorkerOptions = { modelsDir: string };

/** A whole recording. */
export type ChunkInput = { pcm: Float32Array };
export type ChunkActivity = number[];
/** The voices in each range of a recording. */
export type VoicesInput = { pcm: Float32Array; ranges: TimeRange[] };
export type RangeVoices = VoicePart[][];
/** The next frames of live audio. */
export type FramesInput = { frames: Float32Array; state?: ActivityState };
export type FramesActivity = { probabilities: number[]; state: ActivityState };

let opened: Promise<VoiceActivityDetector> | undefined;

async function open(): Promise<VoiceActivityDetector> {
	const { dir } = await ensureModel("silero-vad", { dir: (workerData as ActivityWorkerOptions).modelsDir });
	return createSilero({ modelDir: dir });
}

type Input = ChunkInput | VoicesInput | FramesInput;
type Output = ChunkActivity | RangeVoices | FramesActivity;

export const run = defineTask(async (input: Input): Promise<Output> => {
	if ("ranges" in input) return input.ranges.map((range) => voiceParts(input.pcm, range, speakerVector));
	opened ??= open();
	// A failed download is tried again with the next call.
	opened.catch(() => {
		opened = undefined;
	});
	const detector = await opened;
	if ("frames" in input) return detector.detect(input.frames, input.state);
	return detector.detectAll(input.pcm);
});
