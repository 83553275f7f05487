import { mkdtemp, rm } from "node:fs/promises";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Config, loadConfig } from "@timbre/server/core/config.ts";
import type { Log } from "@timbre/server/core/log.ts";
import { type BoundWorkflow, bindWorkflow, defineWorkflow, serveWorkflows } from "@timbre/server/core/workflow.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { freePorts } from "../../tools/stack/ports.ts";
import { type Restate, startRestate } from "../../tools/stack/restate.ts";

const log = { error() {}, warn() {}, info() {}, debug() {} } as unknown as Log;
let folder: string;
let restate: Restate;
let config: Config;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "timbre-workflow-"));
	const ports = await freePorts();
	restate = await startRestate({ dataDir: join(folder, "restate"), ports, onLine: () => {} });
	await restate.ready();
	config = loadConfig({
		DATABASE_URL: "postgres://localhost/unused",
		RESTATE_INGRESS_URL: restate.ingressUrl,
		RESTATE_ADMIN_URL: restate.adminUrl,
		WORKER_PORT: String(ports.worker),
		WORKER_URL: `http://127.0.0.1:${ports.worker}`,
	});
});
afterAll(async () => {
	await restate?.program.stop();
	await rm(folder, { recursive: true, force: true });
});

async function run(workflow: string, key: string): Promise<number> {
	const response = await fetch(`${restate.ingressUrl}/${workflow}/${key}/run`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: "{}",
		signal: AbortSignal.timeout(120_000),
	});
	await response.text();
	return response.status;
}

const timeouts = { silentMs: 2_000, abortMs: 1_000, heartbeatMs: 500 };

test("a long step runs once, however long it takes, and a step that says nothing is given up and tried again", async () => {
	const attempts = { long: 0, silent: 0, aborted: 0 };
	const long = defineWorkflow<object, object>({
		name: "Long",
		input: z.object({}),
		run: async (context) => {
			const result = await context.longStep("work", async (signal) => {
				attempts.long++;
				await sleep(4 * (timeouts.silentMs + timeouts.abortMs));
				if (signal.aborted) attempts.aborted++;
				return "done";
			});
			await context.sleep(10);
			await context.step("after", async () => {
				expect(result).toBe("done");
			});
		},
	});
	const silent = defineWorkflow<object, object>({
		name: "Silent",
		input: z.object({}),
		run: (context) =>
			context.step("work", async () => {
				if (++attempts.silent === 1) await sleep(4 * (timeouts.silentMs + timeouts.abortMs));
			}),
	});
	const bound = [bindWorkflow(long, {}, timeouts), bindWorkflow(silent, {}, timeouts)];
	const worker = await serveWorkflows(config, bound, log);
	try {
		expect(await Promise.all([run("Long", "a"), run("Silent", "a")])).toEqual([200, 200]);
		expect(attempts).toEqual({ long: 1, silent: 2, aborted: 0 });
	} finally {
		await worker.close();
	}
});

const nothing = (name: string, given?: typeof timeouts) =>
	bindWorkflow(defineWorkflow<object, object>({ name, input: z.object({}), run: async () => {} }), {}, given);

test("a worker of a new version at the same URL registers its new and changed workflows in production", async () => {
	const address = Object.values(networkInterfaces())
		.flatMap((addresses) => addresses ?? [])
		.find(({ family, internal }) => family === "IPv4" && !internal);
	const production: Config = {
		...config,
		NODE_ENV: "production",
		WORKER_HOST: "0.0.0.0",
		WORKER_URL: `http://${address?.address ?? "127.0.0.1"}:${config.WORKER_PORT}`,
	};
	const serve = async (...workflows: BoundWorkflow[]) => serveWorkflows(production, workflows, log);
	const revisions = async () => {
		const response = await fetch(new URL("/services", config.RESTATE_ADMIN_URL));
		const { services } = (await response.json()) as {
			services: { name: string; revision: number; inactivity_timeout: string }[];
		};
		return services.map(({ name, revision, inactivity_timeout }) => [name, revision, inactivity_timeout]);
	};
	const first = await serve(nothing("Old"));
	expect(await run("Old", "a")).toBe(200);
	await first.close();
	const second = await serve(nothing("Old"), nothing("New"));
	expect(await run("New", "a")).toBe(200);
	const registered = await revisions();
	await second.close();
	const restarted = await serve(nothing("Old"), nothing("New"));
	expect(await revisions()).toEqual(registered);
	await restarted.close();
	const changed = await serve(nothing("Old"), nothing("New", timeouts));
	expect(await revisions()).toContainEqual(["New", expect.any(Number), "2s"]);
	await changed.close();
});
