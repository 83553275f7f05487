// npm run dev: the whole product with one command. npm start: the same with the built web app.
//   --built     serve the built web app instead of Vite        --verbose   show every log line
//   --fake      the fake engine and transcriber: no weights, a tone for a voice
import { spawn } from "node:child_process";
import { access } from "node:fs/promises";
import { setPriority } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { modelsDir } from "@timbre/server/core/config.ts";
import { ROOT } from "./generated.ts";
import { parseModelProgress, readableLine, say, sayMoving, sayProgress, settle } from "./stack/console.ts";
import { fullDiskSentence, readableSize, requireRoom } from "./stack/disk.ts";
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
		sayProgress(progress);
		return;
	}
	if (stopping && !verbose) return;
	// The database and the durable engine are quiet here, and so are the stack traces the engine's library prints for every step it
	// will try again; all of it is in the logs of the data folder.
	const ours = name !== "postgres" && name !== "restate";
	const plainTextMatters =
		ours && (up || name !== "web") && (name !== "worker" || line.startsWith("ended (")) && !line.startsWith("{");
	const text = readableLine(name, line, verbose ? 10 : plainTextMatters ? 30 : 40);
	if (text && (ours || verbose)) say(text);
}

/** Runs the seed, which leaves a database that has its demo account alone. Its own words are passed on. */
function seed(env: NodeJS.ProcessEnv): Promise<string[]> {
	return new Promise((done, fail) => {
		const child = spawn(process.execPath, [join(ROOT, "seed/main.ts")], {
			cwd: ROOT,
			env,
			stdio: ["ignore", "pipe", "pipe"],
		});
		// Beside the page that is waited for, it has time.
		if (child.pid !== undefined) setPriority(child.pid, 10);
		const lines: string[] = [];
		const errors: string[] = [];
		createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
		createInterface({ input: child.stderr }).on("line", (line) => errors.push(line));
		child.once("error", fail);
		child.once("close", (code) => {
			if (code === 0) done(lines.filter((line) => line.trim() !== "" && !line.startsWith("{")));
			else fail(new StartError(`The demo data could not be made:\n${[...lines, ...errors].slice(-20).join("\n")}`));
		});
	});
}

async function stop(code: number): Promise<never> {
	if (stopping) {
		// A second Ctrl-C: no patience left. The guard process ends whatever still runs.
		process.exit(130);
	}
	stopping = true;
	settle();
	say("\nStopping …");
	abort.abort();
	await stack?.stop();
	say("Stopped; no process is left.");
	process.exit(code);
}

async function main(): Promise<void> {
	if (await exists(join(ROOT, ".env"))) process.loadEnvFile(join(ROOT, ".env"));
	const dataDir = resolve(ROOT, process.env.DATA_DIR ?? ".data");
	const models = modelsDir(process.env);
	const engines = flags.has("--fake") ? ["fake"] : (process.env.SPEECH_ENGINES || "kokoro,piper,espeak").split(",");
	const missing = await missingWeights(models, engines);
	await requireRoom(dataDir, { dir: models, missing: missing.length > 0 });
	const built = flags.has("--built");
	if (missing.length > 0) {
		const size = readableSize(missing.reduce((sum, { bytes }) => sum + bytes, 0));
		say(`The voice models (${size}) arrive while everything else starts.`);
	}

	let seeded: string[] = [];
	stack = await startStack({
		dataDir,
		ports: portsFromEnvironment(process.env),
		engines: flags.has("--fake") ? "fake" : "real",
		web: built ? "built" : "dev",
		watch: !built,
		afterMigration: async (env) => {
			seeded = await seed(env);
		},
		signal: abort.signal,
		onLine,
		onPhase: (phase) => sayMoving(`  ${phase} …`),
		onGivenUp: (error) => {
			if (up && !stopping) {
				say(error.message);
				void stop(1);
			}
		},
	});
	up = true;
	settle();
	say(
		[
			"",
			`  Timbre is up after ${seconds()} s`,
			"",
			`  Open       ${stack.url}`,
			...seeded.map((line) => `             ${line}`),
			`  API        ${stack.url}/v1  (make a key on the page "API keys")`,
			`  Data       ${dataDir}  (logs in ${join(dataDir, "logs")})`,
			...(missing.length > 0 ? ["  Voice      the models are still arriving; this window says when it is ready"] : []),
			"  Stop       Ctrl-C",
			"",
		].join("\n"),
	);
	await stack.waitForVoice();
	settle();
	say(`  Voice is ready after ${seconds()} s`);
}

process.on("SIGINT", () => void stop(0));
process.on("SIGTERM", () => void stop(0));
process.on("SIGHUP", () => void stop(0));

try {
	await main();
} catch (error) {
	if (!stopping) {
		settle();
		const sentence = fullDiskSentence(error) ?? (error instanceof StartError ? error.message : undefined);
		console.error(sentence ?? error);
		await stack?.stop();
		process.exit(1);
	}
}
