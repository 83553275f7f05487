// npm run bench:transcription                            every part
// npm run bench:transcription -- sentences times         only these parts
// npm run bench:transcription -- --models moonshine      only these models
// npm run bench:transcription -- --every 5               every fifth sentence
// npm run bench:transcription -- --keep <folder>         stores generated clips for the next run
// npm run bench:transcription -- --recordings <folder>   where the LibriSpeech clips are
// npm run bench:transcription -- --show                  prints every transcript with errors
import { existsSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createScheduler } from "@timbre/engines/node/scheduler.ts";
import { createRecognizer } from "@timbre/engines/transcription/batch/recognizer.ts";
import { type TranscriptionModel, transcriptionModels } from "@timbre/engines/transcription/transcript.ts";
import { modelsDir } from "@timbre/server/core/config.ts";
import { printFigures } from "../../ci/figures.ts";
import { ROOT } from "../../generated.ts";
import { measureReadSpeech, measureSentences, measureTimes } from "./accuracy.ts";
import { createClips } from "./clips.ts";
import { measureLanguages } from "./languages.ts";
import { measureLive } from "./live.ts";
import { measureSpeakers } from "./speakers.ts";
import { measureThroughput } from "./throughput.ts";

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		models: { type: "string", default: transcriptionModels.join(",") },
		every: { type: "string", default: "1" },
		keep: { type: "string" },
		recordings: { type: "string", default: join(ROOT, "../shared/engines/data/speech") },
		show: { type: "boolean", default: false },
	},
});
const models = transcriptionModels.filter((model) => values.models.split(",").includes(model));
const every = Math.max(1, Number(values.every));
const dir = modelsDir(process.env);
const threads = Math.max(1, Math.floor(availableParallelism() / 2));
const recognizer = createRecognizer({
	modelsDir: dir,
	threads,
	scheduler: createScheduler({ capacity: 64 }),
	maxSessions: 8,
});
const clips = createClips({ modelsDir: dir, threads: availableParallelism(), keepIn: values.keep });
const bench = { recognizer, clips, every, show: values.show, recordings: values.recordings };
const firstModel: TranscriptionModel = models[0] ?? "moonshine";

const parts: Record<string, () => Promise<string[]>> = {
	sentences: () => measureSentences(bench, models),
	recordings: () => measureReadSpeech(bench, models),
	times: () => measureTimes(bench, models),
	languages: () => measureLanguages(bench, models),
	speakers: () => measureSpeakers(bench),
	throughput: () => measureThroughput(bench, { modelsDir: dir, threads, model: firstModel }),
	live: () => measureLive(bench),
};
const needRecordings = new Set(["recordings", "speakers"]);
for (const part of positionals.length > 0 ? positionals : Object.keys(parts)) {
	const measure = parts[part];
	if (!measure) throw new Error(`Unknown part ${part}. Parts: ${Object.keys(parts).join(", ")}.`);
	if (needRecordings.has(part) && !existsSync(values.recordings)) {
		printFigures(`${part}: skipped, ${values.recordings} is missing`);
		continue;
	}
	for (const figure of await measure()) printFigures(`${part}: ${figure}`);
}
printFigures(`load average ${loadavg()[0]?.toFixed(1)}`);
await clips.close();
await recognizer.close();
