import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { createRecordingIsolator } from "@timbre/engines/isolation/recording/in-worker.ts";
import { createEncoderPool, warmEncoders } from "@timbre/engines/media/encoder.ts";
import { decodeUpload } from "@timbre/engines/media/upload/upload.ts";
import { ensureModel, modelFile } from "@timbre/engines/models/store.ts";
import { defaultSecondsPerCharacter, measureSpeed } from "@timbre/engines/node/engine-speed.ts";
import { alignRecording } from "@timbre/engines/node/recordings/align.ts";
import { fingerprintRecording } from "@timbre/engines/node/recordings/fingerprint.ts";
import { createSampleProcessor } from "@timbre/engines/node/recordings/samples.ts";
import { createScheduler } from "@timbre/engines/node/scheduler.ts";
import { createSpeechServer } from "@timbre/engines/node/server.ts";
import { warmText } from "@timbre/engines/node/speak.ts";
import { createWorkerEngine } from "@timbre/engines/speech/in-worker.ts";
import { promptTranscriptKey, type VoicePrompt } from "@timbre/engines/speech/prompt.ts";
import { createFakeEngine } from "@timbre/engines/speech/providers/fake.ts";
import { createOpenAiEngine } from "@timbre/engines/speech/providers/openai.ts";
import { createZipvoiceEngine } from "@timbre/engines/speech/providers/zipvoice.ts";
import { parseRemoteSpeakers } from "@timbre/engines/speech/remote-speakers.ts";
import type { SpeechEngine } from "@timbre/engines/speech/speech.ts";
import { createRecognizer } from "@timbre/engines/transcription/batch/recognizer.ts";
import { createWorkerTakeChecker } from "@timbre/engines/transcription/in-worker.ts";
import { createFakeRecognizer } from "@timbre/engines/transcription/providers/fake-recognizer.ts";
import { createFakeTranscriber } from "@timbre/engines/transcription/providers/fake-transcriber.ts";
import type { Config } from "./core/config.ts";
import type { Log } from "./core/log.ts";
import { runRole } from "./core/run-role.ts";
import { createStorage, type Storage } from "./core/storage/storage.ts";
import { createTakeStore } from "./core/storage/take-store.ts";

/** Live transcriptions of a node. Each decodes its last words again and again. */
const sessionsPerCore = 4;

/** Reports startup progress as JSON lines, for the process that started this one. */
type Report = (event: { event: string; [detail: string]: unknown }) => void;

/** The speech node: serves engines over HTTP. It listens immediately and is ready once every engine has loaded. */
export async function startSpeechNode(config: Config, log: Log, report: Report) {
	const registry = new Map<string, SpeechEngine>();
	const stopping = new AbortController();
	let ready = false;
	// Downloads and loads its models on first use: most nodes never check a take.
	const realTakeChecker = createWorkerTakeChecker({ modelsDir: config.MODELS_DIR, threads: 1 });
	const takeChecker = config.TRANSCRIBER === "fake" ? createFakeTranscriber() : realTakeChecker;
	const encoders = createEncoderPool();
	const scheduler = createScheduler({
		capacity: config.SPEECH_QUEUE,
		visitors: config.SPEECH_VISITORS,
		maxWaitSeconds: config.SPEECH_WAIT_SECONDS,
	});
	const cores = config.SPEECH_THREADS || availableParallelism();
	// Half of the cores, so that a transcription leaves room for speech.
	const realRecognizer = createRecognizer({
		modelsDir: config.MODELS_DIR,
		threads: Math.max(1, Math.floor(cores / 2)),
		scheduler,
		maxSessions: sessionsPerCore * cores,
	});
	const recognizer =
		config.TRANSCRIBER === "fake" ? createFakeRecognizer({ delayMs: config.FAKE_DELAY_MS }) : realRecognizer;
	const server = createSpeechServer({
		registry,
		encoders,
		scheduler,
		takes: createTakeStore(createStorage(config)),
		takeChecker,
		align: alignRecording,
		fingerprint: fingerprintRecording,
		samples: createSampleProcessor({ modelsDir: config.MODELS_DIR, takeChecker }),
		recognizer,
		isolate: createRecordingIsolator({ modelsDir: config.MODELS_DIR }),
		...(config.CONVERSION_MODEL === undefined
			? {}
			: {
					conversionModel: { dir: config.CONVERSION_MODEL, threads: config.SPEECH_THREADS || availableParallelism() },
				}),
		ready: () => ready,
		token: config.SPEECH_NODE_TOKEN,
		onError: (error) => log.error({ err: error }, "speech request failed"),
	});
	server.listen(config.SPEECH_NODE_PORT, config.SPEECH_NODE_HOST);
	await once(server, "listening");
	log.info({ port: config.SPEECH_NODE_PORT }, "speech node listening");

	const load = async () => {
		// Register all engines before loading any, so /health can list them and stop() can close them.
		for (const name of new Set(config.SPEECH_ENGINES)) {
			registry.set(name, await createEngine(name, config, report, stopping.signal));
		}
		await warmEncoders(encoders);
		warmText();
		for (const [name, engine] of registry) {
			stopping.signal.throwIfAborted();
			const started = performance.now();
			await engine.load();
			// A request to a remote engine may cost money.
			const speed =
				name === "openai" ? defaultSecondsPerCharacter : await measureSpeed(engine, { signal: stopping.signal });
			scheduler.expectSpeed(engine.info.id, speed);
			report({ event: "engine-loaded", engine: engine.info.id, ms: Math.round(performance.now() - started) });
		}
		ready = true;
		report({ event: "ready", engines: [...registry.keys()] });
	};
	return {
		port: (server.address() as AddressInfo).port,
		/** Resolves when all engines are ready or the node is stopped. Rejects if an engine fails to load. */
		loading: load().catch((error: unknown) => {
			if (!stopping.signal.aborted) throw error;
		}),
		stop: async () => {
			stopping.abort();
			server.close();
			server.closeAllConnections();
			await Promise.all([
				realTakeChecker.close(),
				realRecognizer.close(),
				...[...registry.values()].map((engine) => engine.close()),
			]);
		},
	};
}

