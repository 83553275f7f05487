// The few functions of the C library that confinement needs and Node does not offer.
import koffi from "koffi";

const libc = koffi.load(null);
const syscall = libc.func("long syscall(long number, ...)");
const prctl = libc.func("int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)");
const fcntl = libc.func("int fcntl(int fd, int command, ...)");
const execve = libc.func("int execve(const char *path, const char **arguments, const char **environment)");
const setrlimit = libc.func("int setrlimit(int resource, void *limits)");

const noNewPrivileges = 38;
const setFilter = 1;
const allThreads = 1;
const seccompNumbers: Partial<Record<string, number>> = { x64: 317, arm64: 277 };
const setFlags = 2;

export const resources = { cpuSeconds: 0, fileBytes: 1, dataBytes: 2, coreBytes: 4, openFiles: 7 } as const;

/** Applies a filter of seccomp.ts to all threads of this process. */
export function applyFilter(filter: Buffer): void {
	const program = Buffer.alloc(16);
	program.writeUInt16LE(filter.length / 8, 0);
	program.writeBigUInt64LE(BigInt(koffi.address(filter)), 8);
	const number = seccompNumbers[process.arch];
	if (number === undefined || prctl(noNewPrivileges, 1, 0, 0, 0) !== 0)
		throw new Error("this process can't be confined");
	if (syscall(number, "long", setFilter, "unsigned long", allThreads, "void *", program) !== 0)
		throw new Error("the kernel rejected the filter of system calls");
}

export function limitResource(resource: number, value: number): void {
	const limits = Buffer.alloc(16);
	limits.writeBigUInt64LE(BigInt(value), 0);
	limits.writeBigUInt64LE(BigInt(value), 8);
	if (setrlimit(resource, limits) !== 0) throw new Error(`resource limit ${resource} can't be set`);
}

/** Replaces this process by another program, with only the listed files open. */
export function exec(
	path: string,
	args: readonly string[],
	environment: readonly string[],
	files: readonly number[],
): never {
	// Node marks every file to be closed on exec.
	for (const file of files) fcntl(file, setFlags, "int", 0);
	execve(path, [path, ...args, null], [...environment, null]);
	throw new Error(`${path} can't be started`);
}
