// Ports of the local stack: defaults, free ports for tests, and clear errors for ports in use.
import { randomInt } from "node:crypto";
import { mkdir, readdir, readFile, readlink, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { StartError } from "./supervise.ts";

/** Every port the local stack listens on, with the variable that changes it. */
export const PORTS = {
	web: { port: 4400, variable: "PORT", what: "the app" },
	api: { port: 4401, variable: "API_PORT", what: "the API" },
	speechNode: { port: 4402, variable: "SPEECH_NODE_PORT", what: "the speech node" },
	worker: { port: 4403, variable: "WORKER_PORT", what: "the worker" },
	restateIngress: { port: 4404, variable: "RESTATE_INGRESS_PORT", what: "Restate's ingress" },
	restateAdmin: { port: 4405, variable: "RESTATE_ADMIN_PORT", what: "Restate's admin" },
	restateNode: { port: 4406, variable: "RESTATE_NODE_PORT", what: "Restate's node" },
	postgres: { port: 4432, variable: "POSTGRES_PORT", what: "PostgreSQL" },
} as const;

export type PortName = keyof typeof PORTS;
export type Ports = Record<PortName, number>;

export function portsFromEnvironment(env: NodeJS.ProcessEnv): Ports {
	const entries = Object.entries(PORTS).map(([name, { port, variable }]) => {
		const given = env[variable];
		if (given === undefined || given === "") return [name, port];
		const number = Number(given);
		if (!Number.isInteger(number) || number < 1 || number > 65_535) {
			throw new StartError(`${variable} must be a port number, not "${given}".`);
		}
		return [name, number];
	});
	return Object.fromEntries(entries) as Ports;
}

export function isFree(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code !== "EADDRINUSE"));
		server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
	});
}

/**
 * Below the ephemeral range: otherwise an outgoing connection could take the port of a killed program before it restarts, even the
 * connection that checks whether it is back.
 */
const testPorts = { from: 20_000, below: 32_000 };

/** A program that took a port listens on it within this time. */
const claimMs = 120_000;

/** False if another test process has just been given this port and may not listen on it yet. */
async function claim(port: number): Promise<boolean> {
	const folder = join(tmpdir(), "timbre-test-ports");
	const file = join(folder, String(port));
	await mkdir(folder, { recursive: true });
	const claimedAt = await stat(file).then(
		({ mtimeMs }) => mtimeMs,
		() => undefined,
	);
	if (claimedAt !== undefined && Date.now() - claimedAt < claimMs) return false;
	// An old claim is overwritten; of two processes that claim a new port at once, one gets it.
	const flag = claimedAt === undefined ? "wx" : "w";
	return writeFile(file, "", { flag }).then(
		() => true,
		() => false,
	);
}

/** Unused ports, for tests that run next to a running product. */
export async function freePorts(): Promise<Ports> {
	const taken = new Set<number>();
	const entries: [string, number][] = [];
	const randomPort = () => randomInt(testPorts.from, testPorts.below);
	for (const name of Object.keys(PORTS)) {
		let port = randomPort();
		while (taken.has(port) || !(await isFree(port)) || !(await claim(port))) port = randomPort();
		taken.add(port);
		entries.push([name, port]);
	}
	return Object.fromEntries(entries) as Ports;
}

/** The process that listens on a port, from /proc: "node (pid 123)". */
export async function processOnPort(port: number): Promise<string | undefined> {
	const hexPort = port.toString(16).toUpperCase().padStart(4, "0");
	const tables = await Promise.all(
		["/proc/net/tcp", "/proc/net/tcp6"].map((file) => readFile(file, "utf8").catch(() => "")),
	);
	const inodes = new Set<string>();
	for (const line of tables.join("\n").split("\n")) {
		const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
		if (local?.endsWith(`:${hexPort}`) && state === "0A" && inode) inodes.add(`socket:[${inode}]`);
	}
	if (inodes.size === 0) return undefined;
	for (const pid of (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name))) {
		for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
			if (!inodes.has(await readlink(`/proc/${pid}/fd/${fd}`).catch(() => ""))) continue;
			const program = await readlink(`/proc/${pid}/exe`).catch(() => "another program");
			return `${basename(program)} (pid ${pid})`;
		}
	}
	return undefined;
}

/** Throws if a port is in use, with one line per port. */
export async function requireFree(ports: Ports, needed: readonly PortName[]): Promise<void> {
	const messages: string[] = [];
	for (const name of needed) {
		if (await isFree(ports[name])) continue;
		const owner = await processOnPort(ports[name]);
		const { variable, what } = PORTS[name];
		messages.push(
			`Port ${ports[name]} (${what}) is in use${owner ? ` by ${owner}` : ""}. ` +
				`Stop that program or use another port: ${variable}=${ports[name] + 100} npm run dev`,
		);
	}
	if (messages.length > 0) throw new StartError(messages.join("\n"));
}
