// Text to speech and dialogue over HTTP: in one piece, as a stream, with and without times. What a generation costs and how it is
// delivered is in speech.generate.service.ts, what is said in speech.plan.service.ts.
import { AppError } from "@timbre/contract/errors.ts";
import { formatTiers, plans, type Tier, tierAtLeast } from "@timbre/contract/plans.ts";
import {
	type DialogueBody,
	maxCharactersPerRequest,
	type SpeechBody,
	type TimedAudio,
	type VoiceSegment,
} from "@timbre/contract/speech.ts";
import { contentType, type OutputFormat, parseFormat } from "@timbre/engines/media/formats.ts";
import { finishWav } from "@timbre/engines/media/wav.ts";
import { plainRequest } from "@timbre/engines/node/plain-request.ts";
import type { SpeechEvent } from "@timbre/engines/node/protocol.ts";
import type { AudioAnswer } from "../../core/audio.ts";
import type { Context, PublicContext } from "../../core/context.ts";
import { chooseModel, type ModelFacts } from "../models/models.public.ts";
import { getShippedVoice, getSpeakableVoice, type SpeakableVoice, spokenSettings } from "../voices/voices.public.ts";
import { getTier } from "../workspace/workspace.public.ts";
import {
	type Delivery,
	type Generation,
	newGeneration,
	type OpenGeneration,
	openGeneration,
	type SpeechDeps,
	speechError,
} from "./speech.generate.service.ts";
import { requireAllowed } from "./speech.moderation.service.ts";
import { creditsFor, type Line, loadSpeechRules, type Plan, planSpeech } from "./speech.plan.service.ts";
import { addTimes, emptyTimes, presentAlignment, presentUnhonoured } from "./speech.present.ts";

export type SpeechOptions = { format: OutputFormat; keepHistory: boolean };
type OneVoice = SpeechOptions & { voiceId: string; body: SpeechBody };
type Dialogue = SpeechOptions & { body: DialogueBody };

type Wanted = { generation: Generation; plan: Plan; lines: Line[] };

async function wantedSpeech(
	deps: SpeechDeps,
	context: Context,
	{ voiceId, body, format, keepHistory }: OneVoice,
	timing: Generation["timing"],
): Promise<Wanted> {
	const [voice, tier, rules] = await Promise.all([
		getSpeakableVoice(deps.db, context.workspaceId, voiceId, context),
		getTier(deps.db, context.workspaceId),
		loadSpeechRules(deps.db, context.workspaceId, body.pronunciation_dictionary_locators),
	]);
	const model = requireModel(voice, body.model_id);
	requireFormat(tier, format);
	const settings = spokenSettings(voice, body.voice_settings);
	const line = {
		voice,
		engine: await deps.engineFacts(voice.engine),
		text: body.text,
		settings: settings ?? {},
	};
	const plan = await planSpeech(deps.db, context.workspaceId, [line], {
		...howTo(body),
		rules,
		nextText: body.next_text,
	});
	requireText(plan, model);
	requireAllowed(deps.moderate, plan, [line]);
	const generation = newGeneration({
		text: body.text,
		voice,
		model,
		tier,
		settings,
		format,
		keepHistory,
		timing,
		takeCheck: body.take_check,
	});
	return { generation, plan, lines: [line] };
}

async function wantedDialogue(
	deps: SpeechDeps,
	context: Context,
	{ body, format, keepHistory }: Dialogue,
	timing: Generation["timing"],
): Promise<Wanted> {
	const ids = [...new Set(body.inputs.map((input) => input.voice_id))];
	const [tier, rules, ...found] = await Promise.all([
		getTier(deps.db, context.workspaceId),
		loadSpeechRules(deps.db, context.workspaceId, body.pronunciation_dictionary_locators),
		...ids.map((id) => getSpeakableVoice(deps.db, context.workspaceId, id, context)),
	]);
	requireFormat(tier, format);
	const voices = new Map(found.map((voice, at) => [ids[at], voice]));
	const lines: Line[] = [];
	for (const input of body.inputs) {
		const voice = voices.get(input.voice_id) as SpeakableVoice;
		requireModel(voice, body.model_id);
		if (input.text.trim() === "")
			throw new AppError("empty_text", `Line ${lines.length + 1} of the dialogue has no text.`, { param: "inputs" });
		lines.push({
			voice,
			engine: await deps.engineFacts(voice.engine),
			text: input.text,
			settings: spokenSettings(voice, body.settings) ?? {},
		});
	}
	const [first] = lines as [Line, ...Line[]];
	// Lines may be spoken by several models; the longest text any of them takes is the limit.
	const model = lines
		.map(({ voice }) => requireModel(voice, body.model_id))
		.reduce((a, b) => (b.maxCharacters > a.maxCharacters ? b : a));
	const plan = await planSpeech(deps.db, context.workspaceId, lines, { ...howTo(body), rules });
	requireText(plan, model);
	requireAllowed(deps.moderate, plan, lines);
	const generation = newGeneration({
		text: lines.map(({ text }) => text).join("\n"),
		voice: first.voice,
		model: requireModel(first.voice, body.model_id),
		tier,
		settings: body.settings,
		format,
		keepHistory,
		timing,
		takeCheck: body.take_check,
		voices: found,
		dialogue: lines.map(({ text, voice }) => ({ text, voice_id: voice.id, voice_name: voice.name })),
	});
	return { generation, plan, lines };
}

