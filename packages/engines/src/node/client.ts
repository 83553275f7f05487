import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { type Fingerprint, unpackWords } from "../media/fingerprint.ts";
import type { Matched, MatchProgress } from "../voices/match.ts";
import type { Measured } from "../voices/measure.ts";
import { SpeechBadRequestError, SpeechBusyError, SpeechFailedError } from "./errors.ts";
import { createFrameParser, joinSound } from "./framing.ts";
import type {
	CheckAnswer,
	FingerprintAnswer,
	ForcedAlignment,
	NodeHealth,
	SpeechEvent,
	SpeechRequest,
	SpeechUnit,
} from "./protocol.ts";
import type { SampleListener, SampleWant } from "./samples.ts";
import type { Audition, AuditionRequest, MatchRequest } from "./voices.ts";

export type SpeechClient = {
	/** `more` brings the units that follow a live request; it is read as long as the listener listens. */
	speak(request: SpeechRequest, signal: AbortSignal, more?: AsyncIterable<SpeechUnit[]>): AsyncIterable<SpeechEvent>;
	/** Listens to one kept sentence. */
	check(key: string, language: string, signal: AbortSignal): Promise<CheckAnswer>;
	/** Finds the words of a text in a recording. */
	align(
		recording: { bytes: Uint8Array; text: string; language?: string },
		signal: AbortSignal,
	): Promise<ForcedAlignment>;
	/** What a recording can be recognised by. */
	fingerprint(bytes: Uint8Array, signal: AbortSignal): Promise<Fingerprint>;
	/** Hears recordings of voices and cuts them. */
	samples: SampleListener;
	/** A text, spoken by a voice and measured. */
	audition(wanted: AuditionRequest, signal: AbortSignal): Promise<Audition>;
	/** How a voice on a recording sounds, and whose it may be. */
	measure(bytes: Uint8Array, signal: AbortSignal): Promise<Measured>;
	/** The mix of an engine's speakers that is nearest to the voice on the recordings. Takes minutes. */
	match(
		samples: readonly Uint8Array[],
		wanted: MatchRequest,
		signal: AbortSignal,
		onProgress?: (progress: MatchProgress) => void,
	): Promise<Matched>;
	/** Of the nodes that answer. */
	health(): Promise<NodeHealth[]>;
	close(): void;
};

export type SpeechClientOptions = { urls: readonly string[]; token?: string };

type Node = { url: URL; streams: number };
type Body = string | Uint8Array;
type Answer = { node: Node; request: ClientRequest; response: IncomingMessage };

