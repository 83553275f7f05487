import { resample } from "../../media/resample.ts";
import { measureRate } from "./frames.ts";
import { speakerVector } from "./speaker.ts";
import { measureTraits, type Traits } from "./traits.ts";

/** Measurements of a recording: how the voice sounds, and a speaker embedding that identifies it. */
export type VoiceMeasurement = { traits: Traits; vector: number[] };

export function measureVoice(pcm: Float32Array, sampleRate: number): VoiceMeasurement {
	const audio = resample(pcm, sampleRate, measureRate);
	return { traits: measureTraits(audio, measureRate), vector: speakerVector(audio) };
}
