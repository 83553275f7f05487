// The product's own processes: how each role is started and how one knows that it is ready.
import { connect } from "node:http2";
import { join } from "node:path";
import { ROOT } from "../generated.ts";
import { answersHttp, type Program, supervise } from "./supervise.ts";

export type RoleName = "api" | "worker" | "speech-node" | "web";

export type RoleOptions = {
	env: NodeJS.ProcessEnv;
	/** Restart on source changes (development only). */
	watch: boolean;
	ready(): Promise<boolean>;
	onLine(line: string): void;
	onGivenUp?(error: Error): void;
};

/** Chunks of sound are short-lived: room for them to be found by the short collections of what is young. */
const youngFlags = ["--max-semi-space-size=32"];

/**
 * The sound of whole sentences lies outside the heap, where only a collection frees it. By default every 64 MB of it have the whole heap
 * searched, with all streams waiting; counted together with the heap that is rare. The api holds no sound but in blocks it uses again.
 */
const outsideFlags = ["--external-memory-accounted-in-global-limit"];

export const flagsOf = {
	api: youngFlags,
	worker: [...youngFlags, ...outsideFlags],
	"speech-node": [...youngFlags, ...outsideFlags],
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
		...(options.onGivenUp ? { onGivenUp: options.onGivenUp } : {}),
	});
}

/** Starts the web app's development server, which hands API calls on to `API_PORT`. */
export function startWebDev(options: Omit<RoleOptions, "watch"> & { port: number; host: string }): Program {
	return supervise({
		name: "web",
		command: process.execPath,
		args: [
			// Given here, or the program starts itself a second time to get it.
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
		...(options.onGivenUp ? { onGivenUp: options.onGivenUp } : {}),
	});
}

/** The worker speaks HTTP/2 without TLS, as the durable engine does, which fetch cannot. */
function answersHttp2(url: string): Promise<boolean> {
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

/** Ready when it listens and the durable engine knows its address. */
export async function workerReady(workerUrl: string, adminUrl: string): Promise<boolean> {
	if (!(await answersHttp2(workerUrl))) return false;
	const answer = await fetch(`${adminUrl}/deployments`, { signal: AbortSignal.timeout(1_000) });
	const known = (await answer.json()) as { deployments?: { uri?: string }[] };
	const same = (uri: string | undefined) => uri !== undefined && new URL(uri).href === new URL(workerUrl).href;
	return known.deployments?.some(({ uri }) => same(uri)) ?? false;
}

/** Whether the speech node answers at all, and whether it can already speak. */
export async function speechNodeState(url: string): Promise<"down" | "loading" | "ready"> {
	try {
		const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(1_000) });
		const health = (await answer.json()) as { ready?: boolean };
		return health.ready ? "ready" : "loading";
	} catch {
		return "down";
	}
}

export const apiReady = (url: string) => answersHttp(`${url}/health`);
