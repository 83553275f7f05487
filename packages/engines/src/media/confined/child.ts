// Second stage of a confined process: loads FFmpeg, gives up the right to open anything, and only then reads the upload.
// Invariant: everything is imported before `confine`, because nothing can be loaded after it.
import { writeSync } from "node:fs";
import { confine } from "../../confined/confine.ts";
import { files } from "../../confined/files.ts";
import type { MediaReport, MediaTask } from "./protocol.ts";
import { decode } from "./tasks/decode.ts";
import { encode } from "./tasks/encode.ts";
import { MediaFailure } from "./tasks/failure.ts";
import { probe } from "./tasks/probe.ts";
import { replaceAudio } from "./tasks/replace-audio.ts";

const report = (message: MediaReport) => void writeSync(files.reports, `${JSON.stringify(message)}\n`);

async function run(task: MediaTask): Promise<void> {
	if (task.name === "probe") return probe(task, report);
	if (task.name === "decode") return decode(task, report);
	if (task.name === "encode") return encode(task);
	return replaceAudio(task, report);
}

const task = JSON.parse(process.argv[2] ?? "") as MediaTask;
confine();
try {
	await run(task);
	report({ type: "done" });
} catch (error) {
	const fault = error instanceof MediaFailure ? error.fault : "unreadable";
	report({ type: "failed", fault, message: error instanceof Error ? error.message : String(error) });
}
// The parent ends this process: a normal exit needs rights that were given up.
setInterval(() => {}, 60_000);
