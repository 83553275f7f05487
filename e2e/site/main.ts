// npm run e2e:site: the built product with the fake engine, once, and every check of the whole site against it. First what is
// measured in seconds, alone on the machine; then the walks over all pages, two at a time.
//   npm run e2e:site -- speed          one part: speed, lighthouse, crawl, looks
//   npm run e2e:site -- looks -g "/pricing"
//   SITE_URL=http://localhost:4400 npm run e2e:site -- looks      against a product that runs already (npm run seed -- base team library)
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "@timbre/server/core/config.ts";
import { seed } from "../../seed/main.ts";
import { freePorts } from "../../tools/stack/ports.ts";
import { startStack } from "../../tools/stack/stack.ts";
import { prepareWorld } from "./world.ts";

const parts = ["speed", "lighthouse", "crawl", "looks"];
const wanted = process.argv.slice(2).filter((word) => parts.includes(word));
const others = process.argv.slice(2).filter((word) => !parts.includes(word));

function playwright(part: string, env: NodeJS.ProcessEnv): Promise<number> {
	const cli = new URL(import.meta.resolve("@playwright/test/cli")).pathname;
	const args = [cli, "test", "-c", join(import.meta.dirname, "playwright.config.ts"), "--project", part, ...others];
	return new Promise((resolve) => {
		const child = spawn(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...env, SITE_PART: part } });
		child.once("close", (code) => resolve(code ?? 1));
	});
}

const dataDir = await mkdtemp(join(tmpdir(), "timbre-site-"));
const port = Number(process.env.SITE_PORT ?? 4580);
const stack = process.env.SITE_URL
	? undefined
	: await startStack({
			dataDir,
			ports: { ...(await freePorts()), web: port },
			engines: "fake",
			web: "built",
			env: { LOG_LEVEL: "warn", FAKE_REALTIME: "false" },
		});
let failed = 0;
try {
	if (stack) {
		await stack.waitForVoice();
		await seed(loadConfig(stack.env), ["base", "team", "library"], () => {});
	}
	const env = { SITE_URL: stack?.url ?? process.env.SITE_URL, SITE_WORLD: join(dataDir, "world.json") };
	await prepareWorld(env.SITE_URL ?? "", env.SITE_WORLD);
	for (const part of wanted.length > 0 ? wanted : parts) {
		const startedAt = performance.now();
		const code = await playwright(part, env);
		failed += code === 0 ? 0 : 1;
		console.log(`${part}: ${code === 0 ? "ok" : "failed"}, ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
	}
} finally {
	await stack?.stop();
	await rm(dataDir, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);
