// npm run bench:previews: measures how long the first audio takes while previews are rendered, for a person who has opened
// a page a moment before (previews then make room), and for an API client that calls without notice and so may have to wait
// for the rest of a segment. Previews pause for both, so the bench also checks that they go on in between and that most
// people come while one is being rendered.
//   --rounds 6
import { availableParallelism, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ensureModel, modelFile } from "@timbre/engines/models/store.ts";
import { createScheduler, type Priority } from "@timbre/engines/node/scheduler.ts";
import { speak } from "@timbre/engines/node/speak.ts";
import { plainRequest } from "@timbre/engines/node/wire/plain-request.ts";
import { createWorkerEngine } from "@timbre/engines/speech/in-worker.ts";
import { previewSentence } from "@timbre/engines/speech/preview-sentences.ts";
import { createEngineRegistry, type SpeechEngine } from "@timbre/engines/speech/speech.ts";
import { modelsDir } from "@timbre/server/core/config.ts";
import { printFigures } from "../ci/figures.ts";

/** The goal: at most this many times as long as without previews. */
const maxRatio = 1.5;
/** Nobody writes a text faster after opening a page. */
const writingMs = 3_000;
/** As many as the preview workflow keeps open. */
const width = 4;
const quietMs = 2_000;
const personMs = 8_000;
/** Segments of previews that must be rendered between two visitors. */
const segmentsBetween = 2;
/** Ends a run in which previews make no progress. */
const maxGapMs = 300_000;

const { values } = parseArgs({ options: { rounds: { type: "string", default: "6" } } });
const rounds = Number(values.rounds);
const model = await ensureModel("kokoro", { dir: modelsDir(process.env) });
const engine = createWorkerEngine({
	provider: "kokoro",
	options: {
		modelFile: modelFile(model, "model.onnx"),
		stylesDir: `${model.dir}/voices`,
		threads: availableParallelism(),
	},
});
await engine.load();
let rendering = 0;
const observed: SpeechEngine = {
	...engine,
	async synthesize(input, signal) {
		rendering++;
		try {
			return await engine.synthesize(input, signal);
		} finally {
			rendering--;
		}
	},
};
const context = {
	registry: createEngineRegistry([observed]),
	scheduler: createScheduler({ capacity: 64, quietMs, personMs }),
};

const request = (text: string, priority: Priority) =>
	plainRequest({ engine: "kokoro", speaker: "af_heart", language: "en-US", text, format: "mp3_44100_128", priority });

async function firstAudioMs(round: number): Promise<number> {
	const text = `Hello, this is visitor number ${round}, and I would like to hear how this sounds.`;
	const started = performance.now();
	let first = 0;
	for await (const event of speak(request(text, "visitor"), context, new AbortController().signal))
		if (event.type === "audio") first ||= performance.now() - started;
	return first;
}

let rendered = 0;
let segments = 0;
async function renderPreviews(signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		for await (const { type } of speak(request(previewSentence("en"), "idle"), context, signal))
			if (type === "segment") segments++;
		rendered++;
	}
}

/** Waits until the previews have gone on since the last visitor. */
async function untilProgress(): Promise<void> {
	const goal = segments + segmentsBetween;
	const deadline = performance.now() + maxGapMs;
	while (segments < goal) {
		if (performance.now() > deadline) throw new Error(`no ${segmentsBetween} segments of previews in ${maxGapMs} ms`);
		await sleep(20);
	}
}

const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

await firstAudioMs(-1);
const alone: number[] = [];
for (let round = 0; round < rounds; round++) alone.push(await firstAudioMs(round));
const stop = new AbortController();
const previews = Array.from({ length: width }, () => renderPreviews(stop.signal).catch(() => {}));
const onPage: number[] = [];
const withoutNotice: number[] = [];
let interrupted = 0;
for (let round = 0; round < 2 * rounds; round++) {
	await untilProgress();
	// At another point of a segment each time.
	await sleep(100 + (round >> 1) * 170);
	if (rendering > 0) interrupted++;
	if (round % 2 === 0) {
		context.scheduler.expectPerson();
		await sleep(writingMs);
		onPage.push(await firstAudioMs(rounds + round));
	} else withoutNotice.push(await firstAudioMs(rounds + round));
}
while (rendered === 0) await untilProgress();
stop.abort();
await Promise.all(previews);
await engine.close?.();

const idleMs = median(alone);
const describe = (name: string, times: readonly number[]) =>
	`${name} ${Math.round(median(times))} ms, ${(median(times) / idleMs).toFixed(2)} times as long`;
printFigures(
	`first audio: ${Math.round(idleMs)} ms without previews; while previews render, ${describe("for a person on a page", onPage)}, ${describe("for an API client without notice", withoutNotice)} (goal: at most ${maxRatio}); ${interrupted} of ${2 * rounds} came while a preview was being rendered; ${segments} segments, ${rendered} previews rendered; load average ${loadavg()[0]?.toFixed(1)}`,
);
const goalMs = maxRatio * idleMs;
process.exit(median(onPage) <= goalMs && median(withoutNotice) <= goalMs && interrupted >= rounds ? 0 : 1);
