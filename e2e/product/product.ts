// One product for everything that is tested from outside: built pages, real database and durable engine, worker, speech node with the fake
// engine. It has two doors: `url` is an api without a mail server, where a new person may generate at once; `mailUrl` sends emails and
// requires what they ask for. The gate starts it once (serve.ts) and names its file in E2E_PRODUCT; a suite run alone starts its own.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Config, loadConfig } from "@timbre/server/core/config.ts";
import { seed } from "../../seed/main.ts";
import { freePorts } from "../../tools/stack/ports.ts";
import { apiReady, startRole } from "../../tools/stack/roles.ts";
import { startStack } from "../../tools/stack/stack.ts";
import { startSmtpSink } from "../smtp-sink.ts";

export type Product = {
	url: string;
	mailUrl: string;
	/** Where emails that the product sent are read (smtp-sink.ts). */
	mailboxUrl: string;
	/** The environment of its processes: what a script needs to see the same database and storage. */
	env: NodeJS.ProcessEnv;
};
export type RunningProduct = Product & { stop(): Promise<void> };

const scenarios = ["base", "demo", "long-history", "team", "second-team", "library"];

/** Starts it at three ports in a row: `url`, `mailUrl` and the mailbox. */
export async function startProduct(port: number): Promise<RunningProduct> {
	const sink = await startSmtpSink(port + 2);
	const dataDir = await mkdtemp(join(tmpdir(), "timbre-e2e-"));
	const stack = await startStack({
		dataDir,
		ports: { ...(await freePorts()), web: port + 1 },
		engines: "fake",
		web: "built",
		env: {
			LOG_LEVEL: "warn",
			// A busy machine must not look like an overloaded database.
			DATABASE_WAIT_SECONDS: "120",
			SMTP_URL: sink.smtpUrl,
			MAIL_TO_OPERATOR: "operator@example.com",
			// For privacy.spec.ts: visits are counted, and headers may say where somebody is.
			ANALYTICS: "true",
			TRUST_PROXY: "true",
		},
	});
	await stack.waitForVoice();
	await seed(loadConfig(stack.env), scenarios, () => {});
	const url = `http://localhost:${port}`;
	const env = { ...stack.env, PORT: String(port), PUBLIC_URL: url, SMTP_URL: "", ANALYTICS: "", TRUST_PROXY: "" };
	const withoutMail = startRole("api", {
		env,
		watch: false,
		ready: () => apiReady(`http://127.0.0.1:${port}`),
		onLine: (line) => process.stderr.write(`${line}\n`),
	});
	await withoutMail.waitReady();
	return {
		url,
		mailUrl: stack.url,
		mailboxUrl: `http://127.0.0.1:${port + 2}`,
		env,
		async stop() {
			await withoutMail.stop();
			await stack.stop();
			await sink.stop();
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}

/** The product that E2E_PRODUCT names, or one of its own at free ports. */
export async function openProduct(): Promise<RunningProduct> {
	const file = process.env.E2E_PRODUCT;
	if (!file) return startProduct((await freePorts()).web);
	return { ...(JSON.parse(await readFile(file, "utf8")) as Product), stop: async () => {} };
}

export const configOf = (product: Product): Config => loadConfig(product.env);
