import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Converted, ConvertRequest, ReshapeRequest, RevoiceRequest } from "../conversion/conversion.ts";
import { errorMessage, SpeechBadRequestError, SpeechBusyError, voicesLoading } from "../errors.ts";
import type { IsolateRecording } from "../isolation/recording/in-worker.ts";
import type { IsolationChunk } from "../isolation/recording/isolate.ts";
import { createEncoderPool, type EncoderPool } from "../media/encoder.ts";
import { type Fingerprint, packWords } from "../media/fingerprint/fingerprint.ts";
import type { EngineRegistry } from "../speech/speech.ts";
import type { Recognizer } from "../transcription/recognizer.ts";
import type { Limiter } from "../workers/limiter.ts";
import { checkTake, type TakeChecker } from "./check.ts";
import { createEncodedCache, type EncodedCache } from "./encoded-cache.ts";
import { createMetrics, type NodeMetrics } from "./metrics.ts";
import type { CheckResponse, FingerprintResponse, ForcedAlignment, NodeHealth, SpeechUnit } from "./protocol.ts";
import { createVoiceConverter, type InstalledModel, type VoiceConverter } from "./recordings/convert.ts";
import type { SampleProcessor, SampleRequest } from "./recordings/samples.ts";
import type { Scheduler } from "./scheduler.ts";
import { speak } from "./speak.ts";
import { createWriteLimiter } from "./take-writer.ts";
import type { TakeStore } from "./takes.ts";
import { listenTo, transcribeBody } from "./transcription/handlers.ts";
import { type AuditionRequest, createVoiceLab, type MatchRequest, type VoiceLab } from "./voices.ts";
import { encodeFrame, type Frame } from "./wire/framing.ts";
import { parseRequest, parseUnits } from "./wire/parse-request.ts";
import { readLines } from "./wire/read-lines.ts";

export type SpeechServerOptions = {
	registry: EngineRegistry;
	scheduler: Scheduler;
	/** Where takes are stored. Without it, every sentence is synthesized. */
	takes?: TakeStore;
	/** Finds misread words in stored takes. */
	takeChecker?: TakeChecker;
	/** Aligns a text with a recording. Throws SpeechBadRequestError if the recording cannot be decoded. */
	align?: (
		recording: { bytes: Uint8Array; text: string; language?: string },
		signal: AbortSignal,
	) => Promise<ForcedAlignment>;
	/** Computes the fingerprint of a recording. Throws SpeechBadRequestError if it cannot be decoded. */
	fingerprint?: (bytes: Uint8Array, signal: AbortSignal) => Promise<Fingerprint>;
	/** Analyzes, transcribes and cuts voice recordings. */
	samples?: SampleProcessor;
	/** Transcribes recordings and live audio. */
	recognizer?: Recognizer;
	/** Removes noise from a chunk of a recording. */
	isolate?: IsolateRecording;
	/** A voice conversion model that the operator has installed. */
	conversionModel?: InstalledModel;
	/** Created if missing. */
	encoders?: EncoderPool;
	/** False while models are being downloaded or loaded. */
	ready: () => boolean;
	/** If set, clients must send it as a bearer token. */
	token?: string;
	onError?: (error: unknown) => void;
};

const maxLineBytes = 8 * 1024 * 1024;
const maxRecordingBytes = 110 * 1024 * 1024;

/**
 * The speech node's HTTP server: POST /speak, /check, /align, /fingerprint, /sample, /transcribe, /listen, /isolate,
 * /audition, /measure, /match, /revoice, /reshape, /convert and /expect-person, GET /health and /metrics. An endpoint that
 * takes options and recordings has one line of JSON in its body, followed by the recordings.
 */
