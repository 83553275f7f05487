import { outputFormats } from "../media/formats.ts";
import { knowsSpeaker } from "../speech/blend.ts";
import type { EngineRegistry } from "../speech/speech.ts";
import { SpeechBadRequestError } from "./errors.ts";
import type { SpeechRequest, SpeechUnit, SpeechVoice } from "./protocol.ts";
import { type Priority, priorities } from "./scheduler.ts";

const longestText = 200_000;
const mostVoices = 64;
const boundaries = ["word", "clause", "sentence", "paragraph", "end"];
const takeKey = /^[\w-]+(?:\/[\w.-]+)*$/;

const refused = (reason: string) => new SpeechBadRequestError(reason);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const inRange = (value: unknown, least: number, most: number) =>
	value === undefined || (typeof value === "number" && value >= least && value <= most);

/** Checks what arrived from outside; everything after this may rely on it. */
export function parseRequest(body: unknown, registry: EngineRegistry): SpeechRequest {
	if (!isObject(body)) throw refused("the body is not a speech request");
	const { voices, units, format, priority, live } = body;
	if (!Array.isArray(voices) || voices.length === 0 || voices.length > mostVoices) throw refused("there are no voices");
	for (const voice of voices) checkVoice(voice, registry);
	if (!outputFormats.includes(format as SpeechRequest["format"])) throw refused(`unknown format ${String(format)}`);
	if (!priorities.includes(priority as Priority)) throw refused(`priority must be one of ${priorities.join(", ")}`);
	const parsed = parseUnits(units, voices.length);
	if (live !== true && parsed.length === 0) throw refused("there is no text");
	return body as SpeechRequest;
}

function checkVoice(voice: unknown, registry: EngineRegistry): void {
	if (!isObject(voice)) throw refused("a voice is not an object");
	const { engine: id, speaker, language, speed, stability, style, normalisation } = voice as Partial<SpeechVoice>;
	const engine = typeof id === "string" ? registry.get(id) : undefined;
	if (!engine) throw refused(`unknown engine ${String(id)}`);
	if (typeof speaker !== "string" || !knowsSpeaker(engine, speaker))
		throw refused(`${engine.info.id} has no speaker ${String(speaker)}`);
	if (language !== undefined && typeof language !== "string") throw refused("language must be a tag");
	if (!inRange(speed, 0.25, 4)) throw refused("speed must be between 0.25 and 4");
	if (!inRange(stability, 0, 1) || !inRange(style, 0, 1)) throw refused("stability and style are between 0 and 1");
	if (normalisation !== undefined && !["auto", "on", "off"].includes(normalisation))
		throw refused("normalisation must be auto, on or off");
}

/** Units of a request, or those that follow in a live one. */
export function parseUnits(units: unknown, voices: number): SpeechUnit[] {
	if (!Array.isArray(units)) throw refused("there are no units");
	let length = 0;
	for (const unit of units) {
		checkUnit(unit, voices);
		length += (unit as SpeechUnit).text.length;
	}
	if (length > longestText) throw refused(`the text is longer than ${longestText} characters`);
	return units as SpeechUnit[];
}

function checkUnit(unit: unknown, voices: number): void {
	if (!isObject(unit)) throw refused("a unit is not an object");
	const { text, voice = 0, boundary, start, end, seed, take, marks = [], breaks = [] } = unit as Partial<SpeechUnit>;
	if (typeof text !== "string" || text === "") throw refused("there is no text");
	if (!Number.isInteger(voice) || voice < 0 || voice >= voices) throw refused("a unit names a voice that is not there");
	if (!boundaries.includes(boundary as string)) throw refused("unknown boundary");
	if (!Number.isInteger(start) || !Number.isInteger(end)) throw refused("a unit has no place in the text");
	if (seed !== undefined && !Number.isInteger(seed)) throw refused("seed must be a whole number");
	if (take !== undefined && !(isObject(take) && takeKey.test(String(take.key))))
		throw refused("a take has no proper name");
	const within = (at: unknown) => Number.isInteger(at) && (at as number) >= 0 && (at as number) <= text.length;
	if (!Array.isArray(marks) || !marks.every((mark) => within(mark.start) && within(mark.end) && mark.start <= mark.end))
		throw refused("a mark lies outside the text");
	if (!Array.isArray(breaks) || !breaks.every((pause) => within(pause.at) && inRange(pause.seconds, 0, 20)))
		throw refused("a break lies outside the text");
}
