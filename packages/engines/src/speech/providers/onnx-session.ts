import { open } from "node:fs/promises";
import type { InferenceSession } from "onnxruntime-node";
import { exposedOutput } from "../../models/onnx-output.ts";

/**
 * Opens a graph on the given number of threads; tensors named in `exposing` become outputs of it. Waiting threads sleep: spinning cost a
 * quarter more CPU and gained nothing beside other work.
 */
export async function openSession(file: string, threads: number, exposing: string[] = []): Promise<InferenceSession> {
	const { InferenceSession } = await import("onnxruntime-node");
	const options = {
		intraOpNumThreads: threads,
		logSeverityLevel: 3,
		extra: { session: { intra_op: { allow_spinning: "0" } } },
	} as const;
	if (exposing.length === 0) return InferenceSession.create(file, options);
	return InferenceSession.create(await withOutputs(file, exposing), options);
}

async function withOutputs(file: string, tensors: readonly string[]): Promise<Buffer> {
	const outputs = Buffer.concat(tensors.map(exposedOutput));
	const handle = await open(file);
	try {
		const { size } = await handle.stat();
		// One piece of memory for both: a copy of a graph is hundreds of megabytes.
		const graph = Buffer.allocUnsafeSlow(size + outputs.length);
		for (let at = 0; at < size; ) {
			const { bytesRead } = await handle.read(graph, at, size - at, at);
			if (bytesRead === 0) throw new Error(`${file} is shorter than it was`);
			at += bytesRead;
		}
		outputs.copy(graph, size);
		return graph;
	} finally {
		await handle.close();
	}
}
