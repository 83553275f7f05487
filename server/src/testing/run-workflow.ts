import type { Workflow, WorkflowContext } from "../core/workflow.ts";

/**
 * Runs a workflow in this process, step by step, with timers that go off at once. `before` is called ahead of each step and each timer
 * with its name, to look in or to break in. What the durable engine itself does is proven by the kill tests.
 */
export async function runWorkflow<Input, Services>(
	workflow: Workflow<Input, Services>,
	input: Input,
	services: Services,
	before: (name: string) => void | Promise<void> = () => {},
): Promise<void> {
	const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
		await before(name);
		const result = await work();
		// Through JSON, as through the journal.
		return result === undefined ? result : (JSON.parse(JSON.stringify(result)) as T);
	};
	const context: WorkflowContext = {
		key: "test",
		step,
		steps: (items, _width, nameOf, work) =>
			Promise.allSettled(items.map((item) => step(nameOf(item), () => work(item)))),
		sleep: async (milliseconds) => {
			await before(`sleep ${milliseconds}`);
		},
	};
	await workflow.run(context, workflow.input.parse(JSON.parse(JSON.stringify(input))), services);
}