/** Speaks through whichever node is least loaded; turns to the next one as long as nothing was heard. */
export function createSpeechClient({ urls, token }: SpeechClientOptions): SpeechClient {
	const agent = new Agent({ keepAlive: true });
	const nodes: Node[] = urls.map((url) => ({ url: new URL(url), streams: 0 }));
	let turn = 0;

	function inOrder(): Node[] {
		turn++;
		return nodes
			.map((node, at) => ({ node, place: (at + turn) % nodes.length }))
			.sort((a, b) => a.node.streams - b.node.streams || a.place - b.place)
			.map(({ node }) => node);
	}

	function call(
		node: Node,
		method: string,
		path: string,
		signal: AbortSignal,
		body?: Body,
		more?: AsyncIterable<SpeechUnit[]>,
	): Promise<Answer> {
		return new Promise((resolve, reject) => {
			const headers: Record<string, string> = { accept: "*/*" };
			if (token) headers.authorization = `Bearer ${token}`;
			if (body !== undefined) headers["content-type"] = "application/json";
			const request = httpRequest(new URL(path, node.url), { method, agent, headers, signal });
			request.on("error", (error: NodeJS.ErrnoException) => {
				// The node closed a kept-alive connection just as it was taken up again: a fresh one is no second attempt.
				if (request.reusedSocket && error.code === "ECONNRESET" && !signal.aborted) {
					call(node, method, path, signal, body, more).then(resolve, reject);
				} else reject(error);
			});
			request.on("response", (response) => resolve({ node, request, response }));
			if (more) void sendLines(request, String(body), more);
			else request.end(body);
		});
	}

	/** An answer of 200, from the first node that gives one. */
	async function begin(
		path: string,
		body: Body,
		signal: AbortSignal,
		more?: () => AsyncIterable<SpeechUnit[]>,
	): Promise<Answer> {
		let busy: SpeechBusyError | undefined;
		let failure: SpeechFailedError | undefined;
		for (const node of inOrder()) {
			node.streams++;
			try {
				const answer = await call(node, "POST", path, signal, body, more?.());
				if (answer.response.statusCode === 200) return answer;
				const refused = await refusal(answer.response);
				if (refused instanceof SpeechBadRequestError) throw refused;
				if (refused instanceof SpeechBusyError) busy ??= refused;
				else failure = refused;
			} catch (error) {
				if (signal.aborted || error instanceof SpeechBadRequestError) {
					node.streams--;
					throw error;
				}
				failure = new SpeechFailedError(`no answer from the speech node ${node.url.host}`, { cause: error });
			}
			node.streams--;
		}
		throw busy ?? failure ?? new SpeechFailedError("no speech node is configured");
	}

	async function* speak(
		request: SpeechRequest,
		signal: AbortSignal,
		more?: AsyncIterable<SpeechUnit[]>,
	): AsyncIterable<SpeechEvent> {
		signal.throwIfAborted();
		// Another node that takes over hears everything from the beginning.
		const answer = await begin("/speak", JSON.stringify(request), signal, more && replayable(more));
		let complete = false;
		try {
			const parse = createFrameParser();
			for await (const bytes of answer.response) {
				for (const frame of joinSound(parse(bytes))) {
					if (frame.type === "error") throw new SpeechFailedError(frame.message);
					if (frame.type === "end") complete = true;
					yield frame;
				}
			}
			if (!complete) throw new SpeechFailedError("the speech node stopped in the middle");
		} catch (error) {
			if (signal.aborted) throw signal.reason;
			if (error instanceof SpeechFailedError) throw error;
			throw new SpeechFailedError("the connection to the speech node broke", { cause: error });
		} finally {
			answer.node.streams--;
			// Also when the reader simply stops reading: the node must hear of it.
			if (!complete) answer.request.destroy();
		}
	}

	async function ask<T>(path: string, body: Body, signal: AbortSignal): Promise<T> {
		const { node, response } = await begin(path, body, signal);
		try {
			return JSON.parse(await text(response)) as T;
		} finally {
			node.streams--;
		}
	}

	const askOf = <T>(want: SampleWant, bytes: Uint8Array, signal: AbortSignal) =>
		ask<T>("/sample", sampleBody(want, bytes), signal);

	return {
		speak,
		check: (key, language, signal) => ask("/check", JSON.stringify({ key, language }), signal),
		align: ({ bytes, ...about }, signal) =>
			ask("/align", Buffer.concat([Buffer.from(`${JSON.stringify(about)}\n`), bytes]), signal),
		async fingerprint(bytes, signal) {
			const { seconds, words, weak } = await ask<FingerprintAnswer>("/fingerprint", bytes, signal);
			return { seconds, words: unpackWords(Buffer.from(words, "base64")), weak: Buffer.from(weak, "base64") };
		},
		samples: {
			facts: (bytes, maxSeconds, signal) => askOf({ want: "facts", maxSeconds }, bytes, signal),
			reading: (bytes, sentence, signal) => askOf({ want: "reading", sentence }, bytes, signal),
			speakers: (bytes, signal) => askOf({ want: "speakers" }, bytes, signal),
			async cut(bytes, cut, signal) {
				const { node, response } = await begin("/sample", sampleBody({ want: "cut", cut }, bytes), signal);
				try {
					return await bytesOf(response);
				} finally {
					node.streams--;
				}
			},
		},
		async audition(wanted, signal) {
			const { node, response } = await begin("/audition", JSON.stringify(wanted), signal);
			try {
				const body = await bytesOf(response);
				const line = body.indexOf(10);
				return { ...JSON.parse(body.toString("utf8", 0, line)), bytes: body.subarray(line + 1) };
			} finally {
				node.streams--;
			}
		},
		measure: (bytes, signal) => ask("/measure", bytes, signal),
		async match(samples, wanted, signal, onProgress) {
			const head = JSON.stringify({ ...wanted, lengths: samples.map(({ length }) => length) });
			const body = Buffer.concat([Buffer.from(`${head}\n`), ...samples]);
			const { node, response } = await begin("/match", body, signal);
			try {
				for await (const line of linesOf(response)) {
					const told = JSON.parse(line) as { progress?: MatchProgress; matched?: Matched; error?: string };
					if (told.error !== undefined) throw new SpeechFailedError(told.error);
					if (told.progress) onProgress?.(told.progress);
					if (told.matched) return told.matched;
				}
				throw new SpeechFailedError("the speech node stopped in the middle");
			} finally {
				node.streams--;
			}
		},
		async health() {
			const answers = nodes.map(async (node) => {
				const { response } = await call(node, "GET", "/health", AbortSignal.timeout(3000));
				return JSON.parse(await text(response)) as NodeHealth;
			});
			const settled = await Promise.allSettled(answers);
			return settled.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
		},
		close() {
			agent.destroy();
		},
	};
}

