// The product for end-to-end tests: built pages (with the development pages), real PostgreSQL and Restate, worker, and a speech node with the fake engine. It has two
// apis: `url` without a mail server, where new users can generate at once, and `mailUrl`, which sends emails and requires
// verification. The gate starts it once (serve.ts) and passes its file in E2E_PRODUCT; a suite run alone starts its own.
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
	/** URL to read sent emails (smtp-sink.ts). */
	mailboxUrl: string;
	/** Environment of its processes, for scripts that need the same database and storage. */
	env: NodeJS.ProcessEnv;
};
export type RunningProduct = Product & { stop(): Promise<void> };

const scenarios = ["base", "demo", "long-history", "team", "second-team", "library"];

/** Starts the product on three consecutive ports: `url`, `mailUrl` and the mailbox. */
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
			// Long, so a busy machine does not look like an overloaded database.
			DATABASE_WAIT_SECONDS: "120",
			SMTP_URL: sink.smtpUrl,
			MAIL_TO_OPERATOR: "operator@example.com",
			// For privacy.spec.ts: count visits and trust geolocation headers.
			ANALYTICS: "true",
			TRUST_PROXY: "true",
			// Journeys and SDK suites test the limits of plans, and sign up hundreds of accounts.
			DEFAULT_PLAN: "free",
			SIGN_UP_PER_HOUR: "100000",
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

/** Uses the product in E2E_PRODUCT, or starts one on free ports. */
export async function openProduct(): Promise<RunningProduct> {
	const file = process.env.E2E_PRODUCT;
	if (!file) return startProduct((await freePorts()).web);
	return { ...(JSON.parse(await readFile(file, "utf8")) as Product), stop: async () => {} };
}

export const configOf = (product: Product): Config => loadConfig(product.env);
