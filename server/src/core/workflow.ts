import { createServer, type ServerHttp2Session } from "node:http2";
import * as restate from "@restatedev/restate-sdk";
import { z } from "zod";
import type { Config } from "./config.ts";
import type { Log } from "./log.ts";
import { isLoopbackHost } from "./security/loopback.ts";
import { PermanentFailure, permanentReason } from "./workflow-failure.ts";

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
	/**
	 * A step that stores how the run ended. Retried until it succeeds, because otherwise users would see a run that never
	 * ends.
	 */
	outcome<T>(name: string, work: () => Promise<T>): Promise<T>;
	sleep(milliseconds: number): Promise<void>;
};

export type Workflow<Input, Services> = {
	name: string;
	input: z.ZodType<Input>;
	/** How long the engine retains a finished run and so rejects its key. Defaults to a day. */
	retentionMinutes?: number;
	/** How long one step may take. Defaults to 15 minutes. */
	maxStepMinutes?: number;
	run(context: WorkflowContext, input: Input, services: Services): Promise<void>;
};

export function defineWorkflow<Input, Services>(workflow: Workflow<Input, Services>): Workflow<Input, Services> {
	return workflow;
}

/** How often a step is tried: for a quarter of an hour, so that a job outlives a restart of the database. */
export const maxAttempts = 20;
const outcomeRetries = { initialRetryInterval: 250, retryIntervalFactor: 2, maxRetryInterval: 60_000 };
const stepRetries = { ...outcomeRetries, maxRetryAttempts: maxAttempts };

export function bindWorkflow<Input, Services>(workflow: Workflow<Input, Services>, services: Services) {
	return restate.workflow({
		name: workflow.name,
		handlers: {
			run: async (context: restate.WorkflowContext, payload: unknown) =>
				workflow.run(wrap(context), parseInput(workflow, payload), services),
		},
		options: {
			asTerminalError,
			// A step that renders a long clip reports nothing for minutes; the engine must not consider the worker dead.
			inactivityTimeout: { minutes: (workflow.maxStepMinutes ?? 15) - 10 },
			abortTimeout: { minutes: 10 },
			...(workflow.retentionMinutes === undefined ? {} : { workflowRetention: { minutes: workflow.retentionMinutes } }),
		},
	});
}

/** Throws PermanentFailure: input that is invalid now stays invalid. */
export function parseInput<Input>({ name, input }: Pick<Workflow<Input, never>, "name" | "input">, payload: unknown) {
	const parsed = input.safeParse(payload);
	if (parsed.success) return parsed.data;
	throw new PermanentFailure(`Invalid input of ${name}: ${z.prettifyError(parsed.error)}`, { cause: parsed.error });
}

/** The engine's code of a permanent failure. A step that used up its attempts has another. */
const permanentCode = 422;

function asTerminalError(error: unknown): restate.TerminalError | undefined {
	const reason = permanentReason(error);
	if (reason === undefined) return undefined;
	return Object.assign(new restate.TerminalError(reason, { errorCode: permanentCode }), { cause: error });
}

/** A permanent failure comes back from the engine's journal as its own error. */
function fromJournal(error: unknown): unknown {
	return error instanceof restate.TerminalError && error.code === permanentCode
		? new PermanentFailure(error.message, { cause: error })
		: error;
}

function wrap(context: restate.WorkflowContext): WorkflowContext {
	const run = async <T>(name: string, work: () => Promise<T>, retries: restate.RunOptions<T>): Promise<T> => {
		try {
			return await context.run(name, work, retries);
		} catch (error) {
			throw fromJournal(error);
		}
	};
	return {
		key: context.key,
		step: (name, work) => run(name, work, stepRetries),
		outcome: (name, work) => run(name, work, outcomeRetries),
		sleep: async (milliseconds) => context.sleep(milliseconds),
		steps: async (items, width, nameOf, work) => {
			const results: PromiseSettledResult<Awaited<ReturnType<typeof work>>>[] = [];
			// Batches, not a sliding window: a replay must run the same steps in the same order.
			for (let from = 0; from < items.length; from += width) {
				const batch = items
					.slice(from, from + width)
					.map((item) => context.run(nameOf(item), () => work(item), stepRetries));
				results.push(...((await restate.RestatePromise.allSettled(batch)) as typeof results));
			}
			return results.map((result) =>
				result.status === "rejected" ? { ...result, reason: fromJournal(result.reason) } : result,
			);
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
			{
				workflow: params.context?.invocationTarget,
				...(cause ? { reason: cause.message } : {}),
				// The reason of a permanent failure is for users; operators need the error behind it.
				...(cause?.cause instanceof Error ? { cause: cause.cause.message } : {}),
			},
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
				// `force`: in development and on a single machine the same URL serves changed code.
				body: JSON.stringify({
					uri: config.WORKER_URL,
					force: config.NODE_ENV !== "production" || isLoopbackHost(new URL(config.WORKER_URL).hostname),
				}),
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