/** A live text goes out as it is written. Whoever writes it closes it; a connection that broke tells so on the listening side. */
async function sendLines(request: ClientRequest, first: string, more: AsyncIterable<SpeechUnit[]>): Promise<void> {
	request.write(`${first}\n`);
	for await (const units of more) {
		if (request.destroyed) return;
		request.write(`${JSON.stringify({ units })}\n`);
	}
	request.end();
}

/** What one reader has taken is there for the next from the start; only one of them reads the source. */
function replayable<T>(source: AsyncIterable<T>): () => AsyncIterable<T> {
	const taken: T[] = [];
	const iterator = source[Symbol.asyncIterator]();
	let pending: Promise<boolean> | undefined;
	const pull = () => {
		pending ??= iterator.next().then((next) => {
			pending = undefined;
			if (next.done) return false;
			taken.push(next.value);
			return true;
		});
		return pending;
	};
	return async function* () {
		for (let at = 0; ; at++) {
			while (at >= taken.length) if (!(await pull()) && at >= taken.length) return;
			yield taken[at] as T;
		}
	};
}

function sampleBody(want: SampleWant, bytes: Uint8Array): Uint8Array {
	return Buffer.concat([Buffer.from(`${JSON.stringify(want)}\n`), bytes]);
}

async function refusal(response: IncomingMessage): Promise<Error> {
	const body = await text(response);
	const said = reason(body);
	if (response.statusCode === 503) return new SpeechBusyError(Number(response.headers["retry-after"]) || 1, said);
	if (response.statusCode === 400) return new SpeechBadRequestError(said);
	return new SpeechFailedError(said);
}

function reason(body: string): string {
	try {
		return String(JSON.parse(body).error.message);
	} catch {
		return body.slice(0, 200) || "the speech node gave no reason";
	}
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
	const pieces: Uint8Array[] = [];
	for await (const piece of response) pieces.push(piece);
	return Buffer.concat(pieces);
}

async function* linesOf(response: IncomingMessage): AsyncIterable<string> {
	let rest = "";
	response.setEncoding("utf8");
	for await (const piece of response) {
		const lines = (rest + piece).split("\n");
		rest = lines.pop() ?? "";
		yield* lines;
	}
}

async function text(response: IncomingMessage): Promise<string> {
	let whole = "";
	response.setEncoding("utf8");
	for await (const piece of response) whole += piece;
	return whole;
}
