import { open } from "node:fs/promises";
import type { InferenceSession } from "onnxruntime-node";
import { exposedOutput } from "../../models/onnx-output.ts";

type SessionOptions = {
	/** Tensors to expose as outputs. */
	exposedTensors?: string[];
	/**
	 * False returns the memory of a run to the system, which makes runs slower. By default a session keeps as much as its
	 * largest run has used.
	 */
	keepsMemory?: boolean;
};

/** Opens a graph with the given number of threads. Idle threads sleep: spinning used 25% more CPU and was no faster under load. */
export async function openSession(
	file: string,
	threads: number,
	{ exposedTensors = [], keepsMemory = true }: SessionOptions = {},
): Promise<InferenceSession> {
	const { InferenceSession } = await import("onnxruntime-node");
	const options = {
		intraOpNumThreads: threads,
		logSeverityLevel: 3,
		enableCpuMemArena: keepsMemory,
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
