import { spawn } from "node:child_process";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "../generated.ts";

export type ProductProcess = {
	/** File that describes the product, for E2E_PRODUCT. Undefined if it did not start. */
	file: string | undefined;
	/** Startup time. */
	seconds: number;
	stop(): Promise<void>;
};

const port = process.env.E2E_PORT ?? "4470";

/** Starts the product that several phases share (e2e/product). */
export async function openProduct(): Promise<ProductProcess> {
	const startedAt = performance.now();
	const folder = await mkdtemp(join(tmpdir(), "timbre-product-"));
	const file = join(folder, "product.json");
	const child = spawn(process.execPath, [join(ROOT, "e2e/product/serve.ts"), port, file], {
		cwd: ROOT,
		stdio: ["ignore", "inherit", "inherit"],
	});
	let over = false;
	const ended = new Promise<void>((resolve) => {
		child.once("close", () => {
			over = true;
			resolve();
		});
	});
	const isThere = () =>
		access(file).then(
			() => true,
			() => false,
		);
	while (!over && !(await isThere())) await sleep(100);
	return {
		file: over ? undefined : file,
		seconds: Math.round((performance.now() - startedAt) / 100) / 10,
		async stop() {
			child.kill("SIGTERM");
			await ended;
			await rm(folder, { recursive: true, force: true });
		},
	};
}
