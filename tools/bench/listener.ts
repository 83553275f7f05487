// An HTTP client that receives a stream and records what arrived when. Uses node:http, because fetch drops unread data when a
// connection breaks.
import { type Agent, request } from "node:http";

export type Listener = {
	/** Audio bytes received so far. */
	readonly bytes: number;
	/** Milliseconds from the request to the first audio byte. */
	readonly firstByteMs: number | undefined;
	/** The largest gap between two chunks. */
	readonly largestGapMs: number;
	/** The second largest gap. */
	readonly secondGapMs: number;
	/** When the largest gap ended, from the request. */
	readonly largestGapAtMs: number;
	readonly chunks: number;
	readonly status: number | undefined;
	/** The generation's id, once the response has started. */
	readonly generationId: string | undefined;
	readonly body: Buffer;
	/** How the stream ended. Never rejects. */
	done: Promise<{ ended: "complete" | "broken"; ms: number }>;
	leave(): void;
};

export type ListenerOptions = {
	apiUrl: string;
	apiKey: string;
	voiceId: string;
	text: string;
	format: string;
	keepHistory?: boolean;
	keepBody?: boolean;
	/** Defaults to true, so the engine runs instead of a stored sentence being returned. */
	newTake?: boolean;
	agent?: Agent;
	/** Called when bytes arrive, with the total so far. */
	onBytes?(bytes: number): void;
};

export function listen(options: ListenerOptions): Listener {
	const { apiUrl, apiKey, voiceId, text, format, keepHistory = true, keepBody = false, agent } = options;
	const url = new URL(`/v1/text-to-speech/${voiceId}/stream`, apiUrl);
	url.searchParams.set("output_format", format);
	if (!keepHistory) url.searchParams.set("enable_logging", "false");
	const stored: Buffer[] = [];
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
	const recordGap = (gapMs: number, atMs: number) => {
		state.secondGapMs = Math.max(state.secondGapMs, Math.min(gapMs, state.largestGapMs));
		if (gapMs <= state.largestGapMs) return;
		state.largestGapMs = gapMs;
		state.largestGapAtMs = atMs;
	};
	const started = performance.now();
	let last = 0;
	const outgoing = request(url, {
		method: "POST",
		agent,
		headers: { "xi-api-key": apiKey, "content-type": "application/json" },
	});
	const done = new Promise<{ ended: "complete" | "broken"; ms: number }>((resolve) => {
		const end = (ended: "complete" | "broken") => resolve({ ended, ms: performance.now() - started });
		outgoing.on("error", () => end("broken"));
		outgoing.on("response", (response) => {
			state.status = response.statusCode;
			state.generationId = response.headers["history-item-id"] as string | undefined;
			response.on("data", (chunk: Buffer) => {
				const now = performance.now();
				if (state.firstByteMs === undefined) state.firstByteMs = now - started;
				else recordGap(now - last, now - started);
				last = now;
				state.chunks++;
				state.bytes += chunk.length;
				options.onBytes?.(state.bytes);
				if (keepBody || response.statusCode !== 200) stored.push(chunk);
			});
			response.on("error", () => end("broken"));
			response.on("close", () => end(response.complete && response.statusCode === 200 ? "complete" : "broken"));
		});
	});
	outgoing.end(JSON.stringify({ text, new_take: options.newTake ?? true }));
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
			return Buffer.concat(stored);
		},
		done,
		leave: () => outgoing.destroy(),
	};
}
