import { SpeechBadRequestError } from "../../errors.ts";
import { type OutputFormat, outputFormats } from "../../media/formats.ts";
import { supportsSpeaker } from "../../speech/blend.ts";
import type { EngineRegistry } from "../../speech/speech.ts";
import type { SpeechRequest, SpeechUnit, SpeechVoice } from "../protocol.ts";
import { type Priority, priorities } from "../scheduler.ts";

const maxTextLength = 200_000;
const maxVoices = 64;
const boundaries = ["word", "clause", "sentence", "paragraph", "end"];
const takeKey = /^[\w-]+(?:\/[\w.-]+)*$/;

const badRequest = (reason: string) => new SpeechBadRequestError(reason);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const inRange = (value: unknown, min: number, max: number) =>
	value === undefined || (typeof value === "number" && value >= min && value <= max);

/** Validates an untrusted request body. Everything downstream relies on it. */
export function parseRequest(body: unknown, registry: EngineRegistry): SpeechRequest {
	if (!isObject(body)) throw badRequest("the body is not a speech request");
	const { voices, units, format, priority, live } = body;
	if (!Array.isArray(voices) || voices.length === 0 || voices.length > maxVoices)
		throw badRequest(`voices must be a list of 1 to ${maxVoices} voices`);
	for (const voice of voices) checkVoice(voice, registry);
	if (format !== null && !outputFormats.includes(format as OutputFormat))
		throw badRequest(`unknown format ${String(format)}`);
	if (!priorities.includes(priority as Priority)) throw badRequest(`priority must be one of ${priorities.join(", ")}`);
	const parsed = parseUnits(units, voices.length);
	if (live !== true && parsed.length === 0) throw badRequest("the text is empty");
	return body as SpeechRequest;
}

function checkVoice(voice: unknown, registry: EngineRegistry): void {
	if (!isObject(voice)) throw badRequest("a voice must be an object");
	const { engine: id, speaker, language, speed, stability, style, normalisation } = voice as Partial<SpeechVoice>;
	const engine = typeof id === "string" ? registry.get(id) : undefined;
	if (!engine) throw badRequest(`unknown engine ${String(id)}`);
	if (typeof speaker !== "string" || !supportsSpeaker(engine, speaker))
		throw badRequest(`${engine.info.id} has no speaker ${String(speaker)}`);
	if (language !== undefined && typeof language !== "string") throw badRequest("language must be a BCP 47 tag");
	if (!inRange(speed, 0.25, 4)) throw badRequest("speed must be between 0.25 and 4");
	if (!inRange(stability, 0, 1) || !inRange(style, 0, 1))
		throw badRequest("stability and style must be between 0 and 1");
	if (normalisation !== undefined && !["auto", "on", "off"].includes(normalisation))
		throw badRequest("normalisation must be auto, on or off");
}

/** Validates the units of a request, or a later batch of a live one. */
export function parseUnits(units: unknown, voiceCount: number): SpeechUnit[] {
	if (!Array.isArray(units)) throw badRequest("units must be a list");
	let length = 0;
	for (const unit of units) {
		checkUnit(unit, voiceCount);
		length += (unit as SpeechUnit).text.length;
	}
	if (length > maxTextLength) throw badRequest(`the text is longer than ${maxTextLength} characters`);
	return units as SpeechUnit[];
}

function checkUnit(unit: unknown, voiceCount: number): void {
	if (!isObject(unit)) throw badRequest("a unit must be an object");
	const { text, voice = 0, boundary, start, end, seed, take, marks = [], breaks = [] } = unit as Partial<SpeechUnit>;
	if (typeof text !== "string" || text === "") throw badRequest("the text is empty");
	if (!Number.isInteger(voice) || voice < 0 || voice >= voiceCount)
		throw badRequest("a unit refers to a voice that is not in the request");
	if (!boundaries.includes(boundary as string)) throw badRequest("unknown boundary");
	if (!Number.isInteger(start) || !Number.isInteger(end)) throw badRequest("a unit has no start or end offset");
	if (seed !== undefined && !Number.isInteger(seed)) throw badRequest("seed must be an integer");
	if (take !== undefined && !(isObject(take) && takeKey.test(String(take.key))))
		throw badRequest("a take has an invalid key");
	const isOffset = (at: unknown) => Number.isInteger(at) && (at as number) >= 0 && (at as number) <= text.length;
	if (
		!Array.isArray(marks) ||
		!marks.every((mark) => isOffset(mark.start) && isOffset(mark.end) && mark.start <= mark.end)
	)
		throw badRequest("a mark is outside the text");
	if (!Array.isArray(breaks) || !breaks.every((pause) => isOffset(pause.at) && inRange(pause.seconds, 0, 20)))
		throw badRequest("a break is outside the text or longer than 20 seconds");
}
