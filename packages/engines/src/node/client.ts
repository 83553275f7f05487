import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import type { Converted, ConvertRequest, ReshapeRequest, RevoiceRequest } from "../conversion/conversion.ts";
import { SpeechBadRequestError, SpeechBusyError, SpeechFailedError } from "../errors.ts";
import type { IsolateRecording } from "../isolation/recording/in-worker.ts";
import type { IsolatedChunk } from "../isolation/recording/isolate.ts";
import { type Fingerprint, unpackWords } from "../media/fingerprint/fingerprint.ts";
import type { ListenOptions, TranscribeOptions, Transcript } from "../transcription/transcript.ts";
import type { MatchProgress, VoiceMatch } from "../voices/match.ts";
import type { VoiceMeasurement } from "../voices/measure/measure.ts";
import type {
	CheckResponse,
	FingerprintResponse,
	ForcedAlignment,
	NodeHealth,
	SpeechEvent,
	SpeechRequest,
	SpeechUnit,
} from "./protocol.ts";
import type { SampleProcessor, SampleRequest } from "./recordings/samples.ts";
import { type LiveTranscription, liveTranscription } from "./transcription/live-client.ts";
import type { Audition, AuditionRequest, MatchRequest } from "./voices.ts";
import { createFrameParser, joinAudio } from "./wire/framing.ts";
import { linesOf } from "./wire/response-lines.ts";

export type SpeechClient = {
	/** `more` yields the units that follow a live request. It is read until the caller stops reading events. */
	speak(request: SpeechRequest, signal: AbortSignal, more?: AsyncIterable<SpeechUnit[]>): AsyncIterable<SpeechEvent>;
	/** Checks one stored take for misread words. */
	check(key: string, language: string, signal: AbortSignal): Promise<CheckResponse>;
	/** Finds when each word of a text is spoken in a recording. */
	align(
		recording: { bytes: Uint8Array; text: string; language?: string },
		signal: AbortSignal,
	): Promise<ForcedAlignment>;
	/** Computes the fingerprint of a recording. */
	fingerprint(bytes: Uint8Array, signal: AbortSignal): Promise<Fingerprint>;
	/** Analyzes, transcribes and cuts voice recordings. */
	samples: SampleProcessor;
	/** Transcribes up to 200 seconds of audio. `pcm` is 16-bit little endian, mono at 16 kHz. */
	transcribe(pcm: Uint8Array, options: TranscribeOptions, signal: AbortSignal): Promise<Transcript>;
	/** Transcribes live audio. Rejects with SpeechBusyError if no node takes another session. */
	listen(options: ListenOptions, signal: AbortSignal): Promise<LiveTranscription>;
	/** Removes noise from a chunk of a recording. */
	isolate: IsolateRecording;
	/** Synthesizes a text with a voice and measures the result. */
	audition(request: AuditionRequest, signal: AbortSignal): Promise<Audition>;
	/** Measures the traits and the speaker vector of a voice recording. */
	measure(bytes: Uint8Array, signal: AbortSignal): Promise<VoiceMeasurement>;
	/** Finds the blend of an engine's speakers that is closest to the voice in the recordings. Takes minutes. */
	match(
		samples: readonly Uint8Array[],
		request: MatchRequest,
		signal: AbortSignal,
		onProgress?: (progress: MatchProgress) => void,
	): Promise<VoiceMatch>;
	/** Speaks the words of a recording again with another voice, in the same rhythm. The recording is mono 16-bit PCM. */
	revoice(request: RevoiceRequest, pcm: Uint8Array, signal: AbortSignal): Promise<Converted>;
	/** Moves pitch and formants of a recording. The recording is mono 16-bit PCM. */
	reshape(request: ReshapeRequest, pcm: Uint8Array, signal: AbortSignal): Promise<Converted>;
	/** Converts a recording with the model that the operator has installed. The recording is mono 16-bit PCM. */
	convert(request: ConvertRequest, pcm: Uint8Array, signal: AbortSignal): Promise<Converted>;
	/** Tells the nodes that someone is about to send a request, so that they stop rendering previews. */
	expectPerson(): void;
	/** The health of all reachable nodes. */
	health(): Promise<NodeHealth[]>;
	close(): void;
};

