// npm run check: everything a change must pass. Runs the cheap steps in parallel, then the tests, with one line per step.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./generated.ts";

type Step = { name: string; commands: string[][] };
type Outcome = { name: string; ok: boolean; seconds: number; output: string };

const bin = (name: string) => join(ROOT, "node_modules/.bin", name);
const tool = (name: string, ...args: string[]) => [process.execPath, join(ROOT, "tools", name), ...args];

const quickSteps: Step[] = [
	{
		name: "format and lint",
		commands: [[bin("biome"), "ci", "--colors=off", "--error-on-warnings", "--max-diagnostics=20"]],
	},
	{
		name: "types",
		commands: [
			["npm", "run", "--silent", "typegen", "-w", "web"],
			[bin("tsc"), "--noEmit"],
		],
	},
	{ name: "boundaries", commands: [tool("boundaries.ts")] },
	{ name: "dead code", commands: [[bin("knip"), "--no-progress"]] },
	{ name: "openapi.json", commands: [tool("openapi.ts", "--check")] },
	{ name: "database types", commands: [tool("db-types.ts", "--check")] },
	{ name: ".env.example", commands: [tool("env-example.ts", "--check")] },
];
const tests: Step = { name: "tests", commands: [[bin("vitest"), "run", "--tags-filter=!measured && !verify"]] };

function runCommand([command = "", ...args]: string[]): Promise<{ code: number | null; output: string }> {
	return new Promise((resolve) => {
		const child = spawn(command, args, {
			cwd: ROOT,
			env: { ...process.env, NO_COLOR: "1" },
			stdio: ["ignore", "pipe", "pipe"],
		});
		let output = "";
		for (const stream of [child.stdout, child.stderr]) {
			stream.on("data", (chunk: Buffer) => {
				output += chunk.toString();
			});
		}
		child.once("error", (error) => resolve({ code: 1, output: error.message }));
		child.once("close", (code) => resolve({ code, output }));
	});
}

async function runStep({ name, commands }: Step): Promise<Outcome> {
	const startedAt = performance.now();
	let output = "";
	let ok = true;
	for (const command of commands) {
		const result = await runCommand(command);
		output += result.output;
		ok = result.code === 0;
		if (!ok) break;
	}
	const seconds = (performance.now() - startedAt) / 1000;
	console.log(`${ok ? "ok  " : "FAIL"} ${name.padEnd(18)} ${seconds.toFixed(1).padStart(6)} s`);
	return { name, ok, seconds, output };
}

function withoutPassedTests(output: string): string[] {
	return output
		.trim()
		.split("\n")
		.filter((line) => !line.trimStart().startsWith("✓"));
}

const only = process.argv.slice(2);
const isSelected = (step: Step) => only.length === 0 || only.includes(step.name);
const startedAt = performance.now();
const outcomes = await Promise.all(quickSteps.filter(isSelected).map(runStep));
if (isSelected(tests)) outcomes.push(await runStep(tests));

const failed = outcomes.filter(({ ok }) => !ok);
for (const { name, output } of failed)
	console.log(`\n--- ${name} ---\n${withoutPassedTests(output).slice(-120).join("\n")}`);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
const verdict = failed.length === 0 ? "all steps passed" : `failed: ${failed.map(({ name }) => name).join(", ")}`;
console.log(`\n${verdict} (${seconds} s)`);
process.exitCode = failed.length === 0 ? 0 : 1;
