import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

test("a confined process can open no file, connection, program or other process", async () => {
	const folder = await mkdtemp(join(tmpdir(), "timbre-test-"));
	onTestFinished(() => rm(folder, { recursive: true }));
	const path = join(folder, "secret");
	await writeFile(path, "secret");
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	onTestFinished(() => void server.close());
	const { port } = server.address() as AddressInfo;
	const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
	const child = spawn(
		process.execPath,
		[
			file("./launch.ts"),
			JSON.stringify({ memoryBytes: 1e9, cpuSeconds: 20 }),
			file("./testing/escape.ts"),
			path,
			String(port),
		],
		{ env: {}, stdio: ["ignore", "ignore", "pipe", "pipe", "ignore"] },
	);
	onTestFinished(() => void child.kill("SIGKILL"));
	for await (const line of createInterface({ input: child.stdio[3] as Readable })) {
		expect(JSON.parse(line)).toEqual({ type: "escaped", escaped: [] });
		return;
	}
	throw new Error(await new Response(child.stderr as never).text());
});
