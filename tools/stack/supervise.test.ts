import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { isAlive } from "./guard.ts";
import { type ProgramSpec, supervise } from "./supervise.ts";

const script = (source: string, changes: Partial<ProgramSpec> = {}): ProgramSpec => ({
	name: "sample",
	command: process.execPath,
	args: ["-e", source],
	cwd: process.cwd(),
	env: { PATH: process.env.PATH },
	ready: async () => true,
	onLine: () => {},
	...changes,
});

async function until(condition: () => boolean, what: string): Promise<void> {
	for (let waited = 0; waited < 8_000; waited += 20) {
		if (condition()) return;
		await sleep(20);
	}
	throw new Error(`timed out waiting for ${what}`);
}

test("restarts a killed program but not a stopped one", async () => {
	const program = supervise(script("setInterval(() => {}, 1000)", { restart: true }));
	onTestFinished(program.stop);
	await program.waitReady();
	const first = program.pid;
	await program.kill();
	await until(() => program.pid !== undefined && program.pid !== first, "restart");
	expect(program.restarts).toBe(1);
	const second = program.pid ?? 0;
	await program.stop();
	expect(isAlive(second)).toBe(false);
	await sleep(500);
	expect(program.pid).toBeUndefined();
});

test("stops the child processes of a program with it", async () => {
	const lines: string[] = [];
	const source = `
		const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
		console.log(child.pid);
		setInterval(() => {}, 1000);`;
	const program = supervise(script(source, { onLine: (line) => lines.push(line) }));
	onTestFinished(program.stop);
	await until(() => lines.length > 0, "the grandchild's pid");
	const grandchild = Number(lines[0]);
	expect(isAlive(grandchild)).toBe(true);
	await program.stop();
	await until(() => !isAlive(grandchild), "the grandchild's end");
});

test("waitReady fails with the last lines of a program that exits immediately", async () => {
	const program = supervise(script('console.log("no such thing"); process.exit(3)', { ready: async () => false }));
	await expect(program.waitReady()).rejects.toThrow(/sample exited \(exit code 3\)[\s\S]*no such thing/);
});

test("kills a program that ignores SIGTERM", async () => {
	const lines: string[] = [];
	const program = supervise(
		script('process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1000)', {
			stopGraceMs: 200,
			onLine: (line) => lines.push(line),
		}),
	);
	await until(() => lines.length > 0, "start");
	const pid = program.pid ?? 0;
	await program.stop();
	expect(isAlive(pid)).toBe(false);
});

test("leaves no process when the supervisor is killed with kill -9", async () => {
	const source = `
		const { supervise } = await import(${JSON.stringify(new URL("./supervise.ts", import.meta.url).href)});
		const program = supervise({
			name: "orphan", command: process.execPath, args: ["-e", "setInterval(() => {}, 1000)"],
			cwd: process.cwd(), env: process.env, ready: async () => true, onLine: () => {},
		});
		await program.waitReady();
		console.log(program.pid);
		setInterval(() => {}, 1000);`;
	const supervisor = spawn(process.execPath, ["--input-type=module", "-e", source], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	onTestFinished(() => void supervisor.kill("SIGKILL"));
	let pid = 0;
	supervisor.stdout.on("data", (chunk: Buffer) => {
		pid = Number(chunk.toString());
	});
	await until(() => pid > 0, "start");
	await sleep(300);
	supervisor.kill("SIGKILL");
	await until(() => !isAlive(pid), "the orphan's end");
});
