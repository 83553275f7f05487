import { join } from "node:path";
import * as ort from "onnxruntime-node";
import { openSession } from "../../speech/providers/onnx-session.ts";

/** What the network remembers of the audio before. */
export type ActivityState = { memory: Float32Array; context: Float32Array };

export type VoiceActivityDetector = {
	/** Returns the probability of speech for each whole frame of 512 samples at 16 kHz, and the state after them. */
	detect(pcm: Float32Array, state?: ActivityState): Promise<{ probabilities: number[]; state: ActivityState }>;
	/** Returns the probabilities for a whole recording in less than half the time. A few of them differ. */
	detectAll(pcm: Float32Array): Promise<number[]>;
	close(): Promise<void>;
};

const activityFrame = 512;
const contextSamples = 64;
const inputSize = contextSamples + activityFrame;
const memorySize = 128;
/**
 * A run of the network takes long to start, so parts of a recording are computed side by side. A part starts without
 * memory. After this many frames, two seconds of audio, it has heard enough: in 95 seconds of speech, 11 of 2,968
 * frames were on the other side of 0.5 than without parts.
 */
const warmUpFrames = 64;
const maxLanes = 16;
/** Shorter parts would mostly warm up. */
const minLaneFrames = 2 * warmUpFrames;

function output(outputs: ort.InferenceSession.OnnxValueMapType, name: string): Float32Array {
	const value = outputs[name];
	if (!value) throw new Error(`Silero's graph has no output ${name}. The model files do not match this provider.`);
	return (value as ort.Tensor).data as Float32Array;
}

export async function createSilero({ modelDir }: { modelDir: string }): Promise<VoiceActivityDetector> {
	const session = await openSession(join(modelDir, "silero_vad.onnx"), 1);
	const rate = new ort.Tensor("int64", BigInt64Array.of(16_000n), []);

	async function step(input: Float32Array, memory: Float32Array, lanes: number) {
		const outputs = await session.run({
			input: new ort.Tensor("float32", input, [lanes, inputSize]),
			state: new ort.Tensor("float32", memory, [2, lanes, memorySize]),
			sr: rate,
		});
		return { probabilities: output(outputs, "output"), memory: output(outputs, "stateN").slice() };
	}

	return {
		async detect(pcm, before) {
			let memory = before?.memory ?? new Float32Array(2 * memorySize);
			let context = before?.context ?? new Float32Array(contextSamples);
			const probabilities: number[] = [];
			for (let at = 0; at + activityFrame <= pcm.length; at += activityFrame) {
				const input = new Float32Array(inputSize);
				input.set(context);
				input.set(pcm.subarray(at, at + activityFrame), contextSamples);
				context = input.slice(activityFrame);
				const found = await step(input, memory, 1);
				memory = found.memory;
				probabilities.push(found.probabilities[0] as number);
			}
			return { probabilities, state: { memory, context } };
		},

		async detectAll(pcm) {
			const frames = Math.floor(pcm.length / activityFrame);
			const lanes = Math.max(1, Math.min(maxLanes, Math.floor((frames - warmUpFrames) / minLaneFrames)));
			const laneFrames = Math.ceil((frames - warmUpFrames) / lanes);
			const probabilities = new Array<number>(frames);
			let memory = new Float32Array(2 * lanes * memorySize);
			// Lane n starts at n * laneFrames. All but the first leave the frames of their warm-up to the lane before.
			for (let done = 0; done < Math.min(frames, warmUpFrames + laneFrames); done++) {
				const input = new Float32Array(lanes * inputSize);
				for (let lane = 0; lane < lanes; lane++) {
					const end = (lane * laneFrames + done + 1) * activityFrame;
					const from = Math.max(0, end - inputSize);
					if (end <= pcm.length) input.set(pcm.subarray(from, end), (lane + 1) * inputSize - (end - from));
				}
				const found = await step(input, memory, lanes);
				memory = found.memory;
				for (let lane = 0; lane < lanes; lane++) {
					const frame = lane * laneFrames + done;
					if (frame < frames && (lane === 0 || done >= warmUpFrames))
						probabilities[frame] = found.probabilities[lane] as number;
				}
			}
			return probabilities;
		},
		close: () => session.release(),
	};
}
