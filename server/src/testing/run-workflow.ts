import type { Workflow, WorkflowContext } from "../core/workflow.ts";

/**
 * Runs a workflow in this process with timers that fire immediately. `before` is called with the name of each step and
 * timer before it runs, so a test can inspect the state or throw. The kill tests cover the workflow engine itself.
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
		// Serialize the result, as the engine's journal does.
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