function howTo(body: SpeechBody | DialogueBody) {
	return {
		languageCode: body.language_code,
		normalisation: body.apply_text_normalization,
		seed: body.seed,
		newTake: body.new_take,
		markup: true,
	};
}

export async function streamSpeech(deps: SpeechDeps, context: Context, request: OneVoice): Promise<AudioAnswer> {
	return audioAnswer(deps, context, await wantedSpeech(deps, context, request, "known"));
}

export async function streamDialogue(deps: SpeechDeps, context: Context, request: Dialogue): Promise<AudioAnswer> {
	return audioAnswer(deps, context, await wantedDialogue(deps, context, request, "known"));
}

async function audioAnswer(deps: SpeechDeps, context: Context, wanted: Wanted): Promise<AudioAnswer> {
	const open = await openGeneration(deps, context, wanted.generation, wanted.plan);
	const headers = { ...open.headers, ...unhonouredHeader(wanted) };
	return { contentType: contentType(wanted.generation.format), body: soundOf(open.body), headers };
}

/**
 * Sound has no room for a list of pronunciations that its model cannot speak, so a header carries what is known beforehand. What shows
 * only while it is spoken is in the answers with times and in the item's takes.
 */
function unhonouredHeader({ plan, lines }: Wanted): Record<string, string> {
	const deaf = plan.units.flatMap((unit) =>
		lines[unit.line]?.engine.capabilities.phonemes
			? []
			: (unit.marks ?? [])
					.filter((mark) => mark.type === "phoneme")
					.map((mark) => unit.text.slice(mark.start, mark.end)),
	);
	if (deaf.length === 0) return {};
	const words = [...new Set(deaf)].slice(0, 20);
	return { "unhonoured-rules": encodeURIComponent(JSON.stringify(words)) };
}

async function* soundOf(body: AsyncIterable<Delivery>): AsyncIterable<Uint8Array> {
	for await (const delivery of body) if (delivery.type === "audio") yield delivery.bytes;
}

/** One JSON text each, a blank line between them, the last one ended too: clients split at the line breaks. */
export async function streamSpeechTimed(deps: SpeechDeps, context: Context, request: OneVoice): Promise<AudioAnswer> {
	return linesAnswer(deps, context, await wantedSpeech(deps, context, request, "always"), false);
}

export async function streamDialogueTimed(deps: SpeechDeps, context: Context, request: Dialogue): Promise<AudioAnswer> {
	return linesAnswer(deps, context, await wantedDialogue(deps, context, request, "always"), true);
}

async function linesAnswer(
	deps: SpeechDeps,
	context: Context,
	wanted: Wanted,
	withSegments: boolean,
): Promise<AudioAnswer> {
	const open = await openGeneration(deps, context, wanted.generation, wanted.plan);
	return { contentType: "text/event-stream", body: linesOf(open, wanted, withSegments), headers: open.headers };
}

async function* linesOf(open: OpenGeneration, wanted: Wanted, withSegments: boolean): AsyncIterable<Uint8Array> {
	const line = (part: unknown) => Buffer.from(`${JSON.stringify(part)}\n\n`);
	const segments = createVoiceSegments(wanted);
	let timing: Extract<Delivery, { type: "timing" }> | undefined;
	for await (const delivery of open.body) {
		if (delivery.type === "timing") {
			timing = delivery;
			segments.timing(delivery);
		} else if (delivery.type === "unit") segments.unit(delivery);
		else {
			yield line({
				audio_base64: Buffer.from(delivery.bytes).toString("base64"),
				alignment: timing ? presentAlignment(timing.written) : null,
				normalized_alignment: timing ? presentAlignment(timing.spoken) : null,
				...(withSegments ? { voice_segments: segments.take() } : {}),
			});
			timing = undefined;
		}
	}
	const rest = segments.take();
	if (withSegments && rest.length > 0)
		yield line({ audio_base64: "", alignment: null, normalized_alignment: null, voice_segments: rest });
	const unhonoured = presentUnhonoured(open.unhonoured, wanted.plan);
	if (unhonoured.length > 0)
		yield line({
			audio_base64: "",
			alignment: null,
			normalized_alignment: null,
			...(withSegments ? { voice_segments: [] } : {}),
			unhonoured_rules: unhonoured,
		});
}

