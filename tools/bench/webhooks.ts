// npm run bench:webhooks: events for a receiver that fails half the time and is killed once, and what the api's callers notice of it.
//   --events 1000   --fails 0.5
import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { announceToWebhooks } from "@timbre/server/features/developers/developers.webhooks.public.ts";
import { printFigures } from "../ci/figures.ts";
import { ROOT } from "../generated.ts";
import { freePorts } from "../stack/ports.ts";
import { type Harness, startHarness, until } from "./harness.ts";
import type { Receipt } from "./webhooks-receiver.ts";

export type WebhooksOptions = { events: number; fails: number };
export type WebhooksResult = WebhooksOptions & {
	seconds: number;
	attempts: number;
	unanswered: number;
	taken: number;
	twice: number;
	killedAfter: number;
	aloneMs: number[];
	besideMs: number[];
	loadAverage: number[];
	faults: string[];
};

/** Short, so that the run is. That one of a thousand events meets failures at all of them, some while the receiver is away, is next to impossible. */
const pauses = [0.2, 0.5, ...Array.from({ length: 28 }, () => 1)];

async function startReceiver(port: number, file: string, fails: number): Promise<ChildProcess> {
	const program = join(import.meta.dirname, "webhooks-receiver.ts");
	const child = spawn(process.execPath, [program, String(port), file, String(fails)], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	await new Promise<void>((resolve, reject) => {
		child.stdout?.once("data", () => resolve());
		child.once("exit", () => reject(new Error("the receiver ended before it listened")));
	});
	return child;
}

async function stopReceiver(child: ChildProcess): Promise<void> {
	const gone = new Promise((resolve) => child.once("exit", resolve));
	child.kill("SIGKILL");
	await gone;
}

async function receiptsIn(file: string): Promise<Receipt[]> {
	const text = await readFile(file, "utf8").catch(() => "");
	// The last line may be half written.
	return text
		.split("\n")
		.slice(0, -1)
		.map((line) => JSON.parse(line) as Receipt);
}

/** How long calls take that a page makes all the time, one after another, until told to stop. */
function startCaller({ stack, person }: Harness): { stop(): Promise<number[]> } {
	const times: number[] = [];
	let going = true;
	const run = (async () => {
		while (going) {
			const started = performance.now();
			const answer = await fetch(`${stack.apiUrl}/v1/user`, { headers: { "xi-api-key": person.apiKey } });
			await answer.arrayBuffer();
			if (answer.status === 200) times.push(performance.now() - started);
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

async function makeWebhook({ stack, person }: Harness, url: string): Promise<{ id: string; secret: string }> {
	const answer = await fetch(`${stack.apiUrl}/v1/workspace/webhooks`, {
		method: "POST",
		headers: { "xi-api-key": person.apiKey, "content-type": "application/json" },
		body: JSON.stringify({ settings: { auth_type: "hmac", name: "Bench", webhook_url: url } }),
	});
	const made = (await answer.json()) as { webhook_id: string; webhook_secret: string };
	return { id: made.webhook_id, secret: made.webhook_secret };
}

async function happen({ db, person }: Harness, events: number): Promise<void> {
	for (let at = 0; at < events; at++) {
		await db.transaction().execute((tx) =>
			announceToWebhooks(tx, person.workspaceId, {
				type: "speech_generation_finished",
				id: `event-${String(at).padStart(6, "0")}`,
				data: { at },
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

function faultsIn(
	options: WebhooksOptions,
	{ deliveries, attempts }: Awaited<ReturnType<typeof readLog>>,
	receipts: readonly Receipt[],
	secret: string,
): string[] {
	const faults: string[] = [];
	const count = (what: string, wrong: number) => {
		if (wrong > 0) faults.push(`${wrong} ${what}`);
	};
	const taken = new Set(receipts.filter((one) => one.taken).map(({ delivery }) => delivery));
	count("events were not in the log", options.events - deliveries.length);
	count("events never arrived", deliveries.filter(({ id }) => !taken.has(id)).length);
	count("deliveries are not on record as delivered", deliveries.filter(({ state }) => state !== "delivered").length);
	count("signatures were wrong", receipts.filter((one) => !isSigned(one, secret)).length);
	const order = deliveries.map(({ event_id }) => event_id);
	if (order.some((id, at) => id < (order[at - 1] ?? ""))) faults.push("the log is not in the order of the events");
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
		"attempts arrived and are not in the log",
		receipts.filter((one) => !recorded.has(`${one.delivery} ${one.attempt}`)).length,
	);
	return faults;
}

export async function benchWebhooks(options: WebhooksOptions): Promise<WebhooksResult> {
	const harness = await startHarness({
		engines: "fake",
		env: {
			WEBHOOK_PRIVATE: "true",
			WEBHOOK_RETRY_SECONDS: pauses.join(","),
			WEBHOOK_DISABLE_FAILURES: "1000000",
			NODE_ENV: "production",
		},
	});
	const folder = await mkdtemp(join(tmpdir(), "timbre-webhooks-"));
	const file = join(folder, "receipts.jsonl");
	const { web: port } = await freePorts();
	let receiver = await startReceiver(port, file, options.fails);
	try {
		const webhook = await makeWebhook(harness, `http://127.0.0.1:${port}/hook`);
		const warm = startCaller(harness);
		await sleep(2_000);
		await warm.stop();
		const before = await callAlone(harness);
		const beside = startCaller(harness);
		const started = performance.now();
		const happening = happen(harness, options.events);
		const enough = options.events / 3;
		const killedAfter = await until("a third of the deliveries", 120, async () => {
			const { length } = await receiptsIn(file);
			return length > enough && length;
		});
		await stopReceiver(receiver);
		await sleep(2_000);
		receiver = await startReceiver(port, file, options.fails);
		await happening;
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
		const besideMs = await beside.stop();
		// On both sides, since the machine's own pace changes from minute to minute.
		const aloneMs = [...before, ...(await callAlone(harness))];
		const receipts = await receiptsIn(file);
		const log = await readLog(harness, webhook.id);
		const taken = receipts.filter((one) => one.taken);
		return {
			...options,
			seconds,
			attempts: log.attempts.length,
			unanswered: log.attempts.filter(({ status }) => status === null).length,
			taken: taken.length,
			twice: taken.length - new Set(taken.map(({ delivery }) => delivery)).size,
			killedAfter,
			aloneMs,
			besideMs,
			loadAverage: loadavg(),
			faults: faultsIn(options, log, receipts, webhook.secret),
		};
	} finally {
		await stopReceiver(receiver);
		await harness.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

async function callAlone(harness: Harness): Promise<number[]> {
	const caller = startCaller(harness);
	await sleep(5_000);
	return caller.stop();
}

const percentile = (values: readonly number[], share: number) =>
	values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

/** How many times longer a call takes while webhooks are delivered. */
export const slowdown = ({ aloneMs, besideMs }: WebhooksResult, share: number) =>
	percentile(besideMs, share) / percentile(aloneMs, share);

export function describeResult(result: WebhooksResult): string {
	const line = (name: string, share: number) =>
		`${name.padEnd(34)}${percentile(result.aloneMs, share).toFixed(1).padStart(8)}${percentile(result.besideMs, share).toFixed(1).padStart(8)}${slowdown(result, share).toFixed(2).padStart(8)}`;
	return [
		`${result.events} events in ${result.seconds.toFixed(1)} s: ${result.attempts} attempts (${result.unanswered} without an answer), ${result.taken} taken, ${result.twice} of them a second time; receiver killed after ${result.killedAfter}`,
		`${"GET /v1/user, ms".padEnd(34)}${"alone".padStart(8)}${"beside".padStart(8)}${"ratio".padStart(8)}`,
		line("median", 0.5),
		line("95 of 100", 0.95),
		`load average ${result.loadAverage.map((value) => value.toFixed(1)).join(" ")}`,
		...result.faults,
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
	process.exitCode = result.faults.length === 0 ? 0 : 1;
}
