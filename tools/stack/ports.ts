// Ports of the local stack: defaults, free ones for tests, and a clear sentence when one is taken.
import { randomInt } from "node:crypto";
import { readdir, readFile, readlink } from "node:fs/promises";
import { createServer } from "node:net";
import { basename } from "node:path";
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
 * Below those that systems give to outgoing connections: one of these could be using the port of a program that was killed when it comes
 * back for it, even the connection of whoever asks whether it is back.
 */
const testPorts = { from: 20_000, below: 32_000 };

/** A set of ports nobody uses now, for tests that run beside a running product. */
export async function freePorts(): Promise<Ports> {
	const taken = new Set<number>();
	const entries: [string, number][] = [];
	const anyPort = () => randomInt(testPorts.from, testPorts.below);
	for (const name of Object.keys(PORTS)) {
		let port = anyPort();
		while (taken.has(port) || !(await isFree(port))) port = anyPort();
		taken.add(port);
		entries.push([name, port]);
	}
	return Object.fromEntries(entries) as Ports;
}

/** Who listens on a port, as far as /proc tells: "node (pid 123)". */
export async function holderOf(port: number): Promise<string | undefined> {
	const wanted = port.toString(16).toUpperCase().padStart(4, "0");
	const tables = await Promise.all(
		["/proc/net/tcp", "/proc/net/tcp6"].map((file) => readFile(file, "utf8").catch(() => "")),
	);
	const inodes = new Set<string>();
	for (const line of tables.join("\n").split("\n")) {
		const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
		if (local?.endsWith(`:${wanted}`) && state === "0A" && inode) inodes.add(`socket:[${inode}]`);
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

/** Throws one sentence a taken port: which, who holds it, what to do. */
export async function requireFree(ports: Ports, needed: readonly PortName[]): Promise<void> {
	const sentences: string[] = [];
	for (const name of needed) {
		if (await isFree(ports[name])) continue;
		const holder = await holderOf(ports[name]);
		const { variable, what } = PORTS[name];
		sentences.push(
			`Port ${ports[name]}, wanted for ${what}, is taken${holder ? ` by ${holder}` : ""}. ` +
				`Stop that program, or choose another port: ${variable}=${ports[name] + 100} npm run dev`,
		);
	}
	if (sentences.length > 0) throw new StartError(sentences.join("\n"));
}
