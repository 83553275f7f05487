import { defineTask } from "../workers/task.ts";
import { warp } from "./rubberband.ts";

export type StretchTask = { pcm: Float32Array; sampleRate: number; length: number };

export const run = defineTask(
	({ pcm, sampleRate, length }: StretchTask) => warp(pcm, { sampleRate, length }),
	(pcm) => [pcm.buffer as ArrayBuffer],
);
