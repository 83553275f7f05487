// Runs one media task in a confined process. Invariant: FFmpeg reads files of users, in native code, nowhere else. Mastering and
// publishing use its filters and encoders outside, but give them only samples.
import { type ConfinedRole, runProcess } from "../../confined/process.ts";
import { UploadError } from "../../errors.ts";
import { createLimiter } from "../../workers/limiter.ts";
import type { MediaReport, MediaTask } from "./protocol.ts";

export type ConfinedOptions = {
	signal?: AbortSignal;
	/** The file to read, open in the calling process. */
	input: number;
	/** For `replace_audio`: the wav file. */
	audio?: number;
	/** For `replace_audio` and `encode`: the file to write. */
	output?: number;
	/** The task is stopped if it takes longer. */
	timeoutMs: number;
	onReport?: (report: MediaReport) => void;
};

const role: ConfinedRole = {
	program: new URL("./child.ts", import.meta.url),
	nodeOptions: ["--max-old-space-size=128", "--disable-warning=ExperimentalWarning"],
	memoryBytes: 1_200_000_000,
	maxOutputBytes: 4e9,
	// A decoder that writes nothing for this long is stuck, however long the file may be.
	maxStallMs: 60_000,
	createStuckError: () => new UploadError("stuck", "Decoding the file took too long."),
};

/** Each may use a core and more than a gigabyte. */
const maxProcesses = 2;

const limit = createLimiter(maxProcesses);

/** Resolves when the task is done. `onOutput` gets the audio of a `decode` task and slows the task down while it waits. */
export function runConfined(
	task: MediaTask,
	{ audio, ...options }: ConfinedOptions,
	onOutput?: (bytes: Buffer) => void | Promise<void>,
): Promise<void> {
	return limit(async () => {
		const { lastReport, log } = await runProcess<MediaReport>(role, {
			...options,
			task,
			secondInput: audio,
			onOutput,
		});
		if (lastReport?.type !== "done") throw uploadError(lastReport, log);
	});
}

function uploadError(last: MediaReport | undefined, log: string): Error {
	if (last?.type === "failed" && last.fault === "too_long") return new UploadError("too_long", last.message);
	if (last?.type === "failed" && last.fault === "no_audio")
		return new UploadError("unreadable", "The file contains no audio.");
	return new UploadError("unreadable", "The file is damaged or its format is not supported.", { cause: log });
}
