// Starts the full product on one machine: PostgreSQL, Restate, speech node, worker, api and web. Used by `npm run dev`, the
// journeys, the SDK tests, the kill tests and the benchmarks.
import { randomBytes } from "node:crypto";
import { appendFileSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { migrate } from "@timbre/db/migrate.ts";
import { modelsDir } from "@timbre/server/core/config.ts";
import { lockDataDir } from "./data-lock.ts";
import { freePorts, type PortName, type Ports, requireFree } from "./ports.ts";
import { startPostgres } from "./postgres.ts";
import { startRestate } from "./restate.ts";
import { apiReady, type RoleName, speechNodeState, startRole, startWebDev, workerReady } from "./roles.ts";
import { type Program, respondsToHttp, StartError } from "./supervise.ts";
import { ensureWebBuild, webBuildDir } from "./web-build.ts";

export type ProgramName = RoleName | "postgres" | "restate";

export type StackOptions = {
	/** All data of the product: database, workflow state, audio, logs. */
	dataDir: string;
	/** "free" (default) picks unused ports. */
	ports?: Ports | "free";
	/** Settings for all roles, on top of the environment of this process. */
	env?: Record<string, string>;
	/** "fake": the fake engine and the fake transcriber, which need no weights. */
	engines?: "fake" | "real";
	/** "dev": Vite with hot reload; "built": the api serves the built app; "none": no pages. */
	web?: "dev" | "built" | "none";
	/** Roles not to start, for tests that bring their own. */
	without?: RoleName[];
	/** Restart api and worker on source changes. */
	watch?: boolean;
	/** Runs after the migrations, in parallel with the rest. The start waits for it. */
	afterMigration?(env: NodeJS.ProcessEnv): Promise<void>;
	/** Aborting stops everything and rejects the start. */
	signal?: AbortSignal;
	onLine?(name: ProgramName, line: string): void;
	/** Reports the current phase, for display. */
	onPhase?(phase: string): void;
	/** Called when a program keeps dying and is not restarted. */
	onGiveUp?(error: Error): void;
};

export type Stack = {
	/** URL for the browser, such as http://localhost:4400. */
	url: string;
	/** URL of the api, without Vite in front. */
	apiUrl: string;
	databaseUrl: string;
	ports: Ports;
	dataDir: string;
	/** Environment of the roles, for scripts that need the same settings. */
	env: NodeJS.ProcessEnv;
	programs: ReadonlyMap<ProgramName, Program>;
	/** Kills a program with SIGKILL or the given signal. The supervisor restarts it. */
	kill(name: ProgramName, signal?: NodeJS.Signals): Promise<void>;
	/** Waits until a program is ready. */
	waitReady(name: ProgramName): Promise<void>;
	/** Waits until the speech node has loaded its models. */
	waitForVoice(timeoutMs?: number): Promise<void>;
	/** Stops everything in reverse order. Resolves when no process is left. */
	stop(): Promise<void>;
};

const STOP_ORDER: ProgramName[] = ["web", "api", "worker", "speech-node", "restate", "postgres"];
const DATABASE = "timbre";

/** Created once per data folder: sessions survive restarts, and installations do not share a secret. */
async function authSecret(dataDir: string): Promise<string> {
	const file = join(dataDir, "auth-secret");
	const stored = await readFile(file, "utf8").catch(() => "");
	if (stored.length >= 32) return stored;
	const secret = randomBytes(32).toString("base64url");
	await writeFile(file, secret, { mode: 0o600 });
	return secret;
}

function inheritedEnvironment(): NodeJS.ProcessEnv {
	// Drop variables of a test runner that starts the stack.
	return Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !/^(NODE_ENV|NODE_OPTIONS|VITEST.*|TEST|PORT|HOST)$/.test(name)),
	);
}

