// Starts the product's own processes and checks their readiness.
import { connect } from "node:http2";
import { join } from "node:path";
import { ROOT } from "../generated.ts";
import { type Program, respondsToHttp, supervise } from "./supervise.ts";

export type RoleName = "api" | "worker" | "speech-node" | "web";

export type RoleOptions = {
	env: NodeJS.ProcessEnv;
	/** Restart on source changes (development only). */
	watch: boolean;
	ready(): Promise<boolean>;
	onLine(line: string): void;
	onGiveUp?(error: Error): void;
};

/** Audio chunks are short-lived: a larger young generation lets minor collections free them. */
const youngGenerationFlags = ["--max-semi-space-size=32"];

/**
 * Audio of full sentences is off-heap. By default every 64 MB of it triggers a full collection that pauses all streams; accounting it
 * in the global limit makes that rare. The api only holds audio in reused blocks.
 */
const externalMemoryFlags = ["--external-memory-accounted-in-global-limit"];

export const flagsOf = {
	api: youngGenerationFlags,
	worker: [...youngGenerationFlags, ...externalMemoryFlags],
	"speech-node": [...youngGenerationFlags, ...externalMemoryFlags],
} as const;

/** Starts server/src/<role>.ts under supervision. */
export function startRole(role: Exclude<RoleName, "web">, options: RoleOptions): Program {
	return supervise({
		name: role,
		command: process.execPath,
		args: [
			...(options.watch ? ["--watch", "--watch-preserve-output"] : []),
			...flagsOf[role],
			join(ROOT, "server/src", `${role}.ts`),
		],
		cwd: ROOT,
		env: options.env,
		ready: options.ready,
		restart: true,
		onLine: options.onLine,
		...(options.onGiveUp ? { onGiveUp: options.onGiveUp } : {}),
	});
}

/** Starts the web app's development server, which proxies API requests to `API_PORT`. */
export function startWebDev(options: Omit<RoleOptions, "watch"> & { port: number; host: string }): Program {
	return supervise({
		name: "web",
		command: process.execPath,
		args: [
			// Without this flag the program restarts itself to set it.
			"--conditions=development",
			join(ROOT, "node_modules/@react-router/dev/bin.cjs"),
			"dev",
			"--port",
			String(options.port),
			"--host",
			options.host,
			"--strictPort",
		],
		cwd: join(ROOT, "web"),
		env: options.env,
		ready: options.ready,
		restart: true,
		onLine: options.onLine,
		...(options.onGiveUp ? { onGiveUp: options.onGiveUp } : {}),
	});
}

/** The worker uses HTTP/2 without TLS, like Restate, which fetch does not support. */
function respondsToHttp2(url: string): Promise<boolean> {
	return new Promise((resolve) => {
		const session = connect(url);
		const finish = (ok: boolean) => {
			session.destroy();
			resolve(ok);
		};
		session.setTimeout(1_000, () => finish(false));
		session.once("error", () => finish(false));
		const request = session.request({ ":path": "/health" });
		request.once("response", () => finish(true));
		request.once("error", () => finish(false));
		request.end();
	});
}

/** Ready when it listens and Restate has registered its URL. */
export async function workerReady(workerUrl: string, adminUrl: string): Promise<boolean> {
	if (!(await respondsToHttp2(workerUrl))) return false;
	const response = await fetch(`${adminUrl}/deployments`, { signal: AbortSignal.timeout(1_000) });
	const known = (await response.json()) as { deployments?: { uri?: string }[] };
	const same = (uri: string | undefined) => uri !== undefined && new URL(uri).href === new URL(workerUrl).href;
	return known.deployments?.some(({ uri }) => same(uri)) ?? false;
}

/** Whether the speech node responds, and whether its models are loaded. */
export async function speechNodeState(url: string): Promise<"down" | "loading" | "ready"> {
	try {
		const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(1_000) });
		const health = (await response.json()) as { ready?: boolean };
		return health.ready ? "ready" : "loading";
	} catch {
		return "down";
	}
}

export const apiReady = (url: string) => respondsToHttp(`${url}/health`);
