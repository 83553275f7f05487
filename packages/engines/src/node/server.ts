import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Fingerprint, packWords } from "../media/fingerprint.ts";
import type { EngineRegistry } from "../speech/speech.ts";
import { checkTake, type TakeListener } from "./check.ts";
import { SpeechBadRequestError, SpeechBusyError } from "./errors.ts";
import { encodeFrame, type Frame } from "./framing.ts";
import { createMetrics, type NodeMetrics } from "./metrics.ts";
import { parseRequest, parseUnits } from "./parse-request.ts";
import type { CheckAnswer, FingerprintAnswer, ForcedAlignment, NodeHealth, SpeechUnit } from "./protocol.ts";
import { readLines } from "./read-lines.ts";
import type { SampleListener, SampleWant } from "./samples.ts";
import type { Scheduler } from "./scheduler.ts";
import { speak } from "./speak.ts";
import type { TakeStore } from "./takes.ts";
import { type AuditionRequest, createVoiceWorks, type MatchRequest, type VoiceWorks } from "./voices.ts";

export type SpeechServerOptions = {
	registry: EngineRegistry;
	scheduler: Scheduler;
	/** Where sentences are kept; without it every one is made anew. */
	takes?: TakeStore;
	/** Hears whether a kept sentence says what it should. */
	listener?: TakeListener;
	/** Finds the words of a text in a recording of any form. Throws SpeechBadRequestError for what is no recording. */
	align?: (
		recording: { bytes: Uint8Array; text: string; language?: string },
		signal: AbortSignal,
	) => Promise<ForcedAlignment>;
	/** What a recording of any form can be recognised by. Throws SpeechBadRequestError for what is no recording. */
	fingerprint?: (bytes: Uint8Array, signal: AbortSignal) => Promise<Fingerprint>;
	/** Hears recordings of voices and cuts them. */
	samples?: SampleListener;
	/** False while weights are still arriving or loading. */
	ready: () => boolean;
	/** When given, callers must send it as a bearer token. */
	token?: string;
	onError?: (error: unknown) => void;
};

const longestLine = 8 * 1024 * 1024;
const longestRecording = 110 * 1024 * 1024;

/** The speech node's HTTP face: POST /speak, /check, /align, /fingerprint, /audition, /measure and /match, GET /health, GET /metrics. */
export function createSpeechServer(options: SpeechServerOptions): Server {
	const metrics = createMetrics();
	const voices = createVoiceWorks(options, options.listener);
	const server = createServer({ noDelay: true, keepAlive: true }, (request, response) => {
		const path = (request.url ?? "/").split("?")[0];
		if (request.method === "GET" && path === "/health") return json(response, 200, health(options));
		if (request.method === "GET" && path === "/metrics") {
			response.writeHead(200, { "content-type": "text/plain; version=0.0.4" });
			return response.end(metrics.text(health(options)));
		}
		const name = (request.method === "POST" && path?.slice(1)) || "";
		const work = Object.hasOwn(works, name) ? works[name] : undefined;
		if (!work) return problem(response, 404, "not_found", "no such address");
		if (options.token && request.headers.authorization !== `Bearer ${options.token}`) {
			return problem(response, 401, "unauthorized", "the node's token is missing or wrong");
		}
		metrics.request();
		void serve(name, work, request, response, { ...options, voices }, metrics).catch((error: unknown) =>
			options.onError?.(error),
		);
	});
	server.once("close", () => void voices.close());
	// A listener may take as long as the text does.
	server.requestTimeout = 0;
	server.keepAliveTimeout = 65_000;
	return server;
}

function health({ registry, scheduler, ready }: SpeechServerOptions): NodeHealth {
	return { ready: ready(), engines: [...registry.values()].map(({ info }) => info), ...scheduler.load() };
}