export function createSpeechServer(options: SpeechServerOptions): Server {
	const metrics = createMetrics();
	const voices = createVoiceLab(options, options.takeChecker);
	const converter = createVoiceConverter(options);
	const limitWrites = createWriteLimiter();
	const { encoders = createEncoderPool() } = options;
	const encodedCache = createEncodedCache();
	const server = createServer({ noDelay: true, keepAlive: true }, (request, response) => {
		const path = (request.url ?? "/").split("?")[0];
		if (request.method === "GET" && path === "/health") return json(response, 200, health(options));
		const authorized = !options.token || request.headers.authorization === `Bearer ${options.token}`;
		if (request.method === "GET" && path === "/metrics" && authorized) {
			response.writeHead(200, { "content-type": "text/plain; version=0.0.4" });
			return response.end(metrics.text(health(options)));
		}
		const name = (request.method === "POST" && path?.slice(1)) || "";
		const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
		if (!handler) return sendError(response, 404, "not_found", "unknown endpoint");
		if (!authorized) {
			return sendError(response, 401, "unauthorized", "the bearer token is missing or wrong");
		}
		metrics.request();
		const shared = { ...options, voices, converter, limitWrites, encoders, encodedCache };
		void handle(name, handler, request, response, shared, metrics).catch((error: unknown) => options.onError?.(error));
	});
	server.once("close", () => void Promise.all([voices.close(), converter.close()]));
	// A stream may last as long as the audio plays.
	server.requestTimeout = 0;
	server.keepAliveTimeout = 65_000;
	return server;
}

function health({ registry, scheduler, ready }: SpeechServerOptions): NodeHealth {
	return { ready: ready(), engines: [...registry.values()].map(({ info }) => info), ...scheduler.load() };
}

type Handler = (
	request: IncomingMessage,
	response: ServerResponse,
	options: HandlerOptions,
	metrics: NodeMetrics,
	signal: AbortSignal,
) => Promise<void>;
type HandlerOptions = SpeechServerOptions & {
	voices: VoiceLab;
	converter: VoiceConverter;
	limitWrites: Limiter;
	encodedCache: EncodedCache;
};

const handlers: Record<string, Handler> = {
	speak: handleSpeak,
	check: handleCheck,
	align: handleAlign,
	fingerprint: handleFingerprint,
	sample: handleSample,
	transcribe: handleTranscribe,
	listen: handleListen,
	isolate: handleIsolate,
	audition: handleAudition,
	measure: handleMeasure,
	match: handleMatch,
	revoice: handleRevoice,
	reshape: handleReshape,
	convert: handleConvert,
	"expect-person": handleExpectPerson,
};

async function handleSpeak(...[request, response, options, metrics, signal]: Parameters<Handler>): Promise<void> {
	const lines = readLines(request, maxLineBytes);
	const speech = parseRequest((await lines.next()).value, options.registry);
	const more = speech.live ? readUnits(lines, speech.voices.length) : undefined;
	const context = {
		...options,
		onEncoded: metrics.encoded,
		onFirstClause: metrics.firstClause,
		onWarning: options.onError,
	};
	for await (const event of speak(speech, context, signal, more)) {
		if (event.type === "segment") metrics.segment(event.seconds);
		await sendFrame(response, event, signal);
	}
	response.end();
}

async function handleCheck(...[request, response, options, , signal]: Parameters<Handler>): Promise<void> {
	const { key, language } = ((await readLines(request, maxLineBytes).next()).value ?? {}) as Record<string, unknown>;
	if (typeof key !== "string" || typeof language !== "string")
		throw new SpeechBadRequestError("key and language are required");
	const { takeChecker, takes } = options;
	if (!takeChecker?.supports(language) || !takes)
		return json(response, 200, { result: "unsupported" } satisfies CheckResponse);
	const check = await checkTake(key, language, { takes, takeChecker }, signal);
	json(response, 200, (check ? { result: "checked", check } : { result: "missing" }) satisfies CheckResponse);
}

async function handleAlign(...[request, response, options, , signal]: Parameters<Handler>): Promise<void> {
	if (!options.align) throw new SpeechBadRequestError("alignment is not available on this node");
	const body = await readBody(request);
	const line = body.indexOf(10);
	const { text, language } = JSON.parse(body.toString("utf8", 0, line)) as { text: string; language?: string };
	json(response, 200, await options.align({ bytes: body.subarray(line + 1), text, language }, signal));
}

async function handleFingerprint(...[request, response, options, , signal]: Parameters<Handler>): Promise<void> {
	if (!options.fingerprint) throw new SpeechBadRequestError("fingerprinting is not available on this node");
	const { seconds, words, weak } = await options.fingerprint(await readBody(request), signal);
	json(response, 200, {
		seconds,
		words: Buffer.from(packWords(words)).toString("base64"),
		weak: Buffer.from(weak).toString("base64"),
	} satisfies FingerprintResponse);
}

