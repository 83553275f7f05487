// npm run e2e:site: runs all site checks against the built product with the fake engine. Measurements run first and alone, then the
// checks of all pages, two at a time.
//   npm run e2e:site -- speed          one part: speed, lighthouse, crawl or looks
//   npm run e2e:site -- looks -g "/pricing"
//   SITE_URL=http://localhost:4400 npm run e2e:site -- looks      uses a running product (npm run seed -- base second-team library)
import { spawn } from "node:child_process";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openProduct } from "../product/product.ts";
import { prepareWorld } from "./world.ts";

const parts = ["speed", "lighthouse", "crawl", "looks"];
const selected = process.argv.slice(2).filter((word) => parts.includes(word));
const playwrightArgs = process.argv.slice(2).filter((word) => !parts.includes(word));

function playwright(part: string, env: NodeJS.ProcessEnv): Promise<number> {
	const cli = new URL(import.meta.resolve("@playwright/test/cli")).pathname;
	const args = [
		cli,
		"test",
		"-c",
		join(import.meta.dirname, "playwright.config.ts"),
		"--project",
		part,
		...playwrightArgs,
	];
	return new Promise((resolve) => {
		const child = spawn(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...env, SITE_PART: part } });
		child.once("close", (code) => resolve(code ?? 1));
	});
}

const folder = await mkdtemp(join(tmpdir(), "timbre-site-"));
const product = process.env.SITE_URL ? undefined : await openProduct();
let failed = 0;
try {
	// Several runs share one product in `npm run verify`: the first one prepares its data.
	const shared = product && process.env.E2E_PRODUCT;
	const world = shared ? `${shared}.world.json` : join(folder, "world.json");
	const env = { SITE_URL: product?.url ?? process.env.SITE_URL, SITE_WORLD: world };
	const prepared = await access(world).then(
		() => true,
		() => false,
	);
	if (!prepared) await prepareWorld(env.SITE_URL ?? "", world);
	for (const part of selected.length > 0 ? selected : parts) {
		const startedAt = performance.now();
		const code = await playwright(part, env);
		failed += code === 0 ? 0 : 1;
		console.log(`${part}: ${code === 0 ? "ok" : "failed"}, ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
	}
} finally {
	await product?.stop();
	await rm(folder, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);
