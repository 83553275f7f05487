// npm run dev: starts the full product for development. npm start: the same for production, with the built web app.
//   --built     serve the built web app instead of Vite        --verbose   show every log line
//   --fake      use the fake engine and transcriber, which need no weights
import { spawn } from "node:child_process";
import { access } from "node:fs/promises";
import { setPriority } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { modelsDir } from "@timbre/server/core/config.ts";
import { ROOT } from "./generated.ts";
import {
	clearTransient,
	parseModelProgress,
	parsePreviewProgress,
	print,
	printProgress,
	printTransient,
	readableLine,
} from "./stack/console.ts";
import { formatSize, fullDiskMessage, requireDiskSpace } from "./stack/disk.ts";
import { portsFromEnvironment } from "./stack/ports.ts";
import { type ProgramName, type Stack, startStack } from "./stack/stack.ts";
import { StartError } from "./stack/supervise.ts";
import { missingWeights } from "./stack/weights.ts";

const startedAt = performance.now();
const flags = new Set(process.argv.slice(2));
const verbose = flags.has("--verbose");
const abort = new AbortController();
let stack: Stack | undefined;
let stopping = false;
let up = false;

const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1);

async function exists(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	);
}

function onLine(name: ProgramName, line: string): void {
	const progress = parseModelProgress(line);
	if (progress) {
		printProgress(progress);
		return;
	}
	if (stopping && !verbose) return;
	const previews = parsePreviewProgress(line);
	if (previews) {
		printTransient(`  ${previews}`);
		return;
	}
	// Hide output of PostgreSQL and Restate, and the stack traces that Restate's library prints for every retried step. All of it
	// is in the logs of the data folder.
	const ours = name !== "postgres" && name !== "restate";
	const plainTextMatters =
		ours && (up || name !== "web") && (name !== "worker" || line.startsWith("exited (")) && !line.startsWith("{");
	const text = readableLine(name, line, verbose ? 10 : plainTextMatters ? 30 : 40);
	if (text && (ours || verbose)) print(text);
}

/** Adds the shipped voices and, in development, the demo account. Does nothing if they exist. Returns its output lines. */
function seed(env: NodeJS.ProcessEnv): Promise<string[]> {
	const scenarios = env.NODE_ENV === "production" ? ["base"] : ["base", "demo"];
	return new Promise((done, fail) => {
		const child = spawn(process.execPath, [join(ROOT, "seed/main.ts"), ...scenarios], {
			cwd: ROOT,
			env,
			stdio: ["ignore", "pipe", "pipe"],
		});
		// Lower priority than the page that the user is waiting for.
		if (child.pid !== undefined) setPriority(child.pid, 10);
		const lines: string[] = [];
		const errors: string[] = [];
		createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
		createInterface({ input: child.stderr }).on("line", (line) => errors.push(line));
		child.once("error", fail);
		child.once("close", (code) => {
			if (code === 0) done(lines.filter((line) => line.trim() !== "" && !line.startsWith("{")));
			else fail(new StartError(`Couldn't prepare the database:\n${[...lines, ...errors].slice(-20).join("\n")}`));
		});
	});
}

async function stop(code: number): Promise<never> {
	if (stopping) {
		// Second Ctrl-C: exit now. The guard process stops what is still running.
		process.exit(130);
	}
	stopping = true;
	clearTransient();
	print("\nStopping…");
	abort.abort();
	await stack?.stop();
	print("Stopped. No process is left running.");
	process.exit(code);
}

async function main(): Promise<void> {
	if (await exists(join(ROOT, ".env"))) process.loadEnvFile(join(ROOT, ".env"));
	const dataDir = resolve(ROOT, process.env.DATA_DIR ?? ".data");
	const models = modelsDir(process.env);
	const engines = flags.has("--fake") ? ["fake"] : (process.env.SPEECH_ENGINES || "kokoro,piper,espeak").split(",");
	const missing = await missingWeights(models, engines);
	await requireDiskSpace(dataDir, { dir: models, missing: missing.length > 0 });
	const built = flags.has("--built");
	if (missing.length > 0) {
		const size = formatSize(missing.reduce((sum, { bytes }) => sum + bytes, 0));
		print(`Downloading the speech models (${size}) while everything else starts.`);
	}

	let seeded: string[] = [];
	stack = await startStack({
		dataDir,
		ports: portsFromEnvironment(process.env),
		engines: flags.has("--fake") ? "fake" : "real",
		web: built ? "built" : "dev",
		watch: !built,
		...(built ? { env: { NODE_ENV: "production" } } : {}),
		afterMigration: async (env) => {
			seeded = await seed(env);
		},
		signal: abort.signal,
		onLine,
		onPhase: (phase) => printTransient(`  ${phase}…`),
		onGiveUp: (error) => {
			if (up && !stopping) {
				print(error.message);
				void stop(1);
			}
		},
	});
	up = true;
	clearTransient();
	print(
		[
			"",
			`  Timbre is ready after ${seconds()} s`,
			"",
			`  Open       ${stack.url}`,
			...seeded.map((line) => `             ${line}`),
			...(built ? [`             create an account at ${stack.url}/app/sign-up`] : []),
			`  API        ${stack.url}/v1  (create a key under Settings, API keys)`,
			`  Data       ${dataDir}  (logs in ${join(dataDir, "logs")})`,
			...(missing.length > 0 ? ["  Voices     still downloading; this window says when they are ready"] : []),
			"  Stop       Ctrl-C",
			"",
		].join("\n"),
	);
	await stack.waitForVoice();
	clearTransient();
	print(`  Voices are ready after ${seconds()} s`);
}

process.on("SIGINT", () => void stop(0));
process.on("SIGTERM", () => void stop(0));
process.on("SIGHUP", () => void stop(0));

try {
	await main();
} catch (error) {
	if (!stopping) {
		clearTransient();
		const message = fullDiskMessage(error) ?? (error instanceof StartError ? error.message : undefined);
		console.error(message ?? error);
		await stack?.stop();
		process.exit(1);
	}
}