type Work = (
	request: IncomingMessage,
	response: ServerResponse,
	options: Serving,
	metrics: NodeMetrics,
	signal: AbortSignal,
) => Promise<void>;
type Serving = SpeechServerOptions & { voices: VoiceWorks };

const works: Record<string, Work> = {
	speak: speakWork,
	check: checkWork,
	align: alignWork,
	fingerprint: fingerprintWork,
	sample: sampleWork,
	audition: auditionWork,
	measure: measureWork,
	match: matchWork,
};

async function speakWork(...[request, response, options, metrics, signal]: Parameters<Work>): Promise<void> {
	const lines = readLines(request, longestLine);
	const wanted = parseRequest((await lines.next()).value, options.registry);
	const more = wanted.live ? following(lines, wanted.voices.length) : undefined;
	const speaking = { ...options, onFirstClause: metrics.firstClause, onTrouble: options.onError };
	for await (const event of speak(wanted, speaking, signal, more)) {
		if (event.type === "segment") metrics.segment(event.seconds);
		await send(response, event, signal);
	}
	response.end();
}

async function checkWork(...[request, response, options, , signal]: Parameters<Work>): Promise<void> {
	const { key, language } = ((await readLines(request, longestLine).next()).value ?? {}) as Record<string, unknown>;
	if (typeof key !== "string" || typeof language !== "string") throw new SpeechBadRequestError("nothing to listen to");
	const { listener, takes } = options;
	if (!listener?.supports(language) || !takes)
		return json(response, 200, { result: "unsupported" } satisfies CheckAnswer);
	const check = await checkTake(key, language, { takes, listener }, signal);
	json(response, 200, (check ? { result: "checked", check } : { result: "missing" }) satisfies CheckAnswer);
}

/** The text in the first line, the recording after it. */
async function alignWork(...[request, response, options, , signal]: Parameters<Work>): Promise<void> {
	if (!options.align) throw new SpeechBadRequestError("this node does not align");
	const body = await wholeBody(request);
	const line = body.indexOf(10);
	const { text, language } = JSON.parse(body.toString("utf8", 0, line)) as { text: string; language?: string };
	json(response, 200, await options.align({ bytes: body.subarray(line + 1), text, language }, signal));
}

async function fingerprintWork(...[request, response, options, , signal]: Parameters<Work>): Promise<void> {
	if (!options.fingerprint) throw new SpeechBadRequestError("this node does not recognise recordings");
	const { seconds, words, weak } = await options.fingerprint(await wholeBody(request), signal);
	json(response, 200, {
		seconds,
		words: Buffer.from(packWords(words)).toString("base64"),
		weak: Buffer.from(weak).toString("base64"),
	} satisfies FingerprintAnswer);
}

/** What is wanted in the first line, the recording after it. */
async function sampleWork(...[request, response, options, , signal]: Parameters<Work>): Promise<void> {
	if (!options.samples) throw new SpeechBadRequestError("this node does not listen to samples");
	const body = await wholeBody(request);
	const line = body.indexOf(10);
	const wanted = JSON.parse(body.toString("utf8", 0, line)) as SampleWant;
	const bytes = body.subarray(line + 1);
	const { samples } = options;
	if (wanted.want === "facts") return json(response, 200, await samples.facts(bytes, wanted.maxSeconds, signal));
	if (wanted.want === "reading") return json(response, 200, await samples.reading(bytes, wanted.sentence, signal));
	if (wanted.want === "speakers") return json(response, 200, await samples.speakers(bytes, signal));
	const sound = await samples.cut(bytes, wanted.cut, signal);
	response.writeHead(200, { "content-type": "audio/wav" });
	response.end(sound);
}

/** What was measured in the first line of the answer, the sound after it. */
async function auditionWork(...[request, response, { voices }, , signal]: Parameters<Work>): Promise<void> {
	const wanted = (await readLines(request, longestLine).next()).value as AuditionRequest | undefined;
	if (typeof wanted?.text !== "string" || wanted.text.trim() === "")
		throw new SpeechBadRequestError("there is no text");
	const { bytes, ...about } = await voices.audition(wanted, signal);
	response.writeHead(200, { "content-type": "application/octet-stream" });
	response.end(Buffer.concat([Buffer.from(`${JSON.stringify(about)}\n`), bytes]));
}

