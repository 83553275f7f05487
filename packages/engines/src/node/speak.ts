import { setImmediate } from "node:timers/promises";
import { type AudioEncoder, createEncoder } from "../media/encoder.ts";
import { outputFormats } from "../media/formats.ts";
import { createPeaks } from "../media/peaks.ts";
import { finishSegment, finishStream } from "../speech/join.ts";
import type { EngineRegistry, SpeechEngine } from "../speech/speech.ts";
import { normalise } from "../text/normalise.ts";
import { type Segment, segmentText } from "../text/segment.ts";
import { SpeechBadRequestError } from "./errors.ts";
import type { SpeechEvent, SpeechRequest } from "./protocol.ts";
import type { Render, Scheduler } from "./scheduler.ts";

const longestText = 200_000;
/** Sound is encoded in slices, so that the first bytes leave at once and one long segment holds up no other stream. */
const sliceSeconds = 0.2;
const peakCount = 200;
const speakable = /[\p{L}\p{N}]/u;

export type Speaking = {
	registry: EngineRegistry;
	scheduler: Scheduler;
	/** Hears how long the engine alone took until the first sound of a request. */
	onFirstClause?: (seconds: number) => void;
};

/** Compiles what reads text, so that the first listener does not wait for it. */
export function warmText(): void {
	const text = "On March 5, 2024, at 3:45 pm, Dr. Smith paid $3.50 for 2 kg of apples; see https://example.com.";
	for (const { start, end } of segmentText(text)) normalise(text.slice(start, end), "en-US", "on");
}

/** Checks what arrived from outside; everything after this may rely on it. */
export function parseRequest(body: unknown, registry: EngineRegistry): SpeechRequest {
	if (typeof body !== "object" || body === null) throw new SpeechBadRequestError("the body is not a speech request");
	const request = body as Partial<SpeechRequest>;
	const engine = typeof request.engine === "string" ? registry.get(request.engine) : undefined;
	if (!engine) throw new SpeechBadRequestError(`unknown engine ${String(request.engine)}`);
	if (!engine.speakers().some(({ id }) => id === request.speaker)) {
		throw new SpeechBadRequestError(`${engine.info.id} has no speaker ${String(request.speaker)}`);
	}
	if (typeof request.text !== "string" || request.text.trim() === "")
		throw new SpeechBadRequestError("there is no text");
	if (request.text.length > longestText)
		throw new SpeechBadRequestError(`the text is longer than ${longestText} characters`);
	if (!outputFormats.includes(request.format as SpeechRequest["format"])) {
		throw new SpeechBadRequestError(`unknown format ${String(request.format)}`);
	}
	const speed = request.speed ?? 1;
	if (typeof speed !== "number" || !(speed >= 0.25 && speed <= 4)) {
		throw new SpeechBadRequestError("speed must be between 0.25 and 4");
	}
	if (request.language !== undefined && typeof request.language !== "string") {
		throw new SpeechBadRequestError("language must be a tag");
	}
	if (request.seed !== undefined && !Number.isInteger(request.seed))
		throw new SpeechBadRequestError("seed must be a whole number");
	if (request.normalisation !== undefined && !["auto", "on", "off"].includes(request.normalisation)) {
		throw new SpeechBadRequestError("normalisation must be auto, on or off");
	}
	if (request.priority !== "interactive" && request.priority !== "background") {
		throw new SpeechBadRequestError("priority must be interactive or background");
	}
	return { ...(request as SpeechRequest), speed };
}

/** Speaks a request. Throws SpeechBusyError before the first event where there is no room. */
export async function* speak(
	request: SpeechRequest,
	{ registry, scheduler, onFirstClause }: Speaking,
	signal: AbortSignal,
): AsyncIterable<SpeechEvent> {
	const engine = registry.get(request.engine);
	if (!engine) throw new SpeechBadRequestError(`unknown engine ${request.engine}`);
	const { sampleRate } = engine.info;
	const segments = segmentText(request.text);
	const language = spokenLanguage(engine, request);
	const over = new AbortController();
	const parts = scheduler.submit({
		lane: engine.info.id,
		parallel: engine.parallel,
		priority: request.priority,
		segments: segments.map((segment, index) =>
			index === 0
				? timed(renderer(engine, request, language, segment), onFirstClause)
				: renderer(engine, request, language, segment),
		),
		signal: AbortSignal.any([signal, over.signal]),
	});
	let encoder: AudioEncoder | undefined;
	try {
		encoder = await createEncoder(request.format, sampleRate);
		const peaks = createPeaks({ count: peakCount });
		let total = 0;
		let samples = 0;
		let flushed = 0;
		for await (const part of parts) {
			if ("pcm" in part) {
				samples += part.pcm.length;
				peaks.push(part.pcm);
				const slice = Math.round(sampleRate * sliceSeconds);
				for (let at = 0; at < part.pcm.length; at += slice) {
					// Also before the second piece of an engine that hands out many small ones at once.
					if (at > 0 || flushed === 1) await setImmediate();
					signal.throwIfAborted();
					const bytes = encoder.push(part.pcm.subarray(at, at + slice));
					if (bytes.length === 0) continue;
					flushed++;
					yield { type: "audio", bytes };
				}
				continue;
			}
			const segment = segments[part.index];
			if (!segment) continue;
			const seconds = samples / sampleRate;
			total += seconds;
			samples = 0;
			yield { type: "segment", index: part.index, start: segment.start, end: segment.end, seconds };
		}
		const rest = encoder.flush();
		encoder = undefined;
		if (rest.length > 0) yield { type: "audio", bytes: rest };
		yield { type: "end", seconds: total, segments: segments.length, peaks: [...peaks.finish()] };
	} finally {
		encoder?.close();
		over.abort();
	}
}

function renderer(engine: SpeechEngine, request: SpeechRequest, language: string, segment: Segment): Render {
	const { speaker, speed = 1, seed, normalisation = "auto" } = request;
	const joining = { sampleRate: engine.info.sampleRate, boundary: segment.boundary, speed };
	// Written out only when its turn comes: the first sound of a long text must not wait for the last page.
	return async function* render(signal) {
		const written = request.text.slice(segment.start, segment.end);
		if (!speakable.test(written)) return;
		const text = normalise(written, language, normalisation);
		if (!speakable.test(text)) return;
		const input = { text, speaker, language, speed, seed };
		if (engine.stream) yield* finishStream(engine.stream(input, signal), joining);
		else yield finishSegment((await engine.synthesise(input, signal)).pcm, joining);
	};
}

function timed(render: Render, onFirst: Speaking["onFirstClause"]): Render {
	return async function* (signal) {
		const started = performance.now();
		let heard = false;
		for await (const pcm of render(signal)) {
			if (!heard) onFirst?.((performance.now() - started) / 1000);
			heard = true;
			yield pcm;
		}
	};
}

/** The asked language where the engine has it, in the speaker's own variety if it is the speaker's language; else the speaker's. */
function spokenLanguage(engine: SpeechEngine, { speaker, language }: SpeechRequest): string {
	const own = engine.speakers().find(({ id }) => id === speaker)?.language ?? engine.info.languages[0] ?? "en-US";
	if (!language || engine.info.tier === "basic") return own;
	const primary = (tag: string) => tag.toLowerCase().split("-")[0];
	if (primary(language) === primary(own)) return own;
	return engine.info.languages.find((tag) => primary(tag) === primary(language)) ?? own;
}
