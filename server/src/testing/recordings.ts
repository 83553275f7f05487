import { babble, oneAfterTheOther, people, recordingOf, silence } from "@timbre/engines/media/testing/person.ts";
import type { Workflow } from "../core/workflow.ts";
import { runWorkflow } from "./run-workflow.ts";
import type { TestApp } from "./test-app.ts";

const made = new Map<string, Uint8Array<ArrayBuffer>>();
/** Made once: a second of it takes longer than some tests that need it. */
function recorded(who: keyof typeof people, seconds: number, seed: number): Uint8Array<ArrayBuffer> {
	const key = `${who} ${seconds} ${seed}`;
	const known = made.get(key) ?? recordingOf(babble(people[who], seconds, seed));
	made.set(key, known);
	return known;
}

/** Recordings of two people who do not exist. The fake ear takes a babble without a long pause for the whole sentence. */
export const recordings = {
	ada: (seconds = 6, seed = 1) => recorded("ada", seconds, seed),
	ben: (seconds = 6, seed = 1) => recorded("ben", seconds, seed),
	/** She stops in the middle of the sentence. */
	adaHalf: () => recordingOf(oneAfterTheOther(babble(people.ada, 2), silence(4), babble(people.ada, 0.5))),
	both: () =>
		recordingOf(
			oneAfterTheOther(
				babble(people.ada, 6, 2),
				silence(0.7),
				babble(people.ben, 5, 3),
				silence(0.7),
				babble(people.ada, 5, 4),
			),
		),
	silent: () => recordingOf(silence(5)),
};

/** The parts of a form; a list becomes a part each. */
export function formOf(
	parts: Record<string, string | Uint8Array<ArrayBuffer> | readonly Uint8Array<ArrayBuffer>[]>,
): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(parts))
		for (const [at, one] of (Array.isArray(value) ? value : [value]).entries())
			if (typeof one === "string") form.append(name, one);
			else form.append(name, new Blob([one as Uint8Array<ArrayBuffer>]), `${name}-${at + 1}.wav`);
	return form;
}

/** Runs what waits in the outbox for a workflow, the newest first of each key, and empties it. */
export async function runQueued<Input, Services>(
	app: TestApp,
	workflow: Workflow<Input, Services>,
	services: Services,
	before?: (step: string) => void | Promise<void>,
): Promise<number> {
	const waiting = await app.db
		.deleteFrom("outbox")
		.where("target", "=", workflow.name)
		.where("delivered_at", "is", null)
		.returning("payload")
		.execute();
	for (const { payload } of waiting) await runWorkflow(workflow, payload as Input, services, before);
	return waiting.length;
}
