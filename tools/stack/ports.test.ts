import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { freePorts, holderOf, isFree, portsFromEnvironment, requireFree } from "./ports.ts";

async function takenPort(): Promise<number> {
	const server = createServer();
	onTestFinished(() => void server.close());
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	if (typeof address !== "object" || !address) throw new Error("no port");
	return address.port;
}

test("a taken port is one sentence: which port, for what, who holds it, which variable changes it", async () => {
	const ports = { ...(await freePorts()), web: await takenPort() };
	const holder = await holderOf(ports.web);
	// Only Linux tells who holds a port.
	if (process.platform === "linux") expect(holder).toContain(`(pid ${process.pid})`);
	await expect(requireFree(ports, ["web", "api"])).rejects.toThrow(
		new RegExp(
			`^Port ${ports.web}, wanted for the app, is taken.*\\. Stop that program, or choose another port: PORT=\\d+ npm run dev$`,
		),
	);
	await expect(requireFree(ports, ["api"])).resolves.toBeUndefined();
});

test("ports come from the environment, and nonsense is refused by the variable's name", () => {
	expect(portsFromEnvironment({ PORT: "8080" })).toMatchObject({ web: 8080, api: 4401, postgres: 4432 });
	expect(() => portsFromEnvironment({ WORKER_PORT: "http" })).toThrow('WORKER_PORT must be a port number, not "http"');
});

test("free ports are free, differ, and are none that the system gives to outgoing connections", async () => {
	const ports = Object.values(await freePorts());
	expect(new Set(ports).size).toBe(ports.length);
	for (const port of ports) {
		expect(await isFree(port)).toBe(true);
		expect(port).toBeLessThan(32_768);
	}
});
