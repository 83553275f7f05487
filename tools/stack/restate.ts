// Runs the Restate server from the npm registry, with telemetry off and bound to this machine.
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Program, respondsToHttp, StartError, supervise } from "./supervise.ts";

export type RestateOptions = {
	dataDir: string;
	ports: { restateIngress: number; restateAdmin: number; restateNode: number };
	onLine(line: string): void;
	onGiveUp?(error: Error): void;
};

export type Restate = { ingressUrl: string; adminUrl: string; program: Program; ready(): Promise<void> };

/** The Restate binary, or undefined if there is no npm package for this platform. */
export function restateBinary(): string | undefined {
	try {
		const require = createRequire(import.meta.url);
		const manifest = require.resolve(`@restatedev/restate-server-${process.platform}-${process.arch}/package.json`);
		return join(dirname(manifest), "bin", "restate-server");
	} catch {
		return undefined;
	}
}

/** Sized for a laptop that also runs models and a browser. A production cluster has its own configuration. */
function configuration({ dataDir, ports }: RestateOptions): string {
	const node = `127.0.0.1:${ports.restateNode}`;
	return `node-name = "local"
cluster-name = "timbre"
base-dir = ${JSON.stringify(dataDir)}
listen-mode = "tcp"
bind-address = "${node}"
advertised-address = "http://${node}/"
auto-provision = true
default-num-partitions = 4
disable-telemetry = true
log-filter = "warn,octocrab=off"
log-format = "compact"
log-disable-ansi-codes = true
rocksdb-total-memory-size = "256 MiB"
shutdown-timeout = "5s"

[metadata-client]
addresses = ["http://${node}/"]

[admin]
bind-address = "127.0.0.1:${ports.restateAdmin}"
advertised-admin-endpoint = "http://127.0.0.1:${ports.restateAdmin}/"
disable-web-ui = true

[ingress]
bind-address = "127.0.0.1:${ports.restateIngress}"
advertised-ingress-endpoint = "http://127.0.0.1:${ports.restateIngress}/"
`;
}

/** Starts Restate. `ready` resolves when admin and ingress respond. */
export async function startRestate(options: RestateOptions): Promise<Restate> {
	const binary = restateBinary();
	if (!binary) {
		throw new StartError(
			`npm has no Restate for ${process.platform}-${process.arch}. Set RESTATE_INGRESS_URL and RESTATE_ADMIN_URL to your own server.`,
		);
	}
	await mkdir(options.dataDir, { recursive: true });
	const file = join(options.dataDir, "timbre.toml");
	await writeFile(file, configuration(options));
	const ingressUrl = `http://127.0.0.1:${options.ports.restateIngress}`;
	const adminUrl = `http://127.0.0.1:${options.ports.restateAdmin}`;
	const program = supervise({
		name: "restate",
		command: binary,
		args: ["--no-logo", "--config-file", file],
		cwd: options.dataDir,
		env: { PATH: process.env.PATH, HOME: process.env.HOME, DO_NOT_TRACK: "1" },
		ready: async () =>
			(await respondsToHttp(`${adminUrl}/health`)) && (await respondsToHttp(`${ingressUrl}/restate/health`)),
		restart: true,
		stopGraceMs: 10_000,
		onLine: options.onLine,
		...(options.onGiveUp ? { onGiveUp: options.onGiveUp } : {}),
	});
	return { ingressUrl, adminUrl, program, ready: program.waitReady };
}
