import { maxAttempts, parseInput, type Workflow, type WorkflowContext } from "../../core/workflow.ts";
import { PermanentFailure, permanentReason } from "../../core/workflow-failure.ts";

/**
 * Runs a workflow in this process with timers that fire immediately and retries without delay. `before` is called with
 * the name of each step and timer before it runs, so a test can inspect the state or throw. `attempts` gets how often
 * each step was tried. The kill tests cover the workflow engine itself.
 */
export async function runWorkflow<Input, Services>(
	workflow: Workflow<Input, Services>,
	input: Input,
	services: Services,
	before: (name: string) => void | Promise<void> = () => {},
	attempts: Map<string, number> = new Map(),
): Promise<void> {
	const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
		await before(name);
		const result = await retry(work, () => attempts.set(name, (attempts.get(name) ?? 0) + 1));
		// Serialize the result, as the engine's journal does.
		return result === undefined ? result : (JSON.parse(JSON.stringify(result)) as T);
	};
	const context: WorkflowContext = {
		key: "test",
		step,
		outcome: step,
		longStep: (name, work) => step(name, () => work(new AbortController().signal)),
		steps: (items, _width, nameOf, work) =>
			Promise.allSettled(items.map((item) => step(nameOf(item), () => work(item)))),
		sleep: async (milliseconds) => {
			await before(`sleep ${milliseconds}`);
		},
	};
	await workflow.run(context, parseInput(workflow, JSON.parse(JSON.stringify(input))), services);
}

/** Retries like the engine: up to the limit, unless the failure is permanent. */
async function retry<T>(work: () => Promise<T>, onAttempt: () => void): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		onAttempt();
		try {
			return await work();
		} catch (error) {
			const reason = permanentReason(error);
			if (reason !== undefined) throw new PermanentFailure(reason, { cause: error });
			if (attempt === maxAttempts) throw error;
		}
	}
}
