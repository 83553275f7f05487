// Filters of system calls (Linux seccomp), as programs of the kernel's packet filter. They apply to every thread of the
// process, can't be removed, and stay in force after exec.
import { syscallsOf } from "./syscalls.ts";

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, value: number];

const loadWord = 0x20;
const jumpIfEqual = 0x15;
const jumpIfBitsSet = 0x45;
const returnValue = 0x06;

const allow = 0x7fff_0000;
const killProcess = 0x8000_0000;
const fail = (errno: number) => 0x0005_0000 | errno;
const EPERM = 1;
const EACCES = 13;
const ENOSYS = 38;

/** Offsets in the kernel's description of a system call. */
const numberAt = 0;
const architectureAt = 4;
const firstArgumentAt = 16;

const threadFlag = 0x10000;
const setName = 15;

/** Disables io_uring, whose operations no filter sees. Must be applied before Node starts, because Node opens a ring. */
export function createStartFilter(arch: string): Buffer | undefined {
	const table = syscallsOf(arch);
	if (!table) return undefined;
	return encode([
		...checkArchitecture(table.audit),
		...onCall(table.ioUringSetup, fail(ENOSYS)),
		[returnValue, 0, 0, allow],
	]);
}

/** Leaves only memory, threads, clocks and open files: no path, no connection, no program and no other process. */
export function createTaskFilter(arch: string): Buffer | undefined {
	const table = syscallsOf(arch);
	if (!table) return undefined;
	return encode([
		...checkArchitecture(table.audit),
		// A new thread, but no new process. With clone3 the flags are in memory, which a filter can't read.
		...onArgument(table.clone, [jumpIfBitsSet, 0, 1, threadFlag]),
		...onCall(table.clone3, fail(ENOSYS)),
		...onArgument(table.prctl, [jumpIfEqual, 0, 1, setName]),
		...table.allowed.flatMap((number) => onCall(number, allow)),
		[returnValue, 0, 0, fail(EACCES)],
	]);
}

/** System calls of another architecture have other numbers. */
const checkArchitecture = (audit: number): Instruction[] => [
	[loadWord, 0, 0, architectureAt],
	[jumpIfEqual, 1, 0, audit],
	[returnValue, 0, 0, killProcess],
	[loadWord, 0, 0, numberAt],
];

const onCall = (number: number, result: number): Instruction[] => [
	[jumpIfEqual, 0, 1, number],
	[returnValue, 0, 0, result],
];

/** Allows a call if `test` holds for its first argument. */
const onArgument = (number: number, test: Instruction): Instruction[] => [
	[jumpIfEqual, 0, 4, number],
	[loadWord, 0, 0, firstArgumentAt],
	test,
	[returnValue, 0, 0, allow],
	[returnValue, 0, 0, fail(EPERM)],
];

function encode(program: readonly Instruction[]): Buffer {
	const bytes = Buffer.alloc(program.length * 8);
	for (const [at, [code, jumpTrue, jumpFalse, value]] of program.entries()) {
		bytes.writeUInt16LE(code, at * 8);
		bytes.writeUInt8(jumpTrue, at * 8 + 2);
		bytes.writeUInt8(jumpFalse, at * 8 + 3);
		bytes.writeUInt32LE(value >>> 0, at * 8 + 4);
	}
	return bytes;
}