export async function convertSpeechTimed(deps: SpeechDeps, context: Context, request: OneVoice): Promise<TimedAudio> {
	const { voice_segments: _segments, ...timed } = await wholeTimed(
		deps,
		context,
		await wantedSpeech(deps, context, request, "always"),
	);
	return timed;
}

export async function convertDialogueTimed(deps: SpeechDeps, context: Context, request: Dialogue) {
	return wholeTimed(deps, context, await wantedDialogue(deps, context, request, "always"));
}

async function wholeTimed(
	deps: SpeechDeps,
	context: Context,
	wanted: Wanted,
): Promise<TimedAudio & { voice_segments: VoiceSegment[] }> {
	requireWhole(wanted);
	const open = await openGeneration(deps, context, wanted.generation, wanted.plan);
	const parts: Uint8Array[] = [];
	const written = emptyTimes();
	const spoken = emptyTimes();
	const segments = createVoiceSegments(wanted);
	for await (const delivery of open.body) {
		if (delivery.type === "audio") parts.push(delivery.bytes);
		else if (delivery.type === "unit") segments.unit(delivery);
		else {
			segments.timing(delivery);
			addTimes(written, delivery.written);
			addTimes(spoken, delivery.spoken);
		}
	}
	for (const [name, value] of Object.entries(open.headers)) context.answerHeader(name, value);
	const bytes = Buffer.concat(parts);
	return {
		audio_base64: (parseFormat(wanted.generation.format).codec === "wav" ? finishWav(bytes) : bytes).toString("base64"),
		alignment: written.characters.length > 0 ? presentAlignment(written) : null,
		normalized_alignment: spoken.characters.length > 0 ? presentAlignment(spoken) : null,
		unhonoured_rules: presentUnhonoured(open.unhonoured, wanted.plan),
		voice_segments: segments.take(),
	};
}

/** Who speaks when: one segment a line, told when the line has been heard. */
function createVoiceSegments({ plan, lines }: Wanted) {
	const done: VoiceSegment[] = [];
	let characters = 0;
	let begun: { line: number; characters: number; seconds: number } | undefined;
	return {
		timing({ written }: { written: { characters: string[] } }) {
			characters += written.characters.length;
		},
		unit({ unit, start, end }: Extract<Delivery, { type: "unit" }>) {
			if (!unit) return;
			begun ??= { line: unit.line, characters: 0, seconds: start };
			const next = plan.units[plan.units.indexOf(unit) + 1];
			if (next?.line === unit.line) return;
			done.push({
				voice_id: lines[unit.line]?.voice.id ?? "",
				start_time_seconds: begun.seconds,
				end_time_seconds: end,
				character_start_index: begun.characters,
				character_end_index: characters,
				dialogue_input_index: unit.line,
			});
			begun = next ? { line: next.line, characters, seconds: end } : undefined;
		},
		take: () => done.splice(0),
	};
}

export async function estimateSpeech(
	deps: SpeechDeps,
	context: Context,
	request: { voiceId: string; body: SpeechBody },
) {
	const { db } = deps;
	const [voice, rules] = await Promise.all([
		getSpeakableVoice(db, context.workspaceId, request.voiceId, context),
		loadSpeechRules(db, context.workspaceId, request.body.pronunciation_dictionary_locators),
	]);
	const model = requireModel(voice, request.body.model_id);
	const { body } = request;
	const line = {
		voice,
		engine: await deps.engineFacts(voice.engine),
		text: body.text,
		settings: spokenSettings(voice, body.voice_settings) ?? {},
	};
	const plan = await planSpeech(db, context.workspaceId, [line], { ...howTo(body), rules, nextText: body.next_text });
	requireAllowed(deps.moderate, plan, [line]);
	return priced(plan, model);
}

export async function estimateDialogue(deps: SpeechDeps, context: Context, body: DialogueBody) {
	const request = { body, format: "mp3_44100_128", keepHistory: false } as const;
	const { plan, generation } = await wantedDialogue(deps, context, request, "known");
	return priced(plan, generation.model);
}

