import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { warmEncoders } from "@timbre/engines/media/encoder.ts";
import { decodeUpload } from "@timbre/engines/media/upload.ts";
import { ensureModel, modelFile } from "@timbre/engines/models/store.ts";
import { alignRecording } from "@timbre/engines/node/align.ts";
import { fingerprintRecording } from "@timbre/engines/node/fingerprint.ts";
import { createSampleListener } from "@timbre/engines/node/samples.ts";
import { createScheduler } from "@timbre/engines/node/scheduler.ts";
import { createSpeechServer } from "@timbre/engines/node/server.ts";
import { warmText } from "@timbre/engines/node/speak.ts";
import { offThread } from "@timbre/engines/speech/off-thread.ts";
import { promptWordsKey, type VoicePrompt } from "@timbre/engines/speech/prompt.ts";
import { createFakeEngine } from "@timbre/engines/speech/providers/fake.ts";
import { createOpenAiEngine } from "@timbre/engines/speech/providers/openai.ts";
import { createZipvoiceEngine } from "@timbre/engines/speech/providers/zipvoice.ts";
import { parseRemoteSpeakers } from "@timbre/engines/speech/remote-speakers.ts";
import type { SpeechEngine } from "@timbre/engines/speech/speech.ts";
import { takeCheckerOffThread } from "@timbre/engines/transcription/off-thread.ts";
import { createFakeEar } from "@timbre/engines/transcription/providers/fake-ear.ts";
import type { Config } from "./core/config.ts";
import type { Log } from "./core/log.ts";
import { runRole } from "./core/run-role.ts";
import { createStorage, type Storage } from "./core/storage.ts";
import { createTakeStore } from "./core/take-store.ts";

/** One JSON line each, for whoever started the process and shows how far it is. */
type Report = (event: { event: string; [detail: string]: unknown }) => void;

/** The speech node: engines behind one HTTP face. It listens at once and is ready when every engine has spoken. */
export async function startSpeechNode(config: Config, log: Log, report: Report) {
	const registry = new Map<string, SpeechEngine>();
	const stopping = new AbortController();
	let ready = false;
	// Its models are fetched and loaded by the first check, not before: most of the time nobody listens.
	const ear = takeCheckerOffThread({ modelsDir: config.MODELS_DIR, threads: 1 });
	const listener = config.TRANSCRIBER === "fake" ? createFakeEar() : ear;
	const server = createSpeechServer({
		registry,
		scheduler: createScheduler({ capacity: config.SPEECH_QUEUE, visitors: config.SPEECH_VISITORS }),
		takes: createTakeStore(createStorage(config)),
		listener,
		align: alignRecording,
		fingerprint: fingerprintRecording,
		samples: createSampleListener({ modelsDir: config.MODELS_DIR, listener }),
		ready: () => ready,
		token: config.SPEECH_NODE_TOKEN,
		onError: (error) => log.error({ err: error }, "speech failed"),
	});
	server.listen(config.SPEECH_NODE_PORT, config.SPEECH_NODE_HOST);
	await once(server, "listening");
	log.info({ port: config.SPEECH_NODE_PORT }, "speech node listens");

	const load = async () => {
		// Known before they are loaded, so that /health can name them and a stop can end a load that is under way.
		for (const name of new Set(config.SPEECH_ENGINES)) {
			registry.set(name, await prepare(name, config, report, stopping.signal));
		}
		await warmEncoders();
		warmText();
		for (const engine of registry.values()) {
			stopping.signal.throwIfAborted();
			const started = performance.now();
			await engine.load();
			report({ event: "engine-loaded", engine: engine.info.id, ms: Math.round(performance.now() - started) });
		}
		ready = true;
		report({ event: "ready", engines: [...registry.keys()] });
	};
	return {
		port: (server.address() as AddressInfo).port,
		/** Settles when the voices can speak or the node is stopped, or says why they cannot. */
		loading: load().catch((error: unknown) => {
			if (!stopping.signal.aborted) throw error;
		}),
		stop: async () => {
			stopping.abort();
			server.close();
			server.closeAllConnections();
			await Promise.all([ear.close(), ...[...registry.values()].map((engine) => engine.close())]);
		},
	};
}

async function prepare(name: string, config: Config, report: Report, signal: AbortSignal): Promise<SpeechEngine> {
	const threads = config.SPEECH_THREADS || availableParallelism();
	const fetched = (id: string) =>
		ensureModel(id, {
			dir: config.MODELS_DIR,
			signal,
			onProgress: (progress) => report({ event: "model-progress", ...progress }),
		});
	if (name === "kokoro") {
		const files = await fetched("kokoro");
		return offThread({
			provider: "kokoro",
			options: { modelFile: modelFile(files, "model.onnx"), stylesDir: `${files.dir}/voices`, threads },
		});
	}
	if (name === "piper") {
		const files = await fetched("piper-libritts");
		const options = { modelFile: modelFile(files, "model.onnx"), tokensFile: modelFile(files, "tokens.txt"), threads };
		return offThread({ provider: "piper", options });
	}
	if (name === "espeak") return offThread({ provider: "espeak" });
	if (name === "fake")
		return createFakeEngine({
			realtime: config.FAKE_REALTIME,
			delayMs: config.FAKE_DELAY_MS,
			sampleRate: config.FAKE_SAMPLE_RATE,
			parallel: config.FAKE_PARALLEL,
		});
	if (name === "openai") return remote(config);
	if (name === "zipvoice") {
		const storage = createStorage(config);
		const dir = join(config.MODELS_DIR, "zipvoice");
		return createZipvoiceEngine({ dir, threads, readPrompt: (key) => readPrompt(storage, key) });
	}
	throw new Error(
		`SPEECH_ENGINES: there is no engine called ${name}. Known are kokoro, piper, espeak, zipvoice, openai and fake.`,
	);
}

/** The recording that a copied voice speaks from, with its words. */
async function readPrompt(storage: Storage, key: string): Promise<VoicePrompt | undefined> {
	const [recording, words] = await Promise.all([storage.get(key), storage.get(promptWordsKey(key))]);
	if (!recording || !words) return undefined;
	const { samples, sampleRate } = await decodeUpload(await buffer(recording.body), {}, { maxSampleRate: 24_000 });
	return { pcm: samples, sampleRate, text: await text(words.body) };
}

function remote(config: Config): SpeechEngine {
	if (!config.OPENAI_SPEECH_URL) throw new Error("SPEECH_ENGINES names openai, but OPENAI_SPEECH_URL is not set.");
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
			log.fatal({ err: error }, "the speech node has no voices");
			process.exit(1);
		});
		return node;
	});
}
