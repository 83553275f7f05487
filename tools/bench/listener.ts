// An HTTP client that listens to a streamed text and remembers what it got and when. Plain node:http: fetch throws away
// what had arrived but was not yet read when a connection breaks, and here every byte counts.
import { type Agent, request } from "node:http";

export type Listener = {
	/** Bytes of sound received so far. */
	readonly bytes: number;
	/** Milliseconds from asking to the first byte of sound. */
	readonly firstByteMs: number | undefined;
	/** The longest wait between two chunks, from the first chunk on. */
	readonly largestGapMs: number;
	/** The longest but one. */
	readonly secondGapMs: number;
	/** How long after asking that wait was over. */
	readonly largestGapAtMs: number;
	readonly chunks: number;
	readonly status: number | undefined;
	/** The generation's id, once the answer has begun. */
	readonly generationId: string | undefined;
	readonly body: Buffer;
	/** How it ended; never rejects. */
	done: Promise<{ ended: "complete" | "broken"; ms: number }>;
	leave(): void;
};

export type Listening = {
	apiUrl: string;
	apiKey: string;
	voiceId: string;
	text: string;
	format: string;
	keepHistory?: boolean;
	keepBody?: boolean;
	/** A sentence that was paid for is answered from storage; unless told otherwise the engine is to speak. */
	newTake?: boolean;
	agent?: Agent;
	/** Called in the very moment that bytes arrive, with all bytes so far. */
	onBytes?(bytes: number): void;
};

export function listen(options: Listening): Listener {
	const { apiUrl, apiKey, voiceId, text, format, keepHistory = true, keepBody = false, agent } = options;
	const url = new URL(`/v1/text-to-speech/${voiceId}/stream`, apiUrl);
	url.searchParams.set("output_format", format);
	if (!keepHistory) url.searchParams.set("enable_logging", "false");
	const kept: Buffer[] = [];
	const state = {
		bytes: 0,
		chunks: 0,
		largestGapMs: 0,
		secondGapMs: 0,
		largestGapAtMs: 0,
		firstByteMs: undefined as number | undefined,
		status: undefined as number | undefined,
		generationId: undefined as string | undefined,
	};
	const noteGap = (gapMs: number, atMs: number) => {
		state.secondGapMs = Math.max(state.secondGapMs, Math.min(gapMs, state.largestGapMs));
		if (gapMs <= state.largestGapMs) return;
		state.largestGapMs = gapMs;
		state.largestGapAtMs = atMs;
	};
	const started = performance.now();
	let last = 0;
	const asked = request(url, {
		method: "POST",
		agent,
		headers: { "xi-api-key": apiKey, "content-type": "application/json" },
	});
	const done = new Promise<{ ended: "complete" | "broken"; ms: number }>((resolve) => {
		const end = (ended: "complete" | "broken") => resolve({ ended, ms: performance.now() - started });
		asked.on("error", () => end("broken"));
		asked.on("response", (answer) => {
			state.status = answer.statusCode;
			state.generationId = answer.headers["history-item-id"] as string | undefined;
			answer.on("data", (chunk: Buffer) => {
				const now = performance.now();
				if (state.firstByteMs === undefined) state.firstByteMs = now - started;
				else noteGap(now - last, now - started);
				last = now;
				state.chunks++;
				state.bytes += chunk.length;
				options.onBytes?.(state.bytes);
				if (keepBody || answer.statusCode !== 200) kept.push(chunk);
			});
			answer.on("error", () => end("broken"));
			answer.on("close", () => end(answer.complete && answer.statusCode === 200 ? "complete" : "broken"));
		});
	});
	asked.end(JSON.stringify({ text, new_take: options.newTake ?? true }));
	return {
		get bytes() {
			return state.bytes;
		},
		get chunks() {
			return state.chunks;
		},
		get largestGapMs() {
			return state.largestGapMs;
		},
		get secondGapMs() {
			return state.secondGapMs;
		},
		get largestGapAtMs() {
			return state.largestGapAtMs;
		},
		get firstByteMs() {
			return state.firstByteMs;
		},
		get status() {
			return state.status;
		},
		get generationId() {
			return state.generationId;
		},
		get body() {
			return Buffer.concat(kept);
		},
		done,
		leave: () => asked.destroy(),
	};
}