export type SpeechClientOptions = { urls: readonly string[]; token?: string };

/** One message covers everyone who opens a page in this time. It is shorter than the time the nodes wait for people. */
const expectPersonMs = 10_000;

type Node = { url: URL; streams: number };
type Body = string | Uint8Array;
/** Sends the whole body of a request, which may take as long as the request. */
type SendMore = (request: ClientRequest) => void;
type NodeResponse = { node: Node; request: ClientRequest; response: IncomingMessage };

/** Sends each request to the least loaded node, and fails over to the next one until a response has started. */
export function createSpeechClient({ urls, token }: SpeechClientOptions): SpeechClient {
	const agent = new Agent({ keepAlive: true });
	const nodes: Node[] = urls.map((url) => ({ url: new URL(url), streams: 0 }));
	let requests = 0;
	let expectedAt = Number.NEGATIVE_INFINITY;

	/** Least loaded first; round robin among equals. */
	function nodesByLoad(): Node[] {
		requests++;
		return nodes
			.map((node, at) => ({ node, rank: (at + requests) % nodes.length }))
			.sort((a, b) => a.node.streams - b.node.streams || a.rank - b.rank)
			.map(({ node }) => node);
	}

	function send(
		node: Node,
		method: string,
		path: string,
		signal: AbortSignal,
		body?: Body,
		sendMore?: SendMore,
	): Promise<NodeResponse> {
		return new Promise((resolve, reject) => {
			const headers: Record<string, string> = { accept: "*/*" };
			if (token) headers.authorization = `Bearer ${token}`;
			if (body !== undefined) headers["content-type"] = "application/json";
			const request = httpRequest(new URL(path, node.url), { method, agent, headers, signal });
			request.on("error", (error: NodeJS.ErrnoException) => {
				// The node closed an idle keep-alive connection just as we reused it. Trying a new connection is safe.
				if (request.reusedSocket && error.code === "ECONNRESET" && !signal.aborted) {
					send(node, method, path, signal, body, sendMore).then(resolve, reject);
				} else reject(error);
			});
			request.on("response", (response) => resolve({ node, request, response }));
			if (sendMore) sendMore(request);
			else request.end(body);
		});
	}

	/** Returns the first 200 response. The caller must decrement `node.streams` when done with it. */
	async function request(path: string, body: Body, signal: AbortSignal, sendMore?: SendMore): Promise<NodeResponse> {
		let busy: SpeechBusyError | undefined;
		let failure: SpeechFailedError | undefined;
		for (const node of nodesByLoad()) {
			node.streams++;
			try {
				const sent = await send(node, "POST", path, signal, body, sendMore);
				if (sent.response.statusCode === 200) return sent;
				const error = await readError(sent.response);
				if (sendMore) sent.request.destroy();
				if (error instanceof SpeechBadRequestError) throw error;
				if (error instanceof SpeechBusyError) busy ??= error;
				else failure = error;
			} catch (error) {
				if (signal.aborted || error instanceof SpeechBadRequestError) {
					node.streams--;
					throw error;
				}
				failure = new SpeechFailedError(`no response from the speech node ${node.url.host}`, { cause: error });
			}
			node.streams--;
		}
		throw busy ?? failure ?? new SpeechFailedError("no speech node is configured");
	}

	async function* speak(
		speech: SpeechRequest,
		signal: AbortSignal,
		more?: AsyncIterable<SpeechUnit[]>,
	): AsyncIterable<SpeechEvent> {
		signal.throwIfAborted();
		// If another node takes over, it gets all units from the beginning.
		const body = JSON.stringify(speech);
		const units = more && replayable(more);
		const sent = await request("/speak", body, signal, units && ((open) => void sendLines(open, body, units())));
		let complete = false;
		try {
			const parse = createFrameParser();
			for await (const bytes of sent.response) {
				for (const frame of joinAudio(parse(bytes))) {
					if (frame.type === "error") throw new SpeechFailedError(frame.message);
					if (frame.type === "end") complete = true;
					yield frame;
				}
			}
			if (!complete) throw new SpeechFailedError("the speech node ended the stream early");
		} catch (error) {
			if (signal.aborted) throw signal.reason;
			if (error instanceof SpeechFailedError) throw error;
			throw new SpeechFailedError("the connection to the speech node was lost", { cause: error });
		} finally {
			sent.node.streams--;
			// Also covers a reader that stops early: closing the connection tells the node.
			if (!complete) sent.request.destroy();
		}
	}

	async function requestJson<T>(path: string, body: Body, signal: AbortSignal): Promise<T> {
		const { node, response } = await request(path, body, signal);
		try {
			return JSON.parse(await text(response)) as T;
		} finally {
			node.streams--;
		}
	}

	/** For responses of one line of JSON, followed by bytes. */
	async function requestWithHead<T>(path: string, body: Body, signal: AbortSignal): Promise<{ head: T; rest: Buffer }> {
		const { node, response } = await request(path, body, signal);
		try {
			const bytes = await bytesOf(response);
			const line = bytes.indexOf(10);
			return { head: JSON.parse(bytes.toString("utf8", 0, line)) as T, rest: bytes.subarray(line + 1) };
		} finally {
			node.streams--;
		}
	}

	async function requestConversion(
		path: string,
		options: object,
		pcm: Uint8Array,
		signal: AbortSignal,
	): Promise<Converted> {
		const body = Buffer.concat([Buffer.from(`${JSON.stringify(options)}\n`), pcm]);
		const { head, rest } = await requestWithHead<Pick<Converted, "sampleRate">>(path, body, signal);
		return { ...head, pcm: rest };
	}

	const requestSample = <T>(operation: SampleRequest, bytes: Uint8Array, signal: AbortSignal) =>
		requestJson<T>("/sample", sampleBody(operation, bytes), signal);

	return {
		speak,
		check: (key, language, signal) => requestJson("/check", JSON.stringify({ key, language }), signal),
		align: ({ bytes, ...options }, signal) =>
			requestJson("/align", Buffer.concat([Buffer.from(`${JSON.stringify(options)}\n`), bytes]), signal),
		async fingerprint(bytes, signal) {
			const { seconds, words, weak } = await requestJson<FingerprintResponse>("/fingerprint", bytes, signal);
			return { seconds, words: unpackWords(Buffer.from(words, "base64")), weak: Buffer.from(weak, "base64") };
		},
		samples: {
			analyze: (bytes, maxSeconds, signal) => requestSample({ operation: "analyze", maxSeconds }, bytes, signal),
			transcribe: (bytes, reading, signal) => requestSample({ operation: "transcribe", reading }, bytes, signal),
			findSpeakers: (bytes, signal) => requestSample({ operation: "find_speakers" }, bytes, signal),
			async cut(bytes, cut, signal) {
				const { node, response } = await request("/sample", sampleBody({ operation: "cut", cut }, bytes), signal);
				try {
					return await bytesOf(response);
				} finally {
					node.streams--;
				}
			},
		},
		transcribe: (pcm, options, signal) =>
			requestJson("/transcribe", Buffer.concat([Buffer.from(`${JSON.stringify(options)}\n`), pcm]), signal),
		async listen(options, signal) {
			const line = `${JSON.stringify(options)}\n`;
			const { node, ...sent } = await request("/listen", line, signal, (open) => open.write(line));
			return liveTranscription(sent, signal, () => node.streams--);
		},
		async isolate(chunk, pcm, signal) {
			const body = Buffer.concat([Buffer.from(`${JSON.stringify(chunk)}\n`), pcm]);
			const { head, rest } = await requestWithHead<IsolatedChunk>("/isolate", body, signal);
			return { ...head, pcm: rest };
		},
		async audition(options, signal) {
			const { head, rest } = await requestWithHead<Omit<Audition, "bytes">>(
				"/audition",
				JSON.stringify(options),
				signal,
			);
			return { ...head, bytes: rest };
		},
		measure: (bytes, signal) => requestJson("/measure", bytes, signal),
		async match(samples, options, signal, onProgress) {
			const head = JSON.stringify({ ...options, lengths: samples.map(({ length }) => length) });
			const body = Buffer.concat([Buffer.from(`${head}\n`), ...samples]);
			const { node, response } = await request("/match", body, signal);
			try {
				for await (const line of linesOf(response)) {
					const message = JSON.parse(line) as { progress?: MatchProgress; matched?: VoiceMatch; error?: string };
					if (message.error !== undefined) throw new SpeechFailedError(message.error);
					if (message.progress) onProgress?.(message.progress);
					if (message.matched) return message.matched;
				}
				throw new SpeechFailedError("the speech node ended the stream early");
			} finally {
				node.streams--;
			}
		},
		revoice: (options, pcm, signal) => requestConversion("/revoice", options, pcm, signal),
		reshape: (options, pcm, signal) => requestConversion("/reshape", options, pcm, signal),
		convert: (options, pcm, signal) => requestConversion("/convert", options, pcm, signal),
		expectPerson() {
			if (performance.now() - expectedAt < expectPersonMs) return;
			expectedAt = performance.now();
			for (const node of nodes) {
				send(node, "POST", "/expect-person", AbortSignal.timeout(3000)).then(
					({ response }) => response.resume(),
					// Only a hint: the person's request itself reports a node that is down.
					() => {},
				);
			}
		},
		async health() {
			const pending = nodes.map(async (node) => {
				const { response } = await send(node, "GET", "/health", AbortSignal.timeout(3000));
				return JSON.parse(await text(response)) as NodeHealth;
			});
			const settled = await Promise.allSettled(pending);
			return settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
		},
		close() {
			agent.destroy();
		},
	};
}

