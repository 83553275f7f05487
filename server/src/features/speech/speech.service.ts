// Text to speech and dialogue over HTTP: as a file or a stream, with or without timestamps. speech.generate.service.ts charges and
// delivers a generation, speech.plan.service.ts decides what is spoken.
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
import type { AudioResponse } from "../../core/audio.ts";
import type { Context, PublicContext } from "../../core/context.ts";
import { type ModelInfo, selectModel } from "../models/models.public.ts";
import { getShippedVoice, getUsableVoice, mergeVoiceSettings, type UsableVoice } from "../voices/voices.public.ts";
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
import { appendTimes, emptyTimes, presentAlignment, presentUnsupportedRules } from "./speech.present.ts";

export type SpeechOptions = { format: OutputFormat; storeHistory: boolean };
type SpeechInput = SpeechOptions & { voiceId: string; body: SpeechBody };
type DialogueInput = SpeechOptions & { body: DialogueBody };

type PreparedSpeech = { generation: Generation; plan: Plan; lines: Line[] };

async function prepareSpeech(
	deps: SpeechDeps,
	context: Context,
	{ voiceId, body, format, storeHistory }: SpeechInput,
	timing: Generation["timing"],
): Promise<PreparedSpeech> {
	const [voice, tier, rules] = await Promise.all([
		getUsableVoice(deps.db, context.workspaceId, voiceId, context),
		getTier(deps.db, context.workspaceId),
		loadSpeechRules(deps.db, context.workspaceId, body.pronunciation_dictionary_locators),
	]);
	const model = requireModel(voice, body.model_id);
	requireFormat(tier, format);
	const settings = mergeVoiceSettings(voice, body.voice_settings);
	const line = {
		voice,
		engine: await deps.getEngineInfo(voice.engine),
		text: body.text,
		settings: settings ?? {},
	};
	const plan = await planSpeech(deps.db, context.workspaceId, [line], {
		...renderOptions(body),
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
		storeHistory,
		timing,
		takeCheck: body.take_check,
	});
	return { generation, plan, lines: [line] };
}

async function prepareDialogue(
	deps: SpeechDeps,
	context: Context,
	{ body, format, storeHistory }: DialogueInput,
	timing: Generation["timing"],
): Promise<PreparedSpeech> {
	const ids = [...new Set(body.inputs.map((input) => input.voice_id))];
	const [tier, rules, ...found] = await Promise.all([
		getTier(deps.db, context.workspaceId),
		loadSpeechRules(deps.db, context.workspaceId, body.pronunciation_dictionary_locators),
		...ids.map((id) => getUsableVoice(deps.db, context.workspaceId, id, context)),
	]);
	requireFormat(tier, format);
	const voices = new Map(found.map((voice, at) => [ids[at], voice]));
	const lines: Line[] = [];
	for (const input of body.inputs) {
		const voice = voices.get(input.voice_id) as UsableVoice;
		requireModel(voice, body.model_id);
		if (input.text.trim() === "")
			throw new AppError(
				"empty_text",
				`Line ${lines.length + 1} of the dialogue is empty. Add text or remove the line.`,
				{ param: "inputs" },
			);
		lines.push({
			voice,
			engine: await deps.getEngineInfo(voice.engine),
			text: input.text,
			settings: mergeVoiceSettings(voice, body.settings) ?? {},
		});
	}
	const [first] = lines as [Line, ...Line[]];
	// Lines may use several models; the highest of their limits applies.
	const model = lines
		.map(({ voice }) => requireModel(voice, body.model_id))
		.reduce((a, b) => (b.maxCharacters > a.maxCharacters ? b : a));
	const plan = await planSpeech(deps.db, context.workspaceId, lines, { ...renderOptions(body), rules });
	requireText(plan, model);
	requireAllowed(deps.moderate, plan, lines);
	const generation = newGeneration({
		text: lines.map(({ text }) => text).join("\n"),
		voice: first.voice,
		model: requireModel(first.voice, body.model_id),
		tier,
		settings: body.settings,
		format,
		storeHistory,
		timing,
		takeCheck: body.take_check,
		voices: found,
		dialogue: lines.map(({ text, voice }) => ({ text, voice_id: voice.id, voice_name: voice.name })),
	});
	return { generation, plan, lines };
}

