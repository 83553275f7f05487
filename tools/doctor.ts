// npm run doctor: lists what is installed, what is missing, and how to fix it.
import { access, readdir, stat } from "node:fs/promises";
import { availableParallelism, totalmem } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { modelsDir } from "@timbre/server/core/config.ts";
import { ROOT } from "./generated.ts";
import { runningStack } from "./stack/data-lock.ts";
import { formatSize, freeBytes } from "./stack/disk.ts";
import { isFree, PORTS, type PortName, portsFromEnvironment, processOnPort } from "./stack/ports.ts";
import { checkDatabase, postgresHome } from "./stack/postgres.ts";
import { restateBinary } from "./stack/restate.ts";
import { respondsToHttp } from "./stack/supervise.ts";
import { webBuildIsFresh } from "./stack/web-build.ts";
import { listWeights } from "./stack/weights.ts";

type Finding = { state: "ok" | "note" | "missing"; what: string; detail: string; todo?: string };

const env = process.env;

async function exists(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	);
}

function programs(): Finding[] {
	const major = Number(process.versions.node.split(".")[0]);
	const platform = `${process.platform}-${process.arch}`;
	const postgres = postgresHome();
	const restate = restateBinary();
	return [
		major >= 24
			? { state: "ok", what: "Node", detail: `${process.version} (${process.execPath})` }
			: { state: "missing", what: "Node", detail: process.version, todo: "run npm install, which installs Node 24" },
		postgres
			? { state: "ok", what: "PostgreSQL", detail: `npm package for ${platform}` }
			: { state: "missing", what: "PostgreSQL", detail: `no npm package for ${platform}`, todo: "set DATABASE_URL" },
		restate
			? { state: "ok", what: "Restate", detail: `npm package for ${platform}` }
			: {
					state: "missing",
					what: "Restate",
					detail: `no npm package for ${platform}`,
					todo: "set RESTATE_INGRESS_URL and RESTATE_ADMIN_URL",
				},
	];
}

async function machine(dataDir: string, models: string): Promise<Finding[]> {
	const memory = totalmem();
	const cores = availableParallelism();
	const free = await freeBytes(dataDir);
	const modelsFree = await freeBytes(models);
	return [
		{
			state: memory >= 5.5e9 ? "ok" : "note",
			what: "Memory",
			detail: formatSize(memory),
			...(memory >= 5.5e9 ? {} : { todo: "6 GB is recommended; with less, set SPEECH_ENGINES=piper,espeak" }),
		},
		{
			state: cores >= 2 ? "ok" : "note",
			what: "Cores",
			detail: String(cores),
			...(cores >= 2 ? {} : { todo: "speech will be slower than real time" }),
		},
		free > 0.3e9
			? { state: "ok", what: "Disk, data", detail: `${formatSize(free)} free at ${dataDir}` }
			: {
					state: "missing",
					what: "Disk, data",
					detail: `${formatSize(free)} free`,
					todo: "free space or set DATA_DIR",
				},
		modelsFree > 2e9
			? { state: "ok", what: "Disk, models", detail: `${formatSize(modelsFree)} free at ${models}` }
			: {
					state: "note",
					what: "Disk, models",
					detail: `${formatSize(modelsFree)} free`,
					todo: "free space or set MODELS_DIR",
				},
	];
}

async function weightFindings(models: string): Promise<Finding[]> {
	return (await listWeights(models)).map(({ id, bytes, optional, state }) => {
		const what = `Model ${id}`;
		if (state === "present") return { state: "ok", what, detail: `${formatSize(bytes)}` };
		const todo = optional
			? `optional: npm run models -- ${id}`
			: "downloaded on first start, or now with npm run models";
		return {
			state: "note",
			what,
			detail: `${state === "partial" ? "incomplete" : "not downloaded"}, ${formatSize(bytes)}`,
			todo,
		};
	});
}