function priced(plan: Plan, model: Generation["model"]) {
	return {
		characters: plan.characters,
		new_characters: plan.newCharacters,
		credits: creditsFor(plan.newWorth, model.cost),
		sentences: plan.units.map(({ start, end, fresh }) => ({
			start: plan.sentAt(start),
			end: plan.sentAt(end),
			new: fresh,
		})),
		model_id: model.id,
	};
}

/** A visitor who hears nothing for so long is better told to come back. */
const visitorPatienceMs = 20_000;
const visitorsBusy =
	"All voices are busy: signed-in users come first, and only a few visitors are heard at once. Try again in a moment.";

/**
 * One sentence for a visitor: nobody is charged, nothing is kept. The speech node serves only a few visitors at once and every customer
 * before them, whichever api process they came through.
 */
export async function trySpeech(
	deps: SpeechDeps,
	context: PublicContext,
	request: { voiceId: string; text: string },
	onRefused: () => Promise<void>,
): Promise<AudioAnswer> {
	const voice = await getShippedVoice(deps.db, request.voiceId);
	const format = "mp3_44100_128";
	const { engine, speaker, language } = voice;
	const wanted = plainRequest({ engine, speaker, language, text: request.text, format, priority: "visitor" });
	const impatience = new AbortController();
	const patience = setTimeout(() => impatience.abort(), visitorPatienceMs);
	const events = deps.speech
		.speak(wanted, AbortSignal.any([context.signal, impatience.signal]))
		[Symbol.asyncIterator]();
	const first = await events
		.next()
		.catch(async (error: unknown) => {
			const known = impatience.signal.aborted
				? new AppError("system_busy", visitorsBusy, { cause: error, retryAfterSeconds: 10 })
				: speechError(error);
			if (!(known instanceof AppError) || known.code !== "system_busy") throw known;
			await onRefused();
			throw new AppError("system_busy", visitorsBusy, {
				cause: error,
				retryAfterSeconds: known.retryAfterSeconds ?? 2,
			});
		})
		.finally(() => clearTimeout(patience));
	return { contentType: contentType(format), body: bytesOnly(first, events) };
}

async function* bytesOnly(
	first: IteratorResult<SpeechEvent>,
	events: AsyncIterator<SpeechEvent>,
): AsyncGenerator<Uint8Array> {
	try {
		for (let next = first; !next.done; next = await events.next())
			if (next.value.type === "audio") yield next.value.bytes;
	} finally {
		await events.return?.();
	}
}

export function requireModel(voice: SpeakableVoice, requested: string | null | undefined): ModelFacts {
	const choice = chooseModel(voice.engine, requested);
	if ("model" in choice) return choice.model;
	if (choice.refused === "model_not_found")
		throw new AppError("model_not_found", `There is no model ${requested}.`, { param: "model_id" });
	throw new AppError(
		"model_can_not_use_voice",
		`The model ${requested} cannot speak with the voice ${voice.name}. Leave model_id out, or choose another voice.`,
		{ param: "model_id" },
	);
}

function requireText({ text, units, characters }: Plan, model: ModelFacts): void {
	if (units.length === 0 || !/[\p{L}\p{N}]/u.test(text))
		throw new AppError("empty_text", "There is no text to speak.", { param: "text" });
	const most = Math.min(model.maxCharacters, maxCharactersPerRequest);
	if (characters > most) {
		throw new AppError(
			"max_character_limit_exceeded",
			`The text has ${characters} characters; ${model.name} takes at most ${most} a request. Split it into parts.`,
			{ param: "text" },
		);
	}
}

/** An answer in one JSON text is in memory as a whole, and a third larger than its sound. */
const mostInOneAnswer = { compressed: 50_000, raw: 10_000 } as const;

function requireWhole({ plan, generation }: Wanted): void {
	const { codec } = parseFormat(generation.format);
	const most = mostInOneAnswer[codec === "wav" || codec === "pcm" ? "raw" : "compressed"];
	if (plan.characters <= most) return;
	throw new AppError(
		"max_character_limit_exceeded",
		`With times in one answer, ${generation.format} takes at most ${most} characters; this text has ${plan.characters}. Use the streaming call instead.`,
		{ param: "text" },
	);
}

const gatedFormats: Partial<Record<OutputFormat, Tier>> = formatTiers;

export function requireFormat(tier: Tier, format: OutputFormat): void {
	const needed = gatedFormats[format];
	if (needed === undefined || tierAtLeast(tier, needed)) return;
	throw new AppError(
		"only_for_higher_plan",
		`The format ${format} comes with the ${plans[needed].label} plan and above.`,
		{ param: "output_format" },
	);
}
