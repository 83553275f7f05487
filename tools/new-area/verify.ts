// npm run e2e:scaffold: creates an area in a copy of the repository and runs the full check and the area's journey there.
// Writes reports/scaffold.json in Vitest's format.
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../generated.ts";
import { copyRepository } from "./copy.ts";

const scripts = [["new-area", "example"], ["check"], ["build"], ["e2e", "example.spec.ts"]];
const maxOutputCharacters = 8_000;

type Result = { fullName: string; status: "passed" | "failed" | "skipped"; failureMessages: string[] };

function npmRun([script = "", ...args]: string[], cwd: string): Promise<{ ok: boolean; output: string }> {
	// npm's variables refer to the original repository, not to the copy.
	const inherited = Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$/.test(name));
	// Avoid the port of journeys that run at the same time.
	const env = { E2E_PORT: "4870", ...Object.fromEntries(inherited) };
	return new Promise((resolve, reject) => {
		const child = spawn("npm", ["run", script, "--", ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
		let output = "";
		for (const stream of [child.stdout, child.stderr]) {
			stream.on("data", (chunk: Buffer) => {
				process.stdout.write(chunk);
				output = `${output}${chunk}`.slice(-maxOutputCharacters);
			});
		}
		child.once("error", reject);
		child.once("close", (code) => resolve({ ok: code === 0, output }));
	});
}

const folder = await mkdtemp(join(tmpdir(), "timbre-scaffold-"));
const copy = join(folder, "timbre");
await copyRepository(ROOT, copy);
const results: Result[] = [];
for (const script of scripts) {
	const fullName = `a scaffolded area passes npm run ${script.join(" ")}`;
	if (results.some(({ status }) => status === "failed")) {
		results.push({ fullName, status: "skipped", failureMessages: [] });
		continue;
	}
	const startedAt = performance.now();
	const { ok, output } = await npmRun(script, copy);
	results.push({ fullName, status: ok ? "passed" : "failed", failureMessages: ok ? [] : [output] });
	console.log(`${ok ? "ok  " : "FAIL"} ${script.join(" ")} ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
}
await mkdir(join(ROOT, "reports"), { recursive: true });
const report = { testResults: [{ assertionResults: results }] };
await writeFile(join(ROOT, "reports/scaffold.json"), `${JSON.stringify(report, undefined, "\t")}\n`);
for (const { fullName, status } of results) console.log(`${status.padEnd(7)} ${fullName}`);
if (results.every(({ status }) => status === "passed")) await rm(folder, { recursive: true, force: true });
else {
	console.log(`The copy is in ${copy}`);
	process.exitCode = 1;
}