/** Sends units of a live request as they arrive. A lost connection is reported to the reader of the response. */
async function sendLines(request: ClientRequest, first: string, more: AsyncIterable<SpeechUnit[]>): Promise<void> {
	request.write(`${first}\n`);
	for await (const units of more) {
		if (request.destroyed) return;
		request.write(`${JSON.stringify({ units })}\n`);
	}
	request.end();
}

/** Lets several readers iterate one source, each from the start. Values are buffered; the source is read once. */
function replayable<T>(source: AsyncIterable<T>): () => AsyncIterable<T> {
	const buffered: T[] = [];
	const iterator = source[Symbol.asyncIterator]();
	let pending: Promise<boolean> | undefined;
	const pull = () => {
		pending ??= iterator.next().then((next) => {
			pending = undefined;
			if (next.done) return false;
			buffered.push(next.value);
			return true;
		});
		return pending;
	};
	return async function* () {
		for (let at = 0; ; at++) {
			while (at >= buffered.length) if (!(await pull()) && at >= buffered.length) return;
			yield buffered[at] as T;
		}
	};
}

function sampleBody(operation: SampleRequest, bytes: Uint8Array): Uint8Array {
	return Buffer.concat([Buffer.from(`${JSON.stringify(operation)}\n`), bytes]);
}

async function readError(response: IncomingMessage): Promise<Error> {
	const body = await text(response);
	const message = errorMessage(body);
	if (response.statusCode === 503) return new SpeechBusyError(Number(response.headers["retry-after"]) || 1, message);
	if (response.statusCode === 400) return new SpeechBadRequestError(message);
	return new SpeechFailedError(message);
}

function errorMessage(body: string): string {
	try {
		return String(JSON.parse(body).error.message);
	} catch {
		return body.slice(0, 200) || "the speech node sent no error message";
	}
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
	const pieces: Uint8Array[] = [];
	for await (const piece of response) pieces.push(piece);
	return Buffer.concat(pieces);
}

async function text(response: IncomingMessage): Promise<string> {
	let body = "";
	response.setEncoding("utf8");
	for await (const piece of response) body += piece;
	return body;
}
