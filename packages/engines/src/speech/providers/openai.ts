import type { Speaker, SpeechEngine, Synthesis, SynthesisInput } from "../speech.ts";

export type OpenAiOptions = {
	/** Everything before /v1/audio/speech. */
	baseUrl: string;
	key?: string;
	model: string;
	/** Which of the server's voices stands behind which speaker. */
	voices: (Speaker & { voice: string })[];
	/** The server answers raw 16-bit little-endian samples at this rate. */
	sampleRate?: number;
	/** How long the first byte, and each byte after another, may take. */
	timeoutMs?: number;
	parallel?: number;
};

export class RemoteSpeechError extends Error {
	readonly status: number;
	constructor(status: number, message: string) {
		super(message);
		this.name = "RemoteSpeechError";
		this.status = status;
	}
}

/** Any server that speaks `POST /v1/audio/speech`: a GPU machine behind the same interface. */
export function createOpenAiEngine(options: OpenAiOptions): SpeechEngine {
	const { baseUrl, key, model, voices, sampleRate = 24_000, timeoutMs = 30_000, parallel = 8 } = options;
	const url = `${baseUrl.replace(/\/+$/, "")}/v1/audio/speech`;

	async function* stream({ text, speaker, speed }: SynthesisInput, signal: AbortSignal): AsyncIterable<Float32Array> {
		const voice = voices.find(({ id }) => id === speaker)?.voice ?? speaker;
		const idle = new AbortController();
		let timer: NodeJS.Timeout | undefined;
		const wind = () => {
			clearTimeout(timer);
			timer = setTimeout(() => idle.abort(), timeoutMs);
		};
		wind();
		try {
			const response = await fetch(url, {
				method: "POST",
				headers: { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) },
				body: JSON.stringify({ model, voice, input: text, speed, response_format: "pcm", stream: true }),
				signal: AbortSignal.any([signal, idle.signal]),
			});
			if (!response.ok || !response.body) throw await refusal(response);
			const samples = createSampleReader();
			for await (const bytes of response.body) {
				wind();
				const pcm = samples(bytes);
				if (pcm.length > 0) yield pcm;
			}
		} catch (error) {
			if (signal.aborted || error instanceof RemoteSpeechError) throw error;
			if (idle.signal.aborted) throw new RemoteSpeechError(504, `the speech server was silent for ${timeoutMs} ms`);
			throw new RemoteSpeechError(502, `the speech server cannot be reached: ${reason(error)}`);
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
		async synthesise(input, signal = new AbortController().signal) {
			const parts: Float32Array[] = [];
			for await (const part of stream(input, signal)) parts.push(part);
			const pcm = new Float32Array(parts.reduce((total, part) => total + part.length, 0));
			let at = 0;
			for (const part of parts) {
				pcm.set(part, at);
				at += part.length;
			}
			return { pcm, unhonoured: refusedOverrides(input) };
		},
		stream,
		async close() {},
	};
}

/** The interface has no place for phonemes: the letters are spoken, and whoever gave the phonemes is told. */
function refusedOverrides({ overrides = [] }: SynthesisInput): Synthesis["unhonoured"] {
	return overrides.map(({ start, end }) => ({ start, end, reason: "a remote speech server takes no phonemes" }));
}

async function refusal(response: Response): Promise<RemoteSpeechError> {
	const body = (await response.text().catch(() => "")).slice(0, 300);
	return new RemoteSpeechError(response.status, `the speech server answered ${response.status}: ${body}`);
}

function reason(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause instanceof Error ? error.cause.message : error.message;
}

/**
 * Bytes → samples. A sample may be cut in two by the network; a WAV header, which some servers send although
 * raw samples were asked for, is skipped.
 */
export function createSampleReader(): (bytes: Uint8Array) => Float32Array {
	let held = new Uint8Array();
	let headerSeen = false;
	return (bytes) => {
		let all = Buffer.concat([held, bytes]);
		if (!headerSeen) {
			if (all.length < 4) {
				held = all;
				return new Float32Array();
			}
			if (all.toString("latin1", 0, 4) === "RIFF") {
				const data = all.indexOf("data", 12, "latin1");
				if (data < 0 || all.length < data + 8) {
					held = all;
					return new Float32Array();
				}
				all = all.subarray(data + 8);
			}
			headerSeen = true;
		}
		const whole = all.length - (all.length % 2);
		const pcm = new Float32Array(whole / 2);
		for (let at = 0; at < pcm.length; at++) pcm[at] = all.readInt16LE(at * 2) / 32768;
		held = all.subarray(whole);
		return pcm;
	};
}
