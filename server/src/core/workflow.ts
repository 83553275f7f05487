import { createServer, type ServerHttp2Session } from "node:http2";
import * as restate from "@restatedev/restate-sdk";
import type { z } from "zod";
import type { Config } from "./config.ts";
import type { Log } from "./log.ts";

/** What a durable workflow can do. The engine behind it (Restate) is an implementation detail of this file. */
export type WorkflowContext = {
	/** The key that the run was started with. A key runs once. */
	key: string;
	/** A completed step never runs again. An interrupted one does, so its effects must be idempotent. */
	step<T>(name: string, work: () => Promise<T>): Promise<T>;
	/** Runs one `step` per item, at most `width` at a time. */
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
	/** How long the engine retains a finished run and so rejects its key. Defaults to a day. */
	retentionMinutes?: number;
	run(context: WorkflowContext, input: Input, services: Services): Promise<void>;
};

export function defineWorkflow<Input, Services>(workflow: Workflow<Input, Services>): Workflow<Input, Services> {
	return workflow;
}

/** Thrown in a step to fail without retrying. All other errors are retried. */
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
		// A step that renders a long clip reports nothing for minutes; the engine must not consider the worker dead.
		options: {
			inactivityTimeout: { minutes: 5 },
			abortTimeout: { minutes: 10 },
			...(workflow.retentionMinutes === undefined ? {} : { workflowRetention: { minutes: workflow.retentionMinutes } }),
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
			// Batches, not a sliding window: a replay must run the same steps in the same order.
			for (let from = 0; from < items.length; from += width) {
				const batch = items.slice(from, from + width).map((item) => start(nameOf(item), () => work(item)));
				results.push(...((await restate.RestatePromise.allSettled(batch)) as typeof results));
			}
			return results;
		},
	};
}

export type BoundWorkflow = ReturnType<typeof bindWorkflow>;

/** The SDK's warning about an endpoint that anyone could call. */
const unsignedRequestsWarning = "Accepting requests without validating request signatures";

/** Serves the workflows to Restate and registers this worker there. */
export async function serveWorkflows(
	config: Config,
	workflows: BoundWorkflow[],
	log: Log,
): Promise<{ close(): Promise<void> }> {
	const endpoint = restate.endpoint();
	const loopbackOnly = config.WORKER_HOST === "127.0.0.1" || config.WORKER_HOST === "localhost";
	// Log one line per failed attempt: the engine retries, and its journal has the details.
	endpoint.setLogger((params, message, ...rest) => {
		if (params.replaying || (loopbackOnly && String(message).startsWith(unsignedRequestsWarning))) return;
		const cause = rest.find((part) => part instanceof Error);
		log[params.level](
			{ workflow: params.context?.invocationTarget, ...(cause ? { reason: cause.message } : {}) },
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
			const response = await fetch(new URL("/deployments", config.RESTATE_ADMIN_URL), {
				method: "POST",
				headers: { "content-type": "application/json" },
				// `force`: in development the same URL serves changed code.
				body: JSON.stringify({ uri: config.WORKER_URL, force: config.NODE_ENV !== "production" }),
			});
			if (response.ok) return;
			throw new Error(`${response.status} ${await response.text()}`);
		} catch (error) {
			if (attempt >= 120)
				throw new Error(`Failed to register this worker with Restate at ${config.RESTATE_ADMIN_URL}.`, {
					cause: error,
				});
			if (attempt % 20 === 0) log.warn({ err: error, attempt }, "waiting for Restate");
			await new Promise((resolve) => setTimeout(resolve, 500));
		}
	}
}

export type StartResult = "started" | "already-started";

/** Starts a workflow run. Safe to repeat: the key is the idempotency key. */
export async function submitWorkflow(
	config: Config,
	name: string,
	key: string,
	payload: unknown,
): Promise<StartResult> {
	const url = new URL(`/${encodeURIComponent(name)}/${encodeURIComponent(key)}/run/send`, config.RESTATE_INGRESS_URL);
	const response = await fetch(url, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(payload),
		signal: AbortSignal.timeout(10_000),
	});
	if (response.ok) return "started";
	if (response.status === 409) return "already-started";
	throw new Error(`Restate rejected ${name}/${key}: ${response.status} ${(await response.text()).slice(0, 200)}`);
}
