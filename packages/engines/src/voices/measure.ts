import { resample } from "../media/resample.ts";
import { measureRate } from "./frames.ts";
import { speakerVector } from "./speaker.ts";
import { measureTraits, type Traits } from "./traits.ts";

/** All that is measured of a recording: how the voice sounds, and whose it may be. */
export type Measured = { traits: Traits; vector: number[] };

export function measureVoice(pcm: Float32Array, sampleRate: number): Measured {
	const sound = resample(pcm, sampleRate, measureRate);
	return { traits: measureTraits(sound, measureRate), vector: speakerVector(sound) };
}