async function createEngine(name: string, config: Config, report: Report, signal: AbortSignal): Promise<SpeechEngine> {
	const threads = config.SPEECH_THREADS || availableParallelism();
	const fetchModel = (id: string) =>
		ensureModel(id, {
			dir: config.MODELS_DIR,
			signal,
			onProgress: (progress) => report({ event: "model-progress", ...progress }),
		});
	if (name === "kokoro") {
		const files = await fetchModel("kokoro");
		return createWorkerEngine({
			provider: "kokoro",
			options: { modelFile: modelFile(files, "model.onnx"), stylesDir: `${files.dir}/voices`, threads },
		});
	}
	if (name === "piper") {
		const files = await fetchModel("piper-libritts");
		const options = { modelFile: modelFile(files, "model.onnx"), tokensFile: modelFile(files, "tokens.txt"), threads };
		return createWorkerEngine({ provider: "piper", options });
	}
	if (name === "espeak") return createWorkerEngine({ provider: "espeak" });
	if (name === "fake")
		return createFakeEngine({
			realtime: config.FAKE_REALTIME,
			delayMs: config.FAKE_DELAY_MS,
			sampleRate: config.FAKE_SAMPLE_RATE,
			parallel: config.FAKE_PARALLEL,
		});
	if (name === "openai") return createRemoteEngine(config);
	if (name === "zipvoice") {
		const storage = createStorage(config);
		const dir = join(config.MODELS_DIR, "zipvoice");
		return createZipvoiceEngine({ dir, threads, readPrompt: (key) => readPrompt(storage, key) });
	}
	throw new Error(
		`Unknown engine in SPEECH_ENGINES: ${name}. Supported: kokoro, piper, espeak, zipvoice, openai, fake.`,
	);
}

/** Reads the recording that a cloned voice is generated from, with its transcript. */
async function readPrompt(storage: Storage, key: string): Promise<VoicePrompt | undefined> {
	const [recording, transcript] = await Promise.all([storage.get(key), storage.get(promptTranscriptKey(key))]);
	if (!recording || !transcript) return undefined;
	const { samples, sampleRate } = await decodeUpload(await buffer(recording.body), {}, { maxSampleRate: 24_000 });
	return { pcm: samples, sampleRate, text: await text(transcript.body) };
}

function createRemoteEngine(config: Config): SpeechEngine {
	if (!config.OPENAI_SPEECH_URL) throw new Error("SPEECH_ENGINES includes openai, but OPENAI_SPEECH_URL is not set.");
	const voices = parseRemoteSpeakers(config.OPENAI_SPEECH_VOICES).map((speaker) => ({ ...speaker, voice: speaker.id }));
	return createOpenAiEngine({
		baseUrl: config.OPENAI_SPEECH_URL,
		key: config.OPENAI_SPEECH_KEY,
		model: config.OPENAI_SPEECH_MODEL,
		voices,
	});
}

if (import.meta.main) {
	await runRole("speech-node", async (config, log) => {
		const node = await startSpeechNode(config, log, (event) => process.stdout.write(`${JSON.stringify(event)}\n`));
		node.loading.catch((error: unknown) => {
			log.fatal({ err: error }, "speech node failed to load its engines");
			process.exit(1);
		});
		return node;
	});
}
