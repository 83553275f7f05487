import { open } from "node:fs/promises";
import type { InferenceSession } from "onnxruntime-node";
import { exposedOutput } from "../../models/onnx-output.ts";

/**
 * Opens a graph with the given number of threads and exposes the named tensors as outputs. Idle threads sleep: spinning
 * used 25% more CPU and was no faster under load.
 */
export async function openSession(
	file: string,
	threads: number,
	exposedTensors: string[] = [],
): Promise<InferenceSession> {
	const { InferenceSession } = await import("onnxruntime-node");
	const options = {
		intraOpNumThreads: threads,
		logSeverityLevel: 3,
		extra: { session: { intra_op: { allow_spinning: "0" } } },
	} as const;
	if (exposedTensors.length === 0) return InferenceSession.create(file, options);
	return InferenceSession.create(await withOutputs(file, exposedTensors), options);
}

async function withOutputs(file: string, tensors: readonly string[]): Promise<Buffer> {
	const outputs = Buffer.concat(tensors.map(exposedOutput));
	const handle = await open(file);
	try {
		const { size } = await handle.stat();
		// One buffer for both: copying the graph would cost hundreds of megabytes.
		const graph = Buffer.allocUnsafeSlow(size + outputs.length);
		for (let at = 0; at < size; ) {
			const { bytesRead } = await handle.read(graph, at, size - at, at);
			if (bytesRead === 0) throw new Error(`${file} was truncated while being read`);
			at += bytesRead;
		}
		outputs.copy(graph, size);
		return graph;
	} finally {
		await handle.close();
	}
}
