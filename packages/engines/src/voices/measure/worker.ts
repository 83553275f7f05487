import { defineTask } from "../../workers/task.ts";
import { measureVoice } from "./measure.ts";

export const run = defineTask(({ pcm, sampleRate }: { pcm: Float32Array; sampleRate: number }) =>
	measureVoice(pcm, sampleRate),
);
