import type { Traits } from "../voices/measure/traits.ts";
import type { TimeRange } from "./silence.ts";
import type { DiarizedSpeaker } from "./speakers.ts";

/** The measurements of a voice recording. */
export type SampleAnalysis = {
	seconds: number;
	speechSeconds: number;
	/** From just before the first word to just after the last. Null if there is no speech. */
	trim: TimeRange | null;
	/** 200 waveform peaks from 0 to 255. */
	peaks: number[];
	traits: Traits | null;
	/** Speaker embedding (voices/measure/speaker.ts). Empty if there is no speech. */
	vector: number[];
};

type Audio = { pcm: Float32Array; sampleRate: number };
export type AnalysisInputs = { analyze: Audio; diarize: Audio; isolate: Audio & { modelsDir: string } };
export type AnalysisResults = { analyze: SampleAnalysis; diarize: DiarizedSpeaker[]; isolate: Float32Array };
export type AnalysisJob = {
	[Kind in keyof AnalysisInputs]: { kind: Kind } & AnalysisInputs[Kind];
}[keyof AnalysisInputs];
export type AnalysisResult = AnalysisResults[keyof AnalysisResults];
