import { babble, concatAudio, people, silence, wavFile } from "@timbre/engines/media/testing/person.ts";
import type { Workflow } from "../core/workflow.ts";
import type { TestApp } from "./test-app.ts";
import { runWorkflow } from "./workflows/run-workflow.ts";

const cache = new Map<string, Uint8Array<ArrayBuffer>>();
/** Cached, because generating a recording takes longer than many tests. */
function cachedRecording(speaker: keyof typeof people, seconds: number, seed: number): Uint8Array<ArrayBuffer> {
	const key = `${speaker} ${seconds} ${seed}`;
	const known = cache.get(key) ?? wavFile(babble(people[speaker], seconds, seed));
	cache.set(key, known);
	return known;
}

/** Synthetic recordings of two speakers. The fake transcriber takes speech without a long pause for the full sentence. */
export const recordings = {
	ada: (seconds = 6, seed = 1) => cachedRecording("ada", seconds, seed),
	ben: (seconds = 6, seed = 1) => cachedRecording("ben", seconds, seed),
	/** Stops in the middle of the sentence. */
	adaHalf: () => wavFile(concatAudio(babble(people.ada, 2), silence(4), babble(people.ada, 0.5))),
	both: () =>
		wavFile(
			concatAudio(
				babble(people.ada, 6, 2),
				silence(0.7),
				babble(people.ben, 5, 3),
				silence(0.7),
				babble(people.ada, 5, 4),
			),
		),
	silent: () => wavFile(silence(5)),
};

/** Builds form data. Each item of a list becomes a part. */
export function formOf(
	parts: Record<string, string | Uint8Array<ArrayBuffer> | readonly Uint8Array<ArrayBuffer>[]>,
): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(parts))
		for (const [index, part] of (Array.isArray(value) ? value : [value]).entries())
			if (typeof part === "string") form.append(name, part);
			else form.append(name, new Blob([part as Uint8Array<ArrayBuffer>]), `${name}-${index + 1}.wav`);
	return form;
}

/** Runs a workflow for each of its messages in the outbox and deletes them. Returns their number. */
export async function runQueued<Input, Services>(
	app: TestApp,
	workflow: Workflow<Input, Services>,
	services: Services,
	before?: (step: string) => void | Promise<void>,
	attempts?: Map<string, number>,
): Promise<number> {
	const messages = await app.db
		.deleteFrom("outbox")
		.where("target", "=", workflow.name)
		.where("delivered_at", "is", null)
		.returning("payload")
		.execute();
	for (const { payload } of messages) await runWorkflow(workflow, payload as Input, services, before, attempts);
	return messages.length;
}