async function handleSample(...[request, response, options, , signal]: Parameters<Handler>): Promise<void> {
	if (!options.samples) throw new SpeechBadRequestError("sample processing is not available on this node");
	const body = await readBody(request);
	const line = body.indexOf(10);
	const sample = JSON.parse(body.toString("utf8", 0, line)) as SampleRequest;
	const bytes = body.subarray(line + 1);
	const { samples } = options;
	if (sample.operation === "analyze")
		return json(response, 200, await samples.analyze(bytes, sample.maxSeconds, signal));
	if (sample.operation === "transcribe")
		return json(response, 200, await samples.transcribe(bytes, sample.reading, signal));
	if (sample.operation === "find_speakers") return json(response, 200, await samples.findSpeakers(bytes, signal));
	const audio = await samples.cut(bytes, sample.cut, signal);
	response.writeHead(200, { "content-type": "audio/wav" });
	response.end(audio);
}

async function handleTranscribe(...[request, response, options, , signal]: Parameters<Handler>): Promise<void> {
	json(response, 200, await transcribeBody(await readBody(request), requireRecognizer(options), signal));
}

/** Responds with newline-delimited JSON while audio arrives. */
async function handleListen(...[request, response, options, , signal]: Parameters<Handler>): Promise<void> {
	await listenTo(request, response, requireRecognizer(options), signal);
}

function requireRecognizer({ recognizer }: SpeechServerOptions): Recognizer {
	if (!recognizer) throw new SpeechBadRequestError("transcription is not available on this node");
	return recognizer;
}

/** Responds with one line of JSON, the measurements, followed by the audio. */
async function handleIsolate(...[request, response, options, , signal]: Parameters<Handler>): Promise<void> {
	if (!options.isolate) throw new SpeechBadRequestError("isolation is not available on this node");
	const body = await readBody(request);
	const line = body.indexOf(10);
	const chunk = JSON.parse(body.toString("utf8", 0, line)) as IsolationChunk;
	const { pcm, ...isolated } = await options.isolate(chunk, body.subarray(line + 1), signal);
	response.writeHead(200, { "content-type": "application/octet-stream" });
	response.end(Buffer.concat([Buffer.from(`${JSON.stringify(isolated)}\n`), pcm]));
}

/** Responds with one line of JSON, the measurements, followed by the audio. */
async function handleAudition(...[request, response, { voices }, , signal]: Parameters<Handler>): Promise<void> {
	const audition = (await readLines(request, maxLineBytes).next()).value as AuditionRequest | undefined;
	if (typeof audition?.text !== "string" || audition.text.trim() === "")
		throw new SpeechBadRequestError("the text is empty");
	const { bytes, ...measurements } = await voices.audition(audition, signal);
	response.writeHead(200, { "content-type": "application/octet-stream" });
	response.end(Buffer.concat([Buffer.from(`${JSON.stringify(measurements)}\n`), bytes]));
}

async function handleMeasure(...[request, response, { voices }, , signal]: Parameters<Handler>): Promise<void> {
	json(response, 200, await voices.measure(await readBody(request), signal));
}

/**
 * The first line also has the length of each recording. Responds with newline-delimited JSON: progress, then the match
 * or an error.
 */
async function handleMatch(...[request, response, { voices }, , signal]: Parameters<Handler>): Promise<void> {
	const body = await readBody(request);
	const line = body.indexOf(10);
	const { lengths, ...options } = JSON.parse(body.toString("utf8", 0, line)) as MatchRequest & { lengths: number[] };
	let from = line + 1;
	const samples = lengths.map((length) => {
		from += length;
		return body.subarray(from - length, from);
	});
	const sendLine = (message: unknown) => {
		if (!response.headersSent) response.writeHead(200, { "content-type": "application/x-ndjson" });
		response.write(`${JSON.stringify(message)}\n`);
	};
	try {
		sendLine({ matched: await voices.match(samples, options, signal, (progress) => sendLine({ progress })) });
	} catch (error) {
		if (!response.headersSent) throw error;
		sendLine({ error: errorMessage(error) });
	}
	response.end();
}

