import { join } from "node:path";
import * as ort from "onnxruntime-node";
import { openSession } from "../../speech/providers/onnx-session.ts";

/** What the network remembers of the audio before. */
export type ActivityState = { memory: Float32Array; context: Float32Array };

export type VoiceActivityDetector = {
	/** Returns the probability of speech for each whole frame of 512 samples at 16 kHz, and the state after them. */
	detect(pcm: Float32Array, state?: ActivityState): Promise<{ probabilities: number[]; state: ActivityState }>;
	close(): Promise<void>;
};

const activityFrame = 512;
const contextSamples = 64;
const memorySize = 2 * 128;

function output(outputs: ort.InferenceSession.OnnxValueMapType, name: string): Float32Array {
	const value = outputs[name];
	if (!value) throw new Error(`Silero's graph has no output ${name}. The model files do not match this provider.`);
	return (value as ort.Tensor).data as Float32Array;
}

export async function createSilero({ modelDir }: { modelDir: string }): Promise<VoiceActivityDetector> {
	const session = await openSession(join(modelDir, "silero_vad.onnx"), 1);
	const rate = new ort.Tensor("int64", BigInt64Array.of(16_000n), []);
	return {
		async detect(pcm, before) {
			let memory = before?.memory ?? new Float32Array(memorySize);
			let context = before?.context ?? new Float32Array(contextSamples);
			const probabilities: number[] = [];
			for (let at = 0; at + activityFrame <= pcm.length; at += activityFrame) {
				const input = new Float32Array(contextSamples + activityFrame);
				input.set(context);
				input.set(pcm.subarray(at, at + activityFrame), contextSamples);
				context = input.slice(activityFrame);
				const outputs = await session.run({
					input: new ort.Tensor("float32", input, [1, input.length]),
					state: new ort.Tensor("float32", memory, [2, 1, 128]),
					sr: rate,
				});
				memory = output(outputs, "stateN").slice();
				probabilities.push(output(outputs, "output")[0] as number);
			}
			return { probabilities, state: { memory, context } };
		},
		close: () => session.release(),
	};
}
