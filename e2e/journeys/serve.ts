// The product as it runs in production, for the journeys: built pages, real database and durable engine; the engine is the fake one.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "@timbre/server/core/config.ts";
import { seed } from "../../seed/main.ts";
import { freePorts } from "../../tools/stack/ports.ts";
import { startStack } from "../../tools/stack/stack.ts";

const port = Number(process.argv[2]);
const dataDir = await mkdtemp(join(tmpdir(), "timbre-journeys-"));
const stack = await startStack({
	dataDir,
	ports: { ...(await freePorts()), web: port },
	engines: "fake",
	web: "built",
	env: { LOG_LEVEL: "warn", FAKE_REALTIME: "false" },
});
await stack.waitForVoice();
await seed(loadConfig(stack.env), ["base", "demo", "long-history"], () => {});

const stop = async () => {
	await stack.stop();
	await rm(dataDir, { recursive: true, force: true });
	process.exit(0);
};
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
