import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { freePorts, isFree, portsFromEnvironment, processOnPort, requireFree } from "./ports.ts";

async function takenPort(): Promise<number> {
	const server = createServer();
	onTestFinished(() => void server.close());
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	if (typeof address !== "object" || !address) throw new Error("no port");
	return address.port;
}

test("a port in use gives an error with the port, its purpose, the process and the variable to change", async () => {
	const ports = { ...(await freePorts()), web: await takenPort() };
	const owner = await processOnPort(ports.web);
	// The process is only known on Linux.
	if (process.platform === "linux") expect(owner).toContain(`(pid ${process.pid})`);
	await expect(requireFree(ports, ["web", "api"])).rejects.toThrow(
		new RegExp(
			`^Port ${ports.web} \\(the app\\) is in use.*\\. Stop that program or use another port: PORT=\\d+ npm run dev$`,
		),
	);
	await expect(requireFree(ports, ["api"])).resolves.toBeUndefined();
});

test("reads ports from the environment and rejects invalid values with the variable's name", () => {
	expect(portsFromEnvironment({ PORT: "8080" })).toMatchObject({ web: 8080, api: 4401, postgres: 4432 });
	expect(() => portsFromEnvironment({ WORKER_PORT: "http" })).toThrow('WORKER_PORT must be a port number, not "http"');
});

test("free ports are free, distinct, and below the ephemeral range", async () => {
	const ports = Object.values(await freePorts());
	expect(new Set(ports).size).toBe(ports.length);
	for (const port of ports) {
		expect(await isFree(port)).toBe(true);
		expect(port).toBeLessThan(32_768);
	}
});
