import { createServer, type ServerHttp2Session } from "node:http2";
import * as restate from "@restatedev/restate-sdk";
import type { z } from "zod";
import type { Config } from "./config.ts";
import type { Log } from "./log.ts";

/** What a durable workflow can do. The engine behind it is an implementation detail of this file. */
export type WorkflowContext = {
	/** The key the run was started with; a key runs once. */
	key: string;
	/** A finished step is never redone; a step cut off in the middle runs again, so its effect must carry its own key. */
	step<T>(name: string, work: () => Promise<T>): Promise<T>;
	/** Like several `step`s side by side, at most `width` at a time. */
	steps<I, T>(
		items: readonly I[],
		width: number,
		nameOf: (item: I) => string,
		work: (item: I) => Promise<T>,
	): Promise<PromiseSettledResult<T>[]>;
	sleep(milliseconds: number): Promise<void>;
};

export type Workflow<Input, Services> = {
	name: string;
	input: z.ZodType<Input>;
	/** How long the engine remembers a run that has ended, and so starts no second one under its key; a day unless told. */
	rememberedMinutes?: number;
	run(context: WorkflowContext, input: Input, services: Services): Promise<void>;
};

export function defineWorkflow<Input, Services>(workflow: Workflow<Input, Services>): Workflow<Input, Services> {
	return workflow;
}

/** Thrown in a step to give up at once; anything else is tried again. */
export class PermanentFailure extends Error {}

const stepRetries = {
	initialRetryInterval: 250,
	retryIntervalFactor: 2,
	maxRetryInterval: 10_000,
	maxRetryAttempts: 12,
};

export function bindWorkflow<Input, Services>(workflow: Workflow<Input, Services>, services: Services) {
	return restate.workflow({
		name: workflow.name,
		handlers: {
			run: async (context: restate.WorkflowContext, payload: unknown) => {
				const input = workflow.input.parse(payload);
				await workflow.run(wrap(context), input, services);
			},
		},
		// Rendering a long clip is silence to the engine; it must not take that for a dead worker.
		options: {
			inactivityTimeout: { minutes: 5 },
			abortTimeout: { minutes: 10 },
			...(workflow.rememberedMinutes === undefined
				? {}
				: { workflowRetention: { minutes: workflow.rememberedMinutes } }),
		},
	});
}

function wrap(context: restate.WorkflowContext): WorkflowContext {
	const start = <T>(name: string, work: () => Promise<T>) =>
		context.run(
			name,
			async () => {
				try {
					return await work();
				} catch (error) {
					if (error instanceof PermanentFailure) throw new restate.TerminalError(error.message);
					throw error;
				}
			},
			stepRetries,
		);
	return {
		key: context.key,
		step: start,
		sleep: async (milliseconds) => context.sleep(milliseconds),
		steps: async (items, width, nameOf, work) => {
			const results: PromiseSettledResult<Awaited<ReturnType<typeof work>>>[] = [];
			// Batches, not a sliding window: replay must meet the same steps in the same order.
			for (let from = 0; from < items.length; from += width) {
				const batch = items.slice(from, from + width).map((item) => start(nameOf(item), () => work(item)));
				results.push(...((await restate.RestatePromise.allSettled(batch)) as typeof results));
			}
			return results;
		},
	};
}

export type BoundWorkflow = ReturnType<typeof bindWorkflow>;

/** How the engine's library warns of an address that anybody could call. */
const unsigned = "Accepting requests without validating request signatures";

/** Serves the workflows to the durable engine and makes itself known there. */
export async function serveWorkflows(
	config: Config,
	workflows: BoundWorkflow[],
	log: Log,
): Promise<{ close(): Promise<void> }> {
	const endpoint = restate.endpoint();
	const reachableFromHereOnly = config.WORKER_HOST === "127.0.0.1" || config.WORKER_HOST === "localhost";
	// The engine retries a failed step; one line each is enough, the journal keeps the rest.
	endpoint.setLogger((about, message, ...rest) => {
		if (about.replaying || (reachableFromHereOnly && String(message).startsWith(unsigned))) return;
		const cause = rest.find((part) => part instanceof Error);
		log[about.level](
			{ workflow: about.context?.invocationTarget, ...(cause ? { reason: cause.message } : {}) },
			String(message).split("\n")[0],
		);
	});
	for (const workflow of workflows) endpoint.bind(workflow);
	const server = createServer(endpoint.http2Handler());
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(config.WORKER_PORT, config.WORKER_HOST, resolve);
	});
	const sessions = new Set<ServerHttp2Session>();
	server.on("session", (session) => {
		sessions.add(session);
		session.once("close", () => sessions.delete(session));
	});
	await registerWorker(config, log);
	return {
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				for (const session of sessions) session.destroy();
			}),
	};
}

async function registerWorker(config: Config, log: Log): Promise<void> {
	for (let attempt = 1; ; attempt++) {
		try {
			const answer = await fetch(new URL("/deployments", config.RESTATE_ADMIN_URL), {
				method: "POST",
				headers: { "content-type": "application/json" },
				// `force`: in development the same address serves changed code.
				body: JSON.stringify({ uri: config.WORKER_URL, force: config.NODE_ENV !== "production" }),
			});
			if (answer.ok) return;
			throw new Error(`${answer.status} ${await answer.text()}`);
		} catch (error) {
			if (attempt >= 120)
				throw new Error(`The durable engine at ${config.RESTATE_ADMIN_URL} does not accept this worker.`, {
					cause: error,
				});
			if (attempt % 20 === 0) log.warn({ err: error, attempt }, "waiting for the durable engine");
			await new Promise((resolve) => setTimeout(resolve, 500));
		}
	}
}

export type StartResult = "started" | "already-started";

/** Hands a run to the engine. Safe to repeat: a workflow's key is its idempotency key, the same one is started once. */
export async function submitWorkflow(
	config: Config,
	name: string,
	key: string,
	payload: unknown,
): Promise<StartResult> {
	const url = new URL(`/${encodeURIComponent(name)}/${encodeURIComponent(key)}/run/send`, config.RESTATE_INGRESS_URL);
	const answer = await fetch(url, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(payload),
		signal: AbortSignal.timeout(10_000),
	});
	if (answer.ok) return "started";
	if (answer.status === 409) return "already-started";
	throw new Error(`The durable engine refused ${name}/${key}: ${answer.status} ${(await answer.text()).slice(0, 200)}`);
}
