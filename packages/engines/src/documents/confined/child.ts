// Second stage of the process that reads a document: loads the parsers, gives up the right to open anything, and only then
// reads the upload. Invariant: everything is imported before `confine`, because nothing can be loaded after it.
import "./prepare.ts";
import { readSync, writeSync } from "node:fs";
import { confine } from "../../confined/confine.ts";
import { files } from "../../confined/files.ts";
import { DocumentError, damaged, tooLargeToRead } from "../errors.ts";
import { inspect } from "../formats/inspect.ts";
import { parse } from "../formats/parse.ts";
import { loadReaders } from "../formats/readers.ts";
import type { DocumentReport, DocumentTask } from "./protocol.ts";

const maxDetailCharacters = 2_000;

const report = (message: DocumentReport) => void writeSync(files.reports, `${JSON.stringify(message)}\n`);

function readInput(bytes: number): Uint8Array {
	const data = new Uint8Array(bytes);
	let at = 0;
	while (at < bytes) {
		const count = readSync(files.input, data, at, bytes - at, at);
		if (count === 0) break;
		at += count;
	}
	return data.subarray(0, at);
}

function writeOutput(text: string): void {
	const bytes = Buffer.from(text);
	for (let at = 0; at < bytes.length; ) at += writeSync(files.output, bytes, at, bytes.length - at);
}

async function run(task: DocumentTask): Promise<void> {
	const bytes = readInput(task.bytes);
	if (task.name === "inspect") return report({ type: "format", format: await inspect(bytes, readers, task.fileName) });
	const onProgress = (share: number) => report({ type: "progress", share });
	writeOutput(JSON.stringify(await parse(bytes, readers, { ...task, onProgress })));
}

const isOutOfMemory = (error: unknown) =>
	error instanceof RangeError && /allocation failed|invalid (?:string|array) length/i.test(error.message);

function fail(error: unknown): void {
	const { fault, message } =
		error instanceof DocumentError ? error : isOutOfMemory(error) ? tooLargeToRead() : damaged();
	const detail = error instanceof Error ? `${error.stack}`.slice(0, maxDetailCharacters) : String(error);
	report({ type: "failed", fault, message, detail });
}

const task = JSON.parse(process.argv[2] ?? "") as DocumentTask;
// A parser may reject a promise that nothing awaits.
process.on("unhandledRejection", fail);
process.on("uncaughtException", fail);
const readers = await loadReaders(task.kind);
confine();
try {
	await run(task);
	report({ type: "done", peakMemoryBytes: process.resourceUsage().maxRSS * 1024 });
} catch (error) {
	fail(error);
}
// The parent ends this process: a normal exit needs rights that were given up.
setInterval(() => {}, 60_000);