async function handleRevoice(...[request, response, { converter }, , signal]: Parameters<Handler>): Promise<void> {
	const { head, bytes } = await readRecording<RevoiceRequest>(request);
	if (!Array.isArray(head.words)) throw new SpeechBadRequestError("words must be a list");
	sendConverted(response, await converter.revoice(head, bytes, signal));
}

async function handleReshape(...[request, response, { converter }, , signal]: Parameters<Handler>): Promise<void> {
	const { head, bytes } = await readRecording<ReshapeRequest>(request);
	sendConverted(response, await converter.reshape(head, bytes, signal));
}

async function handleConvert(...[request, response, { converter }, , signal]: Parameters<Handler>): Promise<void> {
	const { head, bytes } = await readRecording<ConvertRequest>(request);
	sendConverted(response, await converter.convert(head, bytes, signal));
}

/** Responds with one line of JSON, followed by the audio. */
function sendConverted(response: ServerResponse, { pcm, ...head }: Converted): void {
	response.writeHead(200, { "content-type": "application/octet-stream" });
	response.end(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), pcm]));
}

async function readRecording<T>(request: IncomingMessage): Promise<{ head: T; bytes: Uint8Array }> {
	const body = await readBody(request);
	const line = body.indexOf(10);
	try {
		return { head: JSON.parse(body.toString("utf8", 0, line)) as T, bytes: body.subarray(line + 1) };
	} catch {
		throw new SpeechBadRequestError("the body does not start with a line of JSON");
	}
}

async function handleExpectPerson(...[, response, { scheduler }]: Parameters<Handler>): Promise<void> {
	scheduler.expectPerson();
	response.writeHead(204).end();
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
	const pieces: Uint8Array[] = [];
	let length = 0;
	for await (const piece of request) {
		pieces.push(piece);
		length += piece.length;
		if (length > maxRecordingBytes) throw new SpeechBadRequestError("the recording is too large");
	}
	return Buffer.concat(pieces);
}

async function handle(
	name: string,
	handler: Handler,
	request: IncomingMessage,
	response: ServerResponse,
	options: HandlerOptions,
	metrics: NodeMetrics,
): Promise<void> {
	const disconnect = new AbortController();
	response.on("close", () => {
		if (!response.writableFinished) disconnect.abort(new Error("the client disconnected"));
	});
	try {
		if (!options.ready()) throw new SpeechBusyError(2, voicesLoading);
		await handler(request, response, options, metrics, disconnect.signal);
		metrics.finished(name, "ok");
	} catch (error) {
		if (disconnect.signal.aborted) return metrics.finished(name, "aborted");
		if (response.headersSent) {
			metrics.finished(name, "failed");
			options.onError?.(error);
			response.end(encodeFrame({ type: "error", message: errorMessage(error) }));
		} else if (error instanceof SpeechBusyError) {
			metrics.finished(name, "busy");
			response.setHeader("retry-after", String(error.retryAfterSeconds));
			sendError(response, 503, "system_busy", error.message);
		} else if (error instanceof SpeechBadRequestError) {
			metrics.finished(name, "refused");
			sendError(response, 400, "bad_request", error.message);
		} else {
			metrics.finished(name, "failed");
			options.onError?.(error);
			sendError(response, 500, "engine_failed", errorMessage(error));
		}
	}
}

/** Sends the headers with the first frame, so that an earlier failure gets an ordinary error response. */
async function sendFrame(response: ServerResponse, frame: Frame, signal: AbortSignal): Promise<void> {
	if (!response.headersSent) response.writeHead(200, { "content-type": "application/vnd.timbre.speech" });
	if (!response.write(encodeFrame(frame))) await once(response, "drain", { signal });
}

async function* readUnits(lines: AsyncIterable<unknown>, voices: number): AsyncIterable<SpeechUnit[]> {
	for await (const line of lines) yield parseUnits((line as { units?: unknown } | null)?.units, voices);
}

function json(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { "content-type": "application/json" });
	response.end(JSON.stringify(body));
}

function sendError(response: ServerResponse, status: number, code: string, message: string): void {
	json(response, status, { error: { code, message } });
}
