import { RemoteSpeechError } from "../../errors.ts";
import type { Speaker, SpeechEngine, Synthesis, SynthesisInput } from "../speech.ts";

export type OpenAiOptions = {
	/** The URL before /v1/audio/speech. */
	baseUrl: string;
	key?: string;
	model: string;
	/** The server's voice for each speaker. */
	voices: (Speaker & { voice: string })[];
	/** Rate of the raw 16-bit little-endian samples that the server returns. */
	sampleRate?: number;
	/** Maximum wait for the first byte and between bytes. */
	timeoutMs?: number;
	parallel?: number;
};

/** Uses any server that implements `POST /v1/audio/speech`, for example on a GPU machine. */
export function createOpenAiEngine(options: OpenAiOptions): SpeechEngine {
	const { baseUrl, key, model, voices, sampleRate = 24_000, timeoutMs = 30_000, parallel = 8 } = options;
	const url = `${baseUrl.replace(/\/+$/, "")}/v1/audio/speech`;

	async function* stream({ text, speaker, speed }: SynthesisInput, signal: AbortSignal): AsyncIterable<Float32Array> {
		const voice = voices.find(({ id }) => id === speaker)?.voice ?? speaker;
		const idle = new AbortController();
		let timer: NodeJS.Timeout | undefined;
		const resetTimeout = () => {
			clearTimeout(timer);
			timer = setTimeout(() => idle.abort(), timeoutMs);
		};
		resetTimeout();
		try {
			const response = await fetch(url, {
				method: "POST",
				headers: { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) },
				body: JSON.stringify({ model, voice, input: text, speed, response_format: "pcm", stream: true }),
				signal: AbortSignal.any([signal, idle.signal]),
			});
			if (!response.ok || !response.body) throw await responseError(response);
			const samples = createSampleReader();
			for await (const bytes of response.body) {
				resetTimeout();
				const pcm = samples(bytes);
				if (pcm.length > 0) yield pcm;
			}
		} catch (error) {
			if (signal.aborted || error instanceof RemoteSpeechError) throw error;
			if (idle.signal.aborted) throw new RemoteSpeechError(504, `the speech server sent nothing for ${timeoutMs} ms`);
			throw new RemoteSpeechError(502, `couldn't reach the speech server: ${reason(error)}`);
		} finally {
			clearTimeout(timer);
		}
	}

	return {
		info: {
			id: "openai",
			name: "Remote speech server",
			version: `openai-${model}`,
			sampleRate,
			languages: [...new Set(voices.map(({ language }) => language))],
			speakers: voices.length,
			tier: "remote",
			capabilities: {
				speed: true,
				seed: false,
				stability: false,
				style: false,
				similarity: false,
				speakerBoost: false,
				phonemes: false,
				alignment: false,
			},
		},
		parallel,
		speakers: () => voices,
		async load() {},
		async synthesize(input, signal = new AbortController().signal) {
			const parts: Float32Array[] = [];
			for await (const part of stream(input, signal)) parts.push(part);
			const pcm = new Float32Array(parts.reduce((total, part) => total + part.length, 0));
			let at = 0;
			for (const part of parts) {
				pcm.set(part, at);
				at += part.length;
			}
			return { pcm, unsupported: allOverrides(input) };
		},
		stream,
		async close() {},
	};
}

/** The API has no field for phonemes, so every override is reported as unsupported. */
function allOverrides({ overrides = [] }: SynthesisInput): Synthesis["unsupported"] {
	return overrides.map(({ start, end }) => ({ start, end, reason: "remote speech servers don't support phonemes" }));
}

async function responseError(response: Response): Promise<RemoteSpeechError> {
	const body = (await response.text().catch(() => "")).slice(0, 300);
	return new RemoteSpeechError(response.status, `the speech server returned ${response.status}: ${body}`);
}

function reason(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause instanceof Error ? error.cause.message : error.message;
}

/**
 * Converts bytes to samples. Handles samples split across chunks, and skips the WAV header that some servers send
 * although raw samples were requested.
 */
export function createSampleReader(): (bytes: Uint8Array) => Float32Array {
	let pending = new Uint8Array();
	let headerParsed = false;
	return (bytes) => {
		let all = Buffer.concat([pending, bytes]);
		if (!headerParsed) {
			if (all.length < 4) {
				pending = all;
				return new Float32Array();
			}
			if (all.toString("latin1", 0, 4) === "RIFF") {
				const data = all.indexOf("data", 12, "latin1");
				if (data < 0 || all.length < data + 8) {
					pending = all;
					return new Float32Array();
				}
				all = all.subarray(data + 8);
			}
			headerParsed = true;
		}
		const evenLength = all.length - (all.length % 2);
		const pcm = new Float32Array(evenLength / 2);
		for (let at = 0; at < pcm.length; at++) pcm[at] = all.readInt16LE(at * 2) / 32768;
		pending = all.subarray(evenLength);
		return pcm;
	};
}
