// npm run bench:speech: measures the overhead of the product. The bare engine and the product speak the same sentences in turn with
// the same segmentation; the difference is HTTP, database, queue and encoding.
//   --rounds 6   --engine kokoro   --speaker af_heart   --format mp3_44100_128
import { mkdir, writeFile } from "node:fs/promises";
import { Agent } from "node:http";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureModel, modelFile } from "@timbre/engines/models/store.ts";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import { createWorkerEngine } from "@timbre/engines/speech/in-worker.ts";
import type { SpeechEngine } from "@timbre/engines/speech/speech.ts";
import { prepare } from "@timbre/engines/text/prepare.ts";
import { segmentText } from "@timbre/engines/text/segment.ts";
import { loadConfig } from "@timbre/server/core/config.ts";
import { printFigures } from "../ci/figures.ts";
import { ROOT } from "../generated.ts";
import { type Harness, startHarness } from "./harness.ts";
import { listen } from "./listener.ts";

const language = "en-US";
const short = "The train to the coast leaves at nine tomorrow morning.";
const sentences = [
	"Good morning, and welcome back.",
	short,
	"She opened the old wooden box, and inside it lay a letter that nobody had ever read.",
	"Please remember to water the plants, feed the cat and close the window before you go.",
	"Most of the work was done by people who never saw the finished bridge.",
	"Is there still a seat by the window?",
	"On the third day the rain stopped, the clouds moved on, and the whole valley lay green and quiet in the sun.",
	"The meeting begins at 10:30 on March 4, and it should not take more than 45 minutes.",
];
const long = [
	"When the first settlers came over the pass that autumn they found a wide and empty valley whose river had carved its bed so deep that they could hear the water long before anyone saw it.",
	"They built their houses on the northern side, where the sun stayed longest, and they laid out their fields in narrow strips that ran down towards the river.",
	"In winter the road was closed for months, so they learned to keep what they had: apples in straw, cheese in the cellar, and stories for the evenings.",
	"Some of those stories are still told today, though nobody can say any more which of them are true.",
].join(" ");

const warmUps = 100;
const goals = { throughput: 0.95, overheadMs: 25, socketMs: 25, repeatedMs: 50 };

type Timing = { firstMs: number; totalMs: number };
/** `engineMs`: the time the product's engine took for the first clause of this request. */
type Pair = { text: string; bare: Timing; product: Timing & { engineMs: number } };

/** The engine alone, in the same kind of worker thread as in a speech node. */
async function speakBare(engine: SpeechEngine, text: string, speaker: string): Promise<Timing> {
	const started = performance.now();
	let firstMs = 0;
	for (const { start, end } of segmentText(text)) {
		const { spoken } = prepare(text.slice(start, end), [], { language, normalization: "auto" });
		await engine.synthesize({ text: spoken, speaker, language, speed: 1 });
		firstMs ||= performance.now() - started;
	}
	return { firstMs, totalMs: performance.now() - started };
}

type Speaking = { voiceId: string; format: string; agent: Agent };

async function firstClauseMs(speechNodeUrl: string): Promise<number> {
	const text = await (await fetch(`${speechNodeUrl}/metrics`)).text();
	return Number(/^timbre_speech_first_clause_seconds_total (\S+)/m.exec(text)?.[1]) * 1000;
}

async function speakProduct(harness: Harness, text: string, speaking: Speaking): Promise<Pair["product"]> {
	const before = await firstClauseMs(harness.speechNodeUrl);
	const listener = listen({ apiUrl: harness.stack.apiUrl, apiKey: harness.user.apiKey, text, ...speaking });
	const { ended, ms } = await listener.done;
	if (ended !== "complete" || listener.firstByteMs === undefined) {
		throw new Error(`speech failed: ${listener.status} ${listener.body.toString("utf8").slice(0, 300)}`);
	}
	const engineMs = (await firstClauseMs(harness.speechNodeUrl)) - before;
	return { firstMs: listener.firstByteMs, totalMs: ms, engineMs };
}