export async function startStack(options: StackOptions): Promise<Stack> {
	const { dataDir, web = "none", without = [] } = options;
	const ports = !options.ports || options.ports === "free" ? await freePorts() : options.ports;
	const given: NodeJS.ProcessEnv = {
		...inheritedEnvironment(),
		...(options.engines === "fake" ? { SPEECH_ENGINES: "fake", TRANSCRIBER: "fake" } : {}),
		...options.env,
	};
	const devPages = given.NODE_ENV !== "production";
	const ownPostgres = !given.DATABASE_URL;
	const ownRestate = !given.RESTATE_INGRESS_URL && !given.RESTATE_ADMIN_URL;
	const wants = (role: RoleName) => !without.includes(role);
	const host = process.env.HOST || "127.0.0.1";
	const apiPort = web === "dev" ? ports.api : ports.web;
	const url = given.PUBLIC_URL ?? `http://localhost:${ports.web}`;
	const apiUrl = `http://127.0.0.1:${apiPort}`;
	const nodeUrl = `http://127.0.0.1:${ports.speechNode}`;
	const workerUrl = `http://127.0.0.1:${ports.worker}`;

	const needed: PortName[] = web === "dev" ? ["web", "api"] : ["web"];
	if (wants("speech-node")) needed.push("speechNode");
	if (wants("worker")) needed.push("worker");
	if (ownPostgres) needed.push("postgres");
	if (ownRestate) needed.push("restateIngress", "restateAdmin", "restateNode");
	const release = await lockDataDir(dataDir, url, (error) => options.onGiveUp?.(error));

	const programs = new Map<ProgramName, Program>();
	const phase = (text: string) => {
		if (options.signal?.aborted) throw new StartError("Stopped before everything was started.");
		options.onPhase?.(text);
	};
	const logs = join(dataDir, "logs");
	const lineFor = (name: ProgramName) => (line: string) => {
		// Synchronous, so the last lines of a crash are on disk.
		try {
			appendFileSync(join(logs, `${name}.log`), `${line}\n`);
		} catch {}
		options.onLine?.(name, line);
	};
	const common = (name: ProgramName) => ({
		onLine: lineFor(name),
		...(options.onGiveUp ? { onGiveUp: options.onGiveUp } : {}),
	});

	async function stop(): Promise<void> {
		for (const name of STOP_ORDER) await programs.get(name)?.stop();
		await release();
	}

	async function start(): Promise<{ databaseUrl: string; env: NodeJS.ProcessEnv }> {
		await requireFree(ports, needed);
		await rm(logs, { recursive: true, force: true });
		await mkdir(logs, { recursive: true });
		const env: NodeJS.ProcessEnv = {
			NODE_ENV: "development",
			// Caching compiled code makes the second start much faster.
			NODE_COMPILE_CACHE: join(dataDir, "compile-cache"),
			AUTH_SECRET: await authSecret(dataDir),
			STORAGE_DIR: join(dataDir, "storage"),
			MODELS_DIR: modelsDir(given),
			RESTATE_INGRESS_URL: `http://127.0.0.1:${ports.restateIngress}`,
			RESTATE_ADMIN_URL: `http://127.0.0.1:${ports.restateAdmin}`,
			WORKER_PORT: String(ports.worker),
			WORKER_URL: workerUrl,
			SPEECH_NODE_PORT: String(ports.speechNode),
			SPEECH_NODE_URLS: nodeUrl,
			...(web === "built" ? { WEB_BUILD_DIR: webBuildDir({ devPages }) } : {}),
			...given,
			HOST: web === "dev" ? "127.0.0.1" : host,
			PORT: String(apiPort),
			PUBLIC_URL: url,
			API_PORT: String(apiPort),
		};
		const admin = env.RESTATE_ADMIN_URL ?? "";
		let webUp: Promise<void> | undefined;

		const startSpeech = () => {
			if (!wants("speech-node") || programs.has("speech-node")) return;
			const ready = async () => (await speechNodeState(nodeUrl)) !== "down";
			programs.set("speech-node", startRole("speech-node", { env, watch: false, ready, ...common("speech-node") }));
		};
		// Loading models and compiling pages both use every core for seconds. The page comes first.
		if (web !== "dev") startSpeech();
		if (web === "dev" && wants("web")) {
			const ready = () => respondsToHttp(`http://127.0.0.1:${ports.web}/`);
			const program = startWebDev({ env, ready, port: ports.web, host, ...common("web") });
			programs.set("web", program);
			webUp = program.waitReady();
			webUp.catch(() => {});
		}
		const building = web === "built" ? ensureWebBuild({ devPages }) : undefined;
		// Awaited below; avoid an unhandled rejection before that.
		building?.catch(() => {});
		if (ownRestate) {
			phase("starting Restate");
			const restate = await startRestate({ dataDir: join(dataDir, "restate"), ports, ...common("restate") });
			programs.set("restate", restate.program);
		}
		let databaseUrl = given.DATABASE_URL ?? "";
		if (ownPostgres) {
			phase("starting PostgreSQL");
			const postgres = await startPostgres({
				dataDir: join(dataDir, "postgres"),
				port: ports.postgres,
				// Matches the default of DATABASE_URL, so scripts find the database without settings.
				password: "timbre",
				database: DATABASE,
				...common("postgres"),
			});
			programs.set("postgres", postgres.program);
			databaseUrl = postgres.url;
		}
		env.DATABASE_URL = databaseUrl;
		phase("updating the database");
		await migrate(databaseUrl);
		const prepared = options.afterMigration?.(env);
		prepared?.catch(() => {});
		await programs.get("restate")?.waitReady();

		phase(web === "dev" ? "starting api" : "starting worker and api");
		const watch = options.watch ?? false;
		const startWorker = () => {
			if (!wants("worker") || programs.has("worker")) return;
			const ready = () => workerReady(env.WORKER_URL ?? workerUrl, admin);
			programs.set("worker", startRole("worker", { env, watch, ready, ...common("worker") }));
		};
		if (web !== "dev") startWorker();
		if (building) {
			phase("building the web app");
			await building;
		}
		if (wants("api")) {
			programs.set("api", startRole("api", { env, watch, ready: () => apiReady(apiUrl), ...common("api") }));
		}
		// In parallel, because the first request makes the web server compile a page.
		await Promise.all((["speech-node", "worker", "api"] as const).map((name) => programs.get(name)?.waitReady()));
		phase("preparing the demo account");
		await prepared;
		phase("waiting for the web app");
		await webUp;
		// Not awaited: jobs wait for the worker, and generations wait for the models.
		startWorker();
		startSpeech();
		return { databaseUrl, env };
	}

	// Interrupts a start in progress.
	const interrupt = () => void Promise.all([...programs.values()].map((program) => program.stop()));
	options.signal?.addEventListener("abort", interrupt, { once: true });
	try {
		const started = await start();
		options.signal?.removeEventListener("abort", interrupt);
		return {
			url,
			apiUrl,
			ports,
			dataDir,
			...started,
			programs,
			kill: async (name, signal) => programs.get(name)?.kill(signal),
			waitReady: async (name) => programs.get(name)?.waitReady(),
			waitForVoice: async (timeoutMs = 30 * 60_000) => {
				const deadline = Date.now() + timeoutMs;
				while ((await speechNodeState(nodeUrl)) !== "ready") {
					if (Date.now() > deadline) throw new StartError("The speech node did not become ready in time.");
					await sleep(250);
				}
			},
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