async function ports(alreadyUp: boolean): Promise<Finding[]> {
	const configured = portsFromEnvironment(env);
	const findings: Finding[] = [];
	for (const name of Object.keys(PORTS) as PortName[]) {
		const port = configured[name];
		if (await isFree(port)) {
			if (!alreadyUp) findings.push({ state: "ok", what: `Port ${port}`, detail: `free for ${PORTS[name].what}` });
			continue;
		}
		const holder = (await processOnPort(port)) ?? "another program";
		if (alreadyUp) findings.push({ state: "ok", what: `Port ${port}`, detail: `${PORTS[name].what}: ${holder}` });
		else
			findings.push({
				state: "missing",
				what: `Port ${port}`,
				detail: `in use by ${holder}`,
				todo: `set ${PORTS[name].variable}`,
			});
	}
	return findings;
}

async function services(alreadyUp: boolean): Promise<Finding[]> {
	const configured = portsFromEnvironment(env);
	const findings: Finding[] = [];
	const databaseUrl =
		env.DATABASE_URL ?? (alreadyUp ? `postgres://timbre:timbre@127.0.0.1:${configured.postgres}/timbre` : undefined);
	if (databaseUrl) {
		const result = await checkDatabase(databaseUrl);
		findings.push(
			result.ok
				? { state: "ok", what: "Database", detail: `reachable, PostgreSQL ${result.version}` }
				: { state: "missing", what: "Database", detail: result.why, todo: "check DATABASE_URL" },
		);
	} else {
		findings.push({ state: "ok", what: "Database", detail: "started by npm run dev" });
	}
	const admin = env.RESTATE_ADMIN_URL ?? (alreadyUp ? `http://127.0.0.1:${configured.restateAdmin}` : undefined);
	if (admin) {
		const ok = await respondsToHttp(`${admin.replace(/\/$/, "")}/health`).catch(() => false);
		findings.push(
			ok
				? { state: "ok", what: "Restate server", detail: "reachable" }
				: {
						state: "missing",
						what: "Restate server",
						detail: `no response from ${admin}`,
						todo: "check RESTATE_ADMIN_URL",
					},
		);
	} else {
		findings.push({ state: "ok", what: "Restate server", detail: "started by npm run dev" });
	}
	return findings;
}

async function forDevelopers(): Promise<Finding[]> {
	const names = ["chromium", "chromium-browser", "google-chrome"];
	const folders = (env.PATH ?? "").split(delimiter);
	const candidates = [env.CHROMIUM_PATH ?? "", ...folders.flatMap((folder) => names.map((name) => join(folder, name)))];
	let chromium = "";
	for (const path of candidates) if (!chromium && path && (await exists(path))) chromium = path;
	const fresh = await webBuildIsFresh();
	return [
		chromium
			? { state: "ok", what: "Chromium", detail: `${chromium} (journeys only)` }
			: {
					state: "note",
					what: "Chromium",
					detail: "not found",
					todo: "only needed by npm run e2e: apt-get install chromium",
				},
		{ state: "ok", what: "Web build", detail: fresh ? "up to date" : "built by npm start or npm run build" },
	];
}

async function sizeOf(folder: string): Promise<number> {
	let bytes = 0;
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
		if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
	}
	return bytes;
}

if (await exists(join(ROOT, ".env"))) process.loadEnvFile(join(ROOT, ".env"));
const dataDir = resolve(ROOT, env.DATA_DIR ?? ".data");
const models = modelsDir(env);
const up = await runningStack(dataDir);
const findings = [
	...programs(),
	...(await machine(dataDir, models)),
	...(await weightFindings(models)),
	...(await ports(up !== undefined)),
	...(await services(up !== undefined)),
	...(await forDevelopers()),
	{ state: "ok", what: "Data", detail: `${formatSize(await sizeOf(dataDir))} in ${dataDir}` } satisfies Finding,
];
const LABEL = { ok: "ok     ", note: "note   ", missing: "MISSING" } as const;
console.log(
	up ? `Timbre is running: ${up.url} (pid ${up.pid})\n` : "Timbre is not running. Start it with npm run dev.\n",
);
for (const { state, what, detail, todo } of findings) {
	console.log(`${LABEL[state]} ${what.padEnd(22)} ${detail}${todo ? `  → ${todo}` : ""}`);
}
const missing = findings.filter(({ state }) => state === "missing").length;
console.log(missing === 0 ? "\nNothing is missing." : `\n${missing} to fix, see →.`);
process.exitCode = missing === 0 ? 0 : 1;