/** Sends the text over a socket and flushes. Returns the time to the first audio and the engine's part of it. */
async function speakSocket(
	harness: Harness,
	text: string,
	{ voiceId, format }: Speaking,
): Promise<{ firstMs: number; engineMs: number }> {
	const before = await firstClauseMs(harness.speechNodeUrl);
	const url = new URL(`/v1/text-to-speech/${voiceId}/stream-input`, harness.stack.apiUrl.replace(/^http/, "ws"));
	url.searchParams.set("output_format", format);
	url.searchParams.set("authorization", harness.user.apiKey);
	// A random seed forces synthesis instead of a stored sentence.
	url.searchParams.set("seed", String(Math.floor(Math.random() * 2 ** 32)));
	const socket = new WebSocket(url);
	await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
	socket.send(JSON.stringify({ text: " " }));
	// Like a client that opens its socket before it has text.
	await new Promise((resolve) => setTimeout(resolve, 50));
	const started = performance.now();
	const first = new Promise<number>((resolve, reject) => {
		socket.addEventListener("message", ({ data }) => {
			const message = JSON.parse(String(data)) as { audio?: string | null; message?: string };
			if (message.message) reject(new Error(message.message));
			if (message.audio) resolve(performance.now() - started);
		});
	});
	const closed = new Promise((resolve) => socket.addEventListener("close", resolve, { once: true }));
	socket.send(JSON.stringify({ text, flush: true }));
	socket.send(JSON.stringify({ text: "" }));
	const firstMs = await first;
	await closed;
	return { firstMs, engineMs: (await firstClauseMs(harness.speechNodeUrl)) - before };
}

/** A stored sentence: time to the first and the last byte. */
async function speakRepeated(harness: Harness, text: string, { voiceId, format }: Speaking): Promise<Timing> {
	const url = `${harness.stack.apiUrl}/v1/text-to-speech/${voiceId}?output_format=${format}`;
	const started = performance.now();
	const response = await fetch(url, {
		method: "POST",
		headers: { "xi-api-key": harness.user.apiKey, "content-type": "application/json" },
		body: JSON.stringify({ text }),
	});
	const reader = (response.body as ReadableStream<Uint8Array>).getReader();
	await reader.read();
	const firstMs = performance.now() - started;
	while (!(await reader.read()).done);
	return { firstMs, totalMs: performance.now() - started };
}

async function measureMore(harness: Harness, speaking: Speaking, rounds: number) {
	const sockets: { http: number; socket: number }[] = [];
	for (let round = -1; round < rounds * 4; round++) {
		const overHttp = await speakProduct(harness, short, speaking);
		const overSocket = await speakSocket(harness, short, speaking);
		const http = overHttp.firstMs - overHttp.engineMs;
		if (round >= 0) sockets.push({ http, socket: overSocket.firstMs - overSocket.engineMs });
	}
	await speakRepeated(harness, short, speaking);
	const repeated: Timing[] = [];
	for (let round = 0; round < 50; round++) repeated.push(await speakRepeated(harness, short, speaking));
	return { sockets, repeated };
}

async function bareEngine(engine: string): Promise<SpeechEngine> {
	const threads = availableParallelism();
	const dir = loadConfig().MODELS_DIR;
	if (engine === "piper") {
		const files = await ensureModel("piper-libritts", { dir });
		const options = { modelFile: modelFile(files, "model.onnx"), tokensFile: modelFile(files, "tokens.txt"), threads };
		return createWorkerEngine({ provider: "piper", options });
	}
	const files = await ensureModel("kokoro", { dir });
	return createWorkerEngine({
		provider: "kokoro",
		options: { modelFile: modelFile(files, "model.onnx"), stylesDir: `${files.dir}/voices`, threads },
	});
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const median = (values: number[]) => {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	const upper = sorted[middle] ?? 0;
	return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
};

/** Interquartile range, as a measure of noise. */
const spread = (values: number[]) => {
	const sorted = values.toSorted((a, b) => a - b);
	const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
	return at(0.75) - at(0.25);
};

/** Lowest tenth: load only adds time, so undisturbed requests show the product's own overhead. */
const tenth = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)] ?? 0;

