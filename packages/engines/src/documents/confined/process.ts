// Runs one document task in a confined process. Invariant: the parsers of documents run nowhere else.
import { type ConfinedResult, type ConfinedRole, runProcess } from "../../confined/process.ts";
import { createLimiter } from "../../workers/limiter.ts";
import { DocumentError, damaged, tooLargeToRead } from "../errors.ts";
import type { DocumentReport, DocumentTask } from "./protocol.ts";

const role: ConfinedRole = {
	program: new URL("./child.ts", import.meta.url),
	nodeOptions: ["--max-old-space-size=768", "--disable-warning=ExperimentalWarning"],
	// The heap, the file and what it unpacks to.
	memoryBytes: 1_600_000_000,
	createStuckError: () =>
		new DocumentError("stuck", "Reading the file took too long. Save it in another format or split it into parts."),
};

/** Bytes of JSON: several times the longest text that a caller allows. */
const maxTextBytes = 64 * 1024 * 1024;
/** Each may use a core and more than a gigabyte. */
const maxProcesses = 2;

const limit = createLimiter(maxProcesses);

export type TaskOptions = {
	/** The file to read, open in the calling process. */
	input: number;
	timeoutMs: number;
	signal?: AbortSignal;
	onReport?: (report: DocumentReport) => void;
};

/** Resolves with what the task wrote. Throws DocumentError, or the reason of the signal. */
export function runDocumentTask(task: DocumentTask, options: TaskOptions): Promise<string> {
	return limit(async () => {
		const parts: Buffer[] = [];
		let bytes = 0;
		const result = await runProcess<DocumentReport>(role, {
			...options,
			task,
			onOutput: (part) => {
				bytes += part.length;
				if (bytes > maxTextBytes) throw tooLargeToRead();
				parts.push(part);
			},
		});
		if (result.lastReport?.type !== "done") throw documentError(result);
		return Buffer.concat(parts).toString("utf8");
	});
}

function documentError({ lastReport, log, signal }: ConfinedResult<DocumentReport>): Error {
	if (lastReport?.type === "failed")
		return new DocumentError(lastReport.fault, lastReport.message, { cause: lastReport.detail });
	const cause = `ended by ${signal}: ${log}`;
	// The kernel's limit of CPU time.
	if (signal === "SIGXCPU" || signal === "SIGKILL") return role.createStuckError();
	return /heap|memory|alloc/i.test(log) ? tooLargeToRead({ cause }) : damaged({ cause });
}
