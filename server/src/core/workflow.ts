import { createServer, type ServerHttp2Session } from "node:http2";
import { isDeepStrictEqual } from "node:util";
import * as restate from "@restatedev/restate-sdk";
import { z } from "zod";
import type { Config } from "./config.ts";
import type { Log } from "./log.ts";
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
	 * A step that may take hours. The engine is told every few minutes that it is still running, so that a worker that
	 * hangs is noticed as soon as in a short step. `signal` is aborted when the engine has given up on this attempt: another
	 * one may already be running.
	 */
	longStep<T>(name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
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
	run(context: WorkflowContext, input: Input, services: Services): Promise<void>;
};

export function defineWorkflow<Input, Services>(workflow: Workflow<Input, Services>): Workflow<Input, Services> {
	return workflow;
}

/** How often a step is tried: for a quarter of an hour, so that a job outlives a restart of the database. */
export const maxAttempts = 20;
const outcomeRetries = { initialRetryInterval: 250, retryIntervalFactor: 2, maxRetryInterval: 60_000 };
const stepRetries = { ...outcomeRetries, maxRetryAttempts: maxAttempts };

/**
 * How long a worker may be silent until the engine asks it to stop, and then how long until the attempt counts as lost.
 * Together they limit a step: one that renders a clip or reads a recording reports nothing until it is done.
 */
export type WorkflowTimeouts = { silentMs: number; abortMs: number; heartbeatMs: number };
const defaultTimeouts: WorkflowTimeouts = { silentMs: 5 * 60_000, abortMs: 10 * 60_000, heartbeatMs: 2 * 60_000 };

export function bindWorkflow<Input, Services>(
	workflow: Workflow<Input, Services>,
	services: Services,
	timeouts: WorkflowTimeouts = defaultTimeouts,
) {
	return restate.workflow({
		name: workflow.name,
		handlers: {
			run: async (context: restate.WorkflowContext, payload: unknown) =>
				workflow.run(wrap(context, timeouts), parseInput(workflow, payload), services),
		},
		options: {
			asTerminalError,
			inactivityTimeout: timeouts.silentMs,
			abortTimeout: timeouts.abortMs,
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

function wrap(context: restate.WorkflowContext, { heartbeatMs }: WorkflowTimeouts): WorkflowContext {
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
		longStep: async (name, work) => {
			const { attemptCompletedSignal } = context.request();
			let ended = false;
			const running = context
				.run(name, () => work(attemptCompletedSignal), stepRetries)
				.map((value, failure) => {
					ended = true;
					if (failure) throw failure;
					return value as Awaited<ReturnType<typeof work>>;
				});
			try {
				// Each timer is a message to the engine, which resets its timeout.
				while (!ended) await restate.RestatePromise.race([running, context.sleep(heartbeatMs)]);
				return await running;
			} catch (error) {
				throw fromJournal(error);
			}
		},
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
			return await register(config);
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

/**
 * Restate keeps what it knows of a URL unless it is told to look again. A new version at the same URL may have other
 * workflows or options, so compare them. Runs in progress continue with the new code either way: the old code is gone.
 */
async function register(config: Config): Promise<void> {
	const known = await postDeployment(config, { force: false });
	const offered = await postDeployment(config, { force: true, dry_run: true });
	if (!isDeepStrictEqual(known, offered)) await postDeployment(config, { force: true });
}

const deployment = z.object({
	services: z.array(z.looseObject({ name: z.string(), revision: z.int(), deployment_id: z.string() })),
});

/** The services of this worker, without what Restate assigns to them. */
async function postDeployment(config: Config, options: { force: boolean; dry_run?: boolean }) {
	const response = await fetch(new URL("/deployments", config.RESTATE_ADMIN_URL), {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ uri: config.WORKER_URL, ...options }),
	});
	if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
	const { services } = deployment.parse(await response.json());
	return services
		.map(({ revision: _, deployment_id: __, ...service }) => service)
		.sort((a, b) => a.name.localeCompare(b.name));
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