function audioSeconds(generated: { text: string; duration_seconds: number }[], text: string): number {
	return median(generated.filter((item) => item.text === text).map((item) => item.duration_seconds));
}

async function measure(options: { engine: string; speaker: string; format: string; rounds: number }) {
	const texts = [...sentences, long];
	const bare = await bareEngine(options.engine);
	const harness = await startHarness({
		engines: "real",
		env: { SPEECH_ENGINES: `${options.engine},fake`, NODE_ENV: "production" },
	});
	try {
		await bare.load();
		const agent = new Agent({ keepAlive: true });
		const speaking = { voiceId: voiceId(options.engine, options.speaker), format: options.format, agent };
		// Warm up the processes with the fake voice, so code is compiled.
		const warm = { ...speaking, voiceId: voiceId("fake", "tone-low") };
		for (let request = 0; request < warmUps; request++) await speakProduct(harness, short, warm);
		const pairs: Pair[] = [];
		for (let round = -1; round < options.rounds; round++) {
			for (const [index, text] of texts.entries()) {
				// Alternate the order, so drift of the machine favors neither.
				const bareFirst = (round + index) % 2 === 0;
				const before = bareFirst ? await speakBare(bare, text, options.speaker) : undefined;
				const product = await speakProduct(harness, text, speaking);
				const pair = { text, bare: before ?? (await speakBare(bare, text, options.speaker)), product };
				// Skip the warm-up round.
				if (round >= 0) pairs.push(pair);
			}
		}
		const history = await harness.db
			.selectFrom("history_item")
			.select(["text", "duration_seconds"])
			.where("voice_id", "=", speaking.voiceId)
			.execute();
		const more = await measureMore(harness, speaking, options.rounds);
		return { pairs, seconds: new Map(texts.map((text) => [text, audioSeconds(history, text)])), more };
	} finally {
		await bare.close();
		await harness.stop();
	}
}

function summarize(pairs: Pair[], seconds: Map<string, number>) {
	const of = (text: string) => pairs.filter((pair) => pair.text === text);
	const rows = [...seconds].map(([text, audio]) => {
		const own = of(text);
		const bareMs = median(own.map((pair) => pair.bare.totalMs));
		const productMs = median(own.map((pair) => pair.product.totalMs));
		return {
			text,
			audioSeconds: audio,
			bareFirstMs: median(own.map((pair) => pair.bare.firstMs)),
			productFirstMs: median(own.map((pair) => pair.product.firstMs)),
			overheadMs: median(own.map((pair) => pair.product.firstMs - pair.bare.firstMs)),
			addedMs: median(own.map((pair) => pair.product.firstMs - pair.product.engineMs)),
			bareMs,
			productMs,
			ratio: bareMs / productMs,
		};
	});
	const audio = sum(rows.map((row) => row.audioSeconds));
	const bareThroughput = audio / (sum(rows.map((row) => row.bareMs)) / 1000);
	const productThroughput = audio / (sum(rows.map((row) => row.productMs)) / 1000);
	const firstOf = (text: string) => rows.find((row) => row.text === text)?.productFirstMs ?? 0;
	return {
		rows,
		bareThroughput,
		productThroughput,
		throughputRatio: productThroughput / bareThroughput,
		pairedRatio: median(pairs.map((pair) => pair.bare.totalMs / pair.product.totalMs)),
		overheadMs: median(pairs.map((pair) => pair.product.firstMs - pair.bare.firstMs)),
		addedMs: median(pairs.map((pair) => pair.product.firstMs - pair.product.engineMs)),
		addedLowestTenthMs: tenth(pairs.map((pair) => pair.product.firstMs - pair.product.engineMs)),
		engineFirstRatio: median(pairs.map((pair) => pair.bare.firstMs / pair.product.engineMs)),
		bareSpreadMs: median(rows.map(({ text }) => spread(of(text).map((pair) => pair.bare.firstMs)))),
		shortFirstMs: firstOf(short),
		longFirstMs: firstOf(long),
	};
}