async function measureWork(...[request, response, { voices }, , signal]: Parameters<Work>): Promise<void> {
	json(response, 200, await voices.measure(await wholeBody(request), signal));
}

/** How long each recording is in the first line, the recordings after it. The answer tells how far it is, a line each time. */
async function matchWork(...[request, response, { voices }, , signal]: Parameters<Work>): Promise<void> {
	const body = await wholeBody(request);
	const line = body.indexOf(10);
	const { lengths, ...wanted } = JSON.parse(body.toString("utf8", 0, line)) as MatchRequest & { lengths: number[] };
	let from = line + 1;
	const samples = lengths.map((length) => {
		from += length;
		return body.subarray(from - length, from);
	});
	const tell = (about: unknown) => {
		if (!response.headersSent) response.writeHead(200, { "content-type": "application/x-ndjson" });
		response.write(`${JSON.stringify(about)}\n`);
	};
	try {
		tell({ matched: await voices.match(samples, wanted, signal, (progress) => tell({ progress })) });
	} catch (error) {
		if (!response.headersSent) throw error;
		tell({ error: message(error) });
	}
	response.end();
}

async function wholeBody(request: IncomingMessage): Promise<Buffer> {
	const whole: Uint8Array[] = [];
	let length = 0;
	for await (const piece of request) {
		whole.push(piece);
		length += piece.length;
		if (length > longestRecording) throw new SpeechBadRequestError("the recording is too large");
	}
	return Buffer.concat(whole);
}

async function serve(
	name: string,
	work: Work,
	request: IncomingMessage,
	response: ServerResponse,
	options: Serving,
	metrics: NodeMetrics,
): Promise<void> {
	const listener = new AbortController();
	response.on("close", () => {
		if (!response.writableFinished) listener.abort(new Error("the listener left"));
	});
	try {
		if (!options.ready()) throw new SpeechBusyError(2, "the voices are still being loaded");
		await work(request, response, options, metrics, listener.signal);
		metrics.finished(name, "ok");
	} catch (error) {
		if (listener.signal.aborted) return metrics.finished(name, "aborted");
		if (response.headersSent) {
			metrics.finished(name, "failed");
			options.onError?.(error);
			response.end(encodeFrame({ type: "error", message: message(error) }));
		} else if (error instanceof SpeechBusyError) {
			metrics.finished(name, "busy");
			response.setHeader("retry-after", String(error.retryAfterSeconds));
			problem(response, 503, "system_busy", error.message);
		} else if (error instanceof SpeechBadRequestError) {
			metrics.finished(name, "refused");
			problem(response, 400, "bad_request", error.message);
		} else {
			metrics.finished(name, "failed");
			options.onError?.(error);
			problem(response, 500, "engine_failed", message(error));
		}
	}
}

/** The head goes out with the first sound, so that a failure before it is an ordinary answer. */
async function send(response: ServerResponse, frame: Frame, signal: AbortSignal): Promise<void> {
	if (!response.headersSent) response.writeHead(200, { "content-type": "application/vnd.timbre.speech" });
	if (!response.write(encodeFrame(frame))) await once(response, "drain", { signal });
}

async function* following(lines: AsyncIterable<unknown>, voices: number): AsyncIterable<SpeechUnit[]> {
	for await (const line of lines) yield parseUnits((line as { units?: unknown } | null)?.units, voices);
}

function json(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { "content-type": "application/json" });
	response.end(JSON.stringify(body));
}

function problem(response: ServerResponse, status: number, code: string, text: string): void {
	json(response, status, { error: { code, message: text } });
}

function message(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