function renderOptions(body: SpeechBody | DialogueBody) {
	return {
		languageCode: body.language_code,
		normalization: body.apply_text_normalization,
		seed: body.seed,
		newTake: body.new_take,
		markup: true,
	};
}

export async function streamSpeech(deps: SpeechDeps, context: Context, request: SpeechInput): Promise<AudioResponse> {
	return audioResponse(deps, context, await prepareSpeech(deps, context, request, "known"));
}

export async function streamDialogue(
	deps: SpeechDeps,
	context: Context,
	request: DialogueInput,
): Promise<AudioResponse> {
	return audioResponse(deps, context, await prepareDialogue(deps, context, request, "known"));
}

async function audioResponse(deps: SpeechDeps, context: Context, prepared: PreparedSpeech): Promise<AudioResponse> {
	const open = await openGeneration(deps, context, prepared.generation, prepared.plan);
	const headers = { ...open.headers, ...unsupportedRulesHeader(prepared) };
	return { contentType: contentType(prepared.generation.format), body: audioBytes(open.body), headers };
}

/**
 * An audio response has no field for unsupported pronunciation rules, so a header lists those known before synthesis. Those found during
 * synthesis appear in responses with timestamps and in the item's takes.
 */
function unsupportedRulesHeader({ plan, lines }: PreparedSpeech): Record<string, string> {
	const unsupported = plan.units.flatMap((unit) =>
		lines[unit.line]?.engine.capabilities.phonemes
			? []
			: (unit.marks ?? [])
					.filter((mark) => mark.type === "phoneme")
					.map((mark) => unit.text.slice(mark.start, mark.end)),
	);
	if (unsupported.length === 0) return {};
	const words = [...new Set(unsupported)].slice(0, 20);
	return { "unhonoured-rules": encodeURIComponent(JSON.stringify(words)) };
}

async function* audioBytes(body: AsyncIterable<Delivery>): AsyncIterable<Uint8Array> {
	for await (const delivery of body) if (delivery.type === "audio") yield delivery.bytes;
}

/** JSON objects, each followed by a blank line, including the last: clients split at the line breaks. */
export async function streamSpeechTimed(
	deps: SpeechDeps,
	context: Context,
	request: SpeechInput,
): Promise<AudioResponse> {
	return timedStreamResponse(deps, context, await prepareSpeech(deps, context, request, "always"), false);
}

export async function streamDialogueTimed(
	deps: SpeechDeps,
	context: Context,
	request: DialogueInput,
): Promise<AudioResponse> {
	return timedStreamResponse(deps, context, await prepareDialogue(deps, context, request, "always"), true);
}

async function timedStreamResponse(
	deps: SpeechDeps,
	context: Context,
	prepared: PreparedSpeech,
	withSegments: boolean,
): Promise<AudioResponse> {
	const open = await openGeneration(deps, context, prepared.generation, prepared.plan);
	return { contentType: "text/event-stream", body: timedEvents(open, prepared, withSegments), headers: open.headers };
}