const { values } = parseArgs({
	options: {
		rounds: { type: "string", default: "6" },
		engine: { type: "string", default: "kokoro" },
		speaker: { type: "string", default: "af_heart" },
		format: { type: "string", default: "mp3_44100_128" },
	},
});
const loadBefore = loadavg();
const { pairs, seconds, more } = await measure({ ...values, rounds: Number(values.rounds) });
const summary = summarize(pairs, seconds);
const socketLaterMs = median(more.sockets.map(({ http, socket }) => socket - http));
const repeatedMs = {
	first: median(more.repeated.map(({ firstMs }) => firstMs)),
	total: median(more.repeated.map(({ totalMs }) => totalMs)),
};
const cell = (value: number, digits = 0) => value.toFixed(digits).padStart(9);
printFigures(
	`${values.engine} ${values.speaker}, ${values.format}, ${values.rounds} rounds, ${availableParallelism()} cores`,
);
printFigures("  audio s  bare 1st   product     later     added  bare all   product     ratio  text");
for (const row of summary.rows) {
	const figures = [row.bareFirstMs, row.productFirstMs, row.overheadMs, row.addedMs, row.bareMs, row.productMs].map(
		(value) => cell(value),
	);
	printFigures(`${cell(row.audioSeconds, 2)} ${figures.join(" ")} ${cell(row.ratio, 3)}  ${row.text.slice(0, 40)}…`);
}
const load = (loads: number[]) => loads.map((value) => value.toFixed(1)).join(" ");
const verdict = (met: boolean) => (met ? "met" : "MISSED");
const met = {
	throughput: summary.throughputRatio >= goals.throughput,
	overhead: summary.overheadMs <= goals.overheadMs,
	long: summary.longFirstMs <= summary.shortFirstMs,
	socket: socketLaterMs <= goals.socketMs,
	repeated: repeatedMs.total <= goals.repeatedMs,
};
printFigures(
	[
		`throughput: bare ${summary.bareThroughput.toFixed(2)}, product ${summary.productThroughput.toFixed(2)} seconds of audio per second; ratio ${summary.throughputRatio.toFixed(3)} (paired median ${summary.pairedRatio.toFixed(3)}), goal ≥ ${goals.throughput}: ${verdict(met.throughput)}`,
		`first byte at the HTTP client compared with the bare engine's first clause: median ${summary.overheadMs.toFixed(1)} ms, goal ≤ ${goals.overheadMs}: ${verdict(met.overhead)}`,
		`  the bare engine varies by ${summary.bareSpreadMs.toFixed(0)} ms (interquartile range); from the end of the first clause in the same request: median ${summary.addedMs.toFixed(1)} ms, lowest tenth ${summary.addedLowestTenthMs.toFixed(1)} ms; the engine inside the product runs at ${summary.engineFirstRatio.toFixed(2)} of the bare engine's speed`,
		`first byte of the long text ${summary.longFirstMs.toFixed(0)} ms, of a short text ${summary.shortFirstMs.toFixed(0)} ms, goal not later: ${verdict(met.long)}`,
		`first audio over a socket compared with HTTP, without engine time: median ${socketLaterMs.toFixed(1)} ms, goal ≤ ${goals.socketMs}: ${verdict(met.socket)}`,
		`a repeated sentence: first byte after ${repeatedMs.first.toFixed(1)} ms, complete after ${repeatedMs.total.toFixed(1)} ms (medians of ${more.repeated.length}), goal ≤ ${goals.repeatedMs}: ${verdict(met.repeated)}`,
		`load average before ${load(loadBefore)}, after ${load(loadavg())}; other programs on the machine make all results worse`,
	].join("\n"),
);
await mkdir(join(ROOT, "reports"), { recursive: true });
const report = {
	...values,
	...summary,
	pairs,
	...more,
	socketLaterMs,
	repeatedMs,
	met,
	loadBefore,
	loadAfter: loadavg(),
	cores: availableParallelism(),
};
await writeFile(join(ROOT, "reports/bench-speech.json"), JSON.stringify(report, undefined, "\t"));
process.exitCode = Object.values(met).every(Boolean) ? 0 : 1;
