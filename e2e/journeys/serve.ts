// The product as it runs in production, for the journeys: built pages, real database and durable engine; the engine is the fake one.
// It has two doors: <port> is an api without a mail server, where a new person may speak at once; <port + 1> is one that sends mails and
// demands what they ask for. What was mailed is read at <port + 2> (mails.ts).
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "@timbre/server/core/config.ts";
import { seed } from "../../seed/main.ts";
import { freePorts } from "../../tools/stack/ports.ts";
import { apiReady, startRole } from "../../tools/stack/roles.ts";
import { startStack } from "../../tools/stack/stack.ts";
import { startSmtpSink } from "../smtp-sink.ts";

const port = Number(process.argv[2]);
const sink = await startSmtpSink(port + 2);
const dataDir = await mkdtemp(join(tmpdir(), "timbre-journeys-"));
const stack = await startStack({
	dataDir,
	ports: { ...(await freePorts()), web: port + 1 },
	engines: "fake",
	web: "built",
	env: {
		LOG_LEVEL: "warn",
		FAKE_REALTIME: "false",
		SMTP_URL: sink.smtpUrl,
		MAIL_TO_OPERATOR: "operator@example.com",
		// For privacy.spec.ts: visits are counted, and headers may say where somebody is.
		ANALYTICS: "true",
		TRUST_PROXY: "true",
	},
});
await stack.waitForVoice();
await seed(loadConfig(stack.env), ["base", "demo", "long-history", "team"], () => {});
// Last, since the journeys begin when it answers.
const withoutMail = startRole("api", {
	env: {
		...stack.env,
		PORT: String(port),
		PUBLIC_URL: `http://localhost:${port}`,
		SMTP_URL: "",
		ANALYTICS: "",
		TRUST_PROXY: "",
	},
	watch: false,
	ready: () => apiReady(`http://127.0.0.1:${port}`),
	onLine: (line) => process.stderr.write(`${line}\n`),
});
await withoutMail.waitReady();

const stop = async () => {
	await withoutMail.stop();
	await stack.stop();
	await sink.stop();
	await rm(dataDir, { recursive: true, force: true });
	process.exit(0);
};
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
