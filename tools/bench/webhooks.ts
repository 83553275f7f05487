// npm run bench:webhooks: delivers events to an endpoint that fails half the time and is killed once, and measures the api meanwhile.
//   --events 1000   --fails 0.5
import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { notifyWebhooks } from "@timbre/server/features/developers/developers.webhooks.public.ts";
import { printFigures } from "../ci/figures.ts";
import { ROOT } from "../generated.ts";
import { freePorts } from "../stack/ports.ts";
import { type Harness, startHarness, until } from "./harness.ts";
import type { Receipt } from "./webhooks-endpoint.ts";

export type WebhooksOptions = { events: number; fails: number };
export type WebhooksResult = WebhooksOptions & {
	seconds: number;
	attempts: number;
	unanswered: number;
	accepted: number;
	twice: number;
	killedAfter: number;
	aloneMs: number[];
	underLoadMs: number[];
	loadAverage: number[];
	errors: string[];
};

/** Short delays, but enough retries that practically no event fails all of them. */
const retryDelays = [0.2, 0.5, ...Array.from({ length: 28 }, () => 1)];

async function startEndpoint(port: number, file: string, fails: number): Promise<ChildProcess> {
	const program = join(import.meta.dirname, "webhooks-endpoint.ts");
	const child = spawn(process.execPath, [program, String(port), file, String(fails)], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	await new Promise<void>((resolve, reject) => {
		child.stdout?.once("data", () => resolve());
		child.once("exit", () => reject(new Error("the endpoint exited before it listened")));
	});
	return child;
}

async function stopEndpoint(child: ChildProcess): Promise<void> {
	const gone = new Promise((resolve) => child.once("exit", resolve));
	child.kill("SIGKILL");
	await gone;
}

async function receiptsIn(file: string): Promise<Receipt[]> {
	const text = await readFile(file, "utf8").catch(() => "");
	// The last line may be incomplete.
	return text
		.split("\n")
		.slice(0, -1)
		.map((line) => JSON.parse(line) as Receipt);
}

/** Measures a common request in a loop until stopped. */
function startCaller({ stack, user }: Harness): { stop(): Promise<number[]> } {
	const times: number[] = [];
	let going = true;
	const run = (async () => {
		while (going) {
			const started = performance.now();
			const response = await fetch(`${stack.apiUrl}/v1/user`, { headers: { "xi-api-key": user.apiKey } });
			await response.arrayBuffer();
			if (response.status === 200) times.push(performance.now() - started);
			await sleep(20);
		}
	})();
	return {
		stop: async () => {
			going = false;
			await run;
			return times;
		},
	};
}

async function createWebhook({ stack, user }: Harness, url: string): Promise<{ id: string; secret: string }> {
	const response = await fetch(`${stack.apiUrl}/v1/workspace/webhooks`, {
		method: "POST",
		headers: { "xi-api-key": user.apiKey, "content-type": "application/json" },
		body: JSON.stringify({ settings: { auth_type: "hmac", name: "Bench", webhook_url: url } }),
	});
	const webhook = (await response.json()) as { webhook_id: string; webhook_secret: string };
	return { id: webhook.webhook_id, secret: webhook.webhook_secret };
}

async function publishEvents({ db, user }: Harness, events: number): Promise<void> {
	for (let at = 0; at < events; at++) {
		await db.transaction().execute((tx) =>
			notifyWebhooks(tx, user.workspaceId, {
				type: "api_key_deleted",
				id: `event-${String(at).padStart(6, "0")}`,
				data: { key_id: `key-${at}`, name: "Key", user_id: user.userId },
			}),
		);
	}
}

async function readLog({ db }: Harness, webhookId: string) {
	const deliveries = await db
		.selectFrom("webhook_delivery")
		.select(["id", "number", "event_id", "state", "attempts"])
		.where("webhook_id", "=", webhookId)
		.orderBy("number")
		.execute();
	const attempts = await db
		.selectFrom("webhook_attempt as attempt")
		.innerJoin("webhook_delivery as delivery", "delivery.id", "attempt.delivery_id")
		.select(["attempt.delivery_id", "attempt.number", "attempt.status", "attempt.error"])
		.where("delivery.webhook_id", "=", webhookId)
		.orderBy("attempt.number")
		.execute();
	return { deliveries, attempts };
}

function isSigned({ signature, body }: Receipt, secret: string): boolean {
	const [, t, v0] = /^t=(\d+),v0=([0-9a-f]{64})$/.exec(signature) ?? [];
	return v0 === createHmac("sha256", secret).update(`${t}.${body}`).digest("hex");
}

function findErrors(
	options: WebhooksOptions,
	{ deliveries, attempts }: Awaited<ReturnType<typeof readLog>>,
	receipts: readonly Receipt[],
	secret: string,
): string[] {
	const errors: string[] = [];
	const count = (what: string, wrong: number) => {
		if (wrong > 0) errors.push(`${wrong} ${what}`);
	};
	const accepted = new Set(receipts.filter((one) => one.accepted).map(({ delivery }) => delivery));
	count("events were not in the log", options.events - deliveries.length);
	count("events never arrived", deliveries.filter(({ id }) => !accepted.has(id)).length);
	count("deliveries are not recorded as delivered", deliveries.filter(({ state }) => state !== "delivered").length);
	count("signatures were wrong", receipts.filter((one) => !isSigned(one, secret)).length);
	const order = deliveries.map(({ event_id }) => event_id);
	if (order.some((id, at) => id < (order[at - 1] ?? ""))) errors.push("the log is not in the order of the events");
	const log = Map.groupBy(attempts, ({ delivery_id }) => delivery_id);
	count(
		"deliveries lack attempts in the log",
		deliveries.filter(({ id, attempts: made }) => {
			const rows = log.get(id) ?? [];
			return rows.length !== made || rows.some((row, at) => row.number !== at + 1) || rows.at(-1)?.status !== 200;
		}).length,
	);
	const recorded = new Set(attempts.map((row) => `${row.delivery_id} ${row.number}`));
	count(
		"received attempts are not in the log",
		receipts.filter((one) => !recorded.has(`${one.delivery} ${one.attempt}`)).length,
	);
	return errors;
}

export async function benchWebhooks(options: WebhooksOptions): Promise<WebhooksResult> {
	const harness = await startHarness({
		engines: "fake",
		env: {
			WEBHOOK_PRIVATE: "true",
			WEBHOOK_RETRY_SECONDS: retryDelays.join(","),
			WEBHOOK_DISABLE_FAILURES: "1000000",
			NODE_ENV: "production",
		},
	});
	const folder = await mkdtemp(join(tmpdir(), "timbre-webhooks-"));
	const file = join(folder, "receipts.jsonl");
	const { web: port } = await freePorts();
	let endpoint = await startEndpoint(port, file, options.fails);
	try {
		const webhook = await createWebhook(harness, `http://127.0.0.1:${port}/hook`);
		const warm = startCaller(harness);
		await sleep(2_000);
		await warm.stop();
		const before = await measureAlone(harness);
		const underLoad = startCaller(harness);
		const started = performance.now();
		const publishing = publishEvents(harness, options.events);
		const killAfter = options.events / 3;
		const killedAfter = await until("a third of the deliveries", 120, async () => {
			const { length } = await receiptsIn(file);
			return length > killAfter && length;
		});
		await stopEndpoint(endpoint);
		await sleep(2_000);
		endpoint = await startEndpoint(port, file, options.fails);
		await publishing;
		await until("all deliveries to end", 240, async () => {
			const { waiting } = await harness.db
				.selectFrom("webhook_delivery")
				.select((eb) => eb.fn.countAll<number>().as("waiting"))
				.where("state", "=", "waiting")
				.executeTakeFirstOrThrow();
			await sleep(200);
			return waiting === 0;
		});
		const seconds = (performance.now() - started) / 1000;
		const underLoadMs = await underLoad.stop();
		// Measure before and after, because the machine's speed varies.
		const aloneMs = [...before, ...(await measureAlone(harness))];
		const receipts = await receiptsIn(file);
		const log = await readLog(harness, webhook.id);
		const accepted = receipts.filter((one) => one.accepted);
		return {
			...options,
			seconds,
			attempts: log.attempts.length,
			unanswered: log.attempts.filter(({ status }) => status === null).length,
			accepted: accepted.length,
			twice: accepted.length - new Set(accepted.map(({ delivery }) => delivery)).size,
			killedAfter,
			aloneMs,
			underLoadMs,
			loadAverage: loadavg(),
			errors: findErrors(options, log, receipts, webhook.secret),
		};
	} finally {
		await stopEndpoint(endpoint);
		await harness.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

async function measureAlone(harness: Harness): Promise<number[]> {
	const caller = startCaller(harness);
	await sleep(5_000);
	return caller.stop();
}

const percentile = (values: readonly number[], share: number) =>
	values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

/** Factor by which a request is slower while webhooks are delivered. */
export const slowdown = ({ aloneMs, underLoadMs }: WebhooksResult, share: number) =>
	percentile(underLoadMs, share) / percentile(aloneMs, share);

export function describeResult(result: WebhooksResult): string {
	const line = (name: string, share: number) =>
		`${name.padEnd(34)}${percentile(result.aloneMs, share).toFixed(1).padStart(8)}${percentile(result.underLoadMs, share).toFixed(1).padStart(8)}${slowdown(result, share).toFixed(2).padStart(8)}`;
	return [
		`${result.events} events in ${result.seconds.toFixed(1)} s: ${result.attempts} attempts (${result.unanswered} without a response), ${result.accepted} accepted, ${result.twice} of them twice; endpoint killed after ${result.killedAfter}`,
		`${"GET /v1/user, ms".padEnd(34)}${"alone".padStart(8)}${"loaded".padStart(8)}${"ratio".padStart(8)}`,
		line("median", 0.5),
		line("p95", 0.95),
		`load average ${result.loadAverage.map((value) => value.toFixed(1)).join(" ")}`,
		...result.errors,
	].join("\n");
}

if (import.meta.main) {
	const { values } = parseArgs({
		options: { events: { type: "string", default: "1000" }, fails: { type: "string", default: "0.5" } },
	});
	const result = await benchWebhooks({ events: Number(values.events), fails: Number(values.fails) });
	printFigures(describeResult(result));
	await mkdir(join(ROOT, "reports"), { recursive: true });
	await writeFile(join(ROOT, "reports/bench-webhooks.json"), JSON.stringify(result, undefined, "\t"));
	process.exitCode = result.errors.length === 0 ? 0 : 1;
}
