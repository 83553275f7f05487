import type { InferenceSession } from "onnxruntime-node";

/** Opens a graph on the given number of threads. Waiting threads sleep: spinning cost a quarter more CPU and gained nothing beside other work. */
export async function openSession(file: string, threads: number): Promise<InferenceSession> {
	const { InferenceSession } = await import("onnxruntime-node");
	return InferenceSession.create(file, {
		intraOpNumThreads: threads,
		logSeverityLevel: 3,
		extra: { session: { intra_op: { allow_spinning: "0" } } },
	});
}