async function* timedEvents(
	open: OpenGeneration,
	prepared: PreparedSpeech,
	withSegments: boolean,
): AsyncIterable<Uint8Array> {
	const encode = (part: unknown) => Buffer.from(`${JSON.stringify(part)}\n\n`);
	const segments = createVoiceSegments(prepared);
	let timing: Extract<Delivery, { type: "timing" }> | undefined;
	for await (const delivery of open.body) {
		if (delivery.type === "timing") {
			timing = delivery;
			segments.timing(delivery);
		} else if (delivery.type === "unit") segments.unit(delivery);
		else {
			yield encode({
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
		yield encode({ audio_base64: "", alignment: null, normalized_alignment: null, voice_segments: rest });
	const unsupportedRules = presentUnsupportedRules(open.unsupportedRules, prepared.plan);
	if (unsupportedRules.length > 0)
		yield encode({
			audio_base64: "",
			alignment: null,
			normalized_alignment: null,
			...(withSegments ? { voice_segments: [] } : {}),
			unhonoured_rules: unsupportedRules,
		});
}

export async function convertSpeechTimed(
	deps: SpeechDeps,
	context: Context,
	request: SpeechInput,
): Promise<TimedAudio> {
	const { voice_segments: _segments, ...timed } = await convertTimed(
		deps,
		context,
		await prepareSpeech(deps, context, request, "always"),
	);
	return timed;
}

export async function convertDialogueTimed(deps: SpeechDeps, context: Context, request: DialogueInput) {
	return convertTimed(deps, context, await prepareDialogue(deps, context, request, "always"));
}

async function convertTimed(
	deps: SpeechDeps,
	context: Context,
	prepared: PreparedSpeech,
): Promise<TimedAudio & { voice_segments: VoiceSegment[] }> {
	requireOneResponse(prepared);
	const open = await openGeneration(deps, context, prepared.generation, prepared.plan);
	const parts: Uint8Array[] = [];
	const written = emptyTimes();
	const spoken = emptyTimes();
	const segments = createVoiceSegments(prepared);
	for await (const delivery of open.body) {
		if (delivery.type === "audio") parts.push(delivery.bytes);
		else if (delivery.type === "unit") segments.unit(delivery);
		else {
			segments.timing(delivery);
			appendTimes(written, delivery.written);
			appendTimes(spoken, delivery.spoken);
		}
	}
	for (const [name, value] of Object.entries(open.headers)) context.setResponseHeader(name, value);
	const bytes = Buffer.concat(parts);
	return {
		audio_base64: (parseFormat(prepared.generation.format).codec === "wav" ? finishWav(bytes) : bytes).toString(
			"base64",
		),
		alignment: written.characters.length > 0 ? presentAlignment(written) : null,
		normalized_alignment: spoken.characters.length > 0 ? presentAlignment(spoken) : null,
		unhonoured_rules: presentUnsupportedRules(open.unsupportedRules, prepared.plan),
		voice_segments: segments.take(),
	};
}

/** Collects one voice segment per dialogue line, complete once the line was delivered. */
function createVoiceSegments({ plan, lines }: PreparedSpeech) {
	const done: VoiceSegment[] = [];
	let characters = 0;
	let current: { line: number; characters: number; seconds: number } | undefined;
	return {
		timing({ written }: { written: { characters: string[] } }) {
			characters += written.characters.length;
		},
		unit({ unit, start, end }: Extract<Delivery, { type: "unit" }>) {
			if (!unit) return;
			current ??= { line: unit.line, characters: 0, seconds: start };
			const next = plan.units[plan.units.indexOf(unit) + 1];
			if (next?.line === unit.line) return;
			done.push({
				voice_id: lines[unit.line]?.voice.id ?? "",
				start_time_seconds: current.seconds,
				end_time_seconds: end,
				character_start_index: current.characters,
				character_end_index: characters,
				dialogue_input_index: unit.line,
			});
			current = next ? { line: next.line, characters, seconds: end } : undefined;
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
		getUsableVoice(db, context.workspaceId, request.voiceId, context),
		loadSpeechRules(db, context.workspaceId, request.body.pronunciation_dictionary_locators),
	]);
	const model = requireModel(voice, request.body.model_id);
	const { body } = request;
	const line = {
		voice,
		engine: await deps.getEngineInfo(voice.engine),
		text: body.text,
		settings: mergeVoiceSettings(voice, body.voice_settings) ?? {},
	};
	const plan = await planSpeech(db, context.workspaceId, [line], {
		...renderOptions(body),
		rules,
		nextText: body.next_text,
	});
	requireAllowed(deps.moderate, plan, [line]);
	return presentEstimate(plan, model);
}

export async function estimateDialogue(deps: SpeechDeps, context: Context, body: DialogueBody) {
	const request = { body, format: "mp3_44100_128", storeHistory: false } as const;
	const { plan, generation } = await prepareDialogue(deps, context, request, "known");
	return presentEstimate(plan, generation.model);
}

function presentEstimate(plan: Plan, model: Generation["model"]) {
	return {
		characters: plan.characters,
		new_characters: plan.newCharacters,
		credits: creditsFor(plan.newWeightedCharacters, model.cost),
		sentences: plan.units.map(({ start, end, unpaid }) => ({
			start: plan.toSourceOffset(start),
			end: plan.toSourceOffset(end),
			new: unpaid,
		})),
		model_id: model.id,
	};
}

/** A visitor who waits this long for the first audio gets an error instead. */
const visitorTimeoutMs = 20_000;
const visitorsBusy =
	"All voices are busy. Only a few visitors can listen at once, and signed-in users go first. Try again in a moment.";

/**
 * Speaks a short text for a visitor, free and without storing anything. The speech node caps concurrent visitors and serves signed-in
 * users first, across all API processes.
 */
export async function trySpeech(
	deps: SpeechDeps,
	context: PublicContext,
	request: { voiceId: string; text: string },
	onRejected: () => Promise<void>,
): Promise<AudioResponse> {
	const voice = await getShippedVoice(deps.db, request.voiceId);
	const format = "mp3_44100_128";
	const { engine, speaker, language } = voice;
	const speechRequest = plainRequest({ engine, speaker, language, text: request.text, format, priority: "visitor" });
	const timeout = new AbortController();
	const timer = setTimeout(() => timeout.abort(), visitorTimeoutMs);
	const events = deps.speech
		.speak(speechRequest, AbortSignal.any([context.signal, timeout.signal]))
		[Symbol.asyncIterator]();
	const first = await events
		.next()
		.catch(async (error: unknown) => {
			const known = timeout.signal.aborted
				? new AppError("system_busy", visitorsBusy, { cause: error, retryAfterSeconds: 10 })
				: speechError(error);
			if (!(known instanceof AppError) || known.code !== "system_busy") throw known;
			await onRejected();
			throw new AppError("system_busy", visitorsBusy, {
				cause: error,
				retryAfterSeconds: known.retryAfterSeconds ?? 2,
			});
		})
		.finally(() => clearTimeout(timer));
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

export function requireModel(voice: UsableVoice, requested: string | null | undefined): ModelInfo {
	const choice = selectModel(voice.engine, requested);
	if ("model" in choice) return choice.model;
	if (choice.error === "model_not_found")
		throw new AppError(
			"model_not_found",
			`Model ${requested} doesn't exist. Omit model_id to use the voice's own model.`,
			{ param: "model_id" },
		);
	throw new AppError(
		"model_can_not_use_voice",
		`Model ${requested} can't use the voice ${voice.name}. Omit model_id or choose another voice.`,
		{ param: "model_id" },
	);
}

function requireText({ text, units, characters }: Plan, model: ModelInfo): void {
	if (units.length === 0 || !/[\p{L}\p{N}]/u.test(text))
		throw new AppError("empty_text", "The text is empty. Enter at least one letter or digit.", { param: "text" });
	const max = Math.min(model.maxCharacters, maxCharactersPerRequest);
	if (characters > max) {
		throw new AppError(
			"max_character_limit_exceeded",
			`The text has ${characters} characters; ${model.name} accepts at most ${max} per request. Split it into parts.`,
			{ param: "text" },
		);
	}
}

/** A JSON response is held in memory in full, and base64 makes the audio a third larger. */
const maxJsonCharacters = { compressed: 50_000, raw: 10_000 } as const;

function requireOneResponse({ plan, generation }: PreparedSpeech): void {
	const { codec } = parseFormat(generation.format);
	const max = maxJsonCharacters[codec === "wav" || codec === "pcm" ? "raw" : "compressed"];
	if (plan.characters <= max) return;
	throw new AppError(
		"max_character_limit_exceeded",
		`The text has ${plan.characters} characters; with timestamps, ${generation.format} accepts at most ${max} in one response. Use the streaming endpoint instead.`,
		{ param: "text" },
	);
}

const gatedFormats: Partial<Record<OutputFormat, Tier>> = formatTiers;

export function requireFormat(tier: Tier, format: OutputFormat): void {
	const needed = gatedFormats[format];
	if (needed === undefined || tierAtLeast(tier, needed)) return;
	throw new AppError(
		"only_for_higher_plan",
		`The format ${format} requires the ${plans[needed].label} plan or higher.`,
		{ param: "output_format" },
	);
}
