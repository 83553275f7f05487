// Does what code that took over a confined process would try, and prints which attempts succeeded.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync, writeSync } from "node:fs";
import { connect } from "node:net";
import koffi from "koffi";
import { confine } from "../confine.ts";
import { files } from "../files.ts";

const libc = koffi.load(null);
const open = libc.func("int open(const char *path, int flags, ...)");
const socket = libc.func("int socket(int domain, int type, int protocol)");
const fork = libc.func("int fork()");
const kill = libc.func("int kill(int pid, int signal)");
const syscall = libc.func("long syscall(long number, ...)");
const ioUringSetup = 425;
const processVmReadv = { x64: 310, arm64: 270 }[process.arch as string] ?? 0;
const [victim = "", port = "0"] = process.argv.slice(2);

const attempts: Record<string, () => unknown> = {
	"read a file": () => readFileSync(victim),
	"write a file": () => writeFileSync(`${victim}.new`, "x"),
	"open a file in native code": () => succeeded(open(victim, 0)),
	"open a socket in native code": () => succeeded(socket(2, 1, 0)),
	"open a unix socket in native code": () => succeeded(socket(1, 1, 0)),
	"start a program": () => {
		const { error } = spawnSync("/bin/true");
		if (error) throw error;
	},
	fork: () => succeeded(fork()),
	"signal the parent": () => succeeded(kill(process.ppid, 0)),
	"read the memory of the parent": () =>
		succeeded(syscall(processVmReadv, "int", process.ppid, "long", 0, "long", 0, "long", 0, "long", 0, "long", 0)),
	"create an io_uring": () => succeeded(syscall(ioUringSetup, "int", 1, "void *", Buffer.alloc(120))),
};

function succeeded(result: number): void {
	if (result < 0) throw new Error(`${koffi.errno()}`);
}

confine();
const escaped: string[] = [];
for (const [name, attempt] of Object.entries(attempts)) {
	try {
		attempt();
		escaped.push(name);
	} catch {
		// Denied.
	}
}
const connected = await new Promise<boolean>((resolve) => {
	const client = connect(Number(port), "127.0.0.1");
	client.on("connect", () => resolve(true)).on("error", () => resolve(false));
});
if (connected) escaped.push("connect");
// biome-ignore lint/style/noProcessEnv: the test is about what this process can see.
if (Object.keys(process.env).some((name) => name !== "UV_THREADPOOL_SIZE")) escaped.push("read the environment");
writeSync(files.reports, `${JSON.stringify({ type: "escaped", escaped })}\n`);
setInterval(() => {}, 60_000);
