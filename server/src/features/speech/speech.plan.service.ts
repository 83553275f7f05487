// Plans a generation sentence by sentence, and which of the sentences are new.
// Invariant: a take's hash covers everything that shapes its audio (model, voice, settings, pronunciation, words) and the workspace, so
// equal hashes mean equal audio and workspaces never share takes.
import { createHash, randomInt } from "node:crypto";
import { AppError } from "@timbre/contract/errors.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { SpeechUnit, SpeechVoice } from "@timbre/engines/node/protocol.ts";
import type { EngineInfo } from "@timbre/engines/speech/engine-info.ts";
import { applyRules, type DictionaryRule } from "@timbre/engines/text/dictionary.ts";
import { type Markup, MarkupError, parseMarkup } from "@timbre/engines/text/markup.ts";
import type { PronunciationMark } from "@timbre/engines/text/prepare.ts";
import { type Boundary, unitsOf } from "@timbre/engines/text/segment.ts";
import { loadDefaultRules, loadRules, type RuleLocator } from "../pronunciation/pronunciation.public.ts";
import { getPaidSentences } from "../usage/usage.public.ts";
import type { UsableVoice } from "../voices/voices.public.ts";

/** A text and its voice; a dialogue has several lines. */
export type Line = {
	voice: UsableVoice;
	engine: EngineInfo;
	text: string;
	settings: { speed?: number | null; stability?: number | null; style?: number | null };
};

export type RenderOptions = {
	languageCode: string | null | undefined;
	normalization: "auto" | "on" | "off";
	seed: number | null | undefined;
	newTake: boolean;
	rules: readonly DictionaryRule[];
	/** Whether to parse markup in the text. */
	markup: boolean;
	nextText?: string | null;
};

export type PlannedUnit = SpeechUnit & {
	take: { key: string; stored: boolean };
	/** Not paid for yet, so delivering it costs credits. */
	unpaid: boolean;
	/** Identifies the take, also in the record of paid sentences. */
	hash: string;
	/** Index of the dialogue line. */
	line: number;
	/** Credit multiplier set by the owner of the voice. */
	rate: number;
};

export type Plan = {
	/** Text without markup; the lines of a dialogue are joined by line breaks. */
	text: string;
	/** Maps an offset in `text` to the offset in the text the caller sent. */
	toSourceOffset: (offset: number) => number;
	voices: SpeechVoice[];
	units: PlannedUnit[];
	characters: number;
	newCharacters: number;
	/** New characters weighted by each voice's rate; multiplied by the model's cost to get credits. */
	newWeightedCharacters: number;
};

export async function loadSpeechRules(
	db: Database,
	workspaceId: string,
	locators: readonly RuleLocator[] | null | undefined,
): Promise<DictionaryRule[]> {
	return locators ? loadRules(db, workspaceId, locators) : loadDefaultRules(db, workspaceId);
}

export async function planSpeech(
	db: Database,
	workspaceId: string,
	lines: readonly Line[],
	options: RenderOptions,
): Promise<Plan> {
	for (const line of lines) requireLanguage(line, options.languageCode);
	const seed = options.seed ?? (options.newTake ? randomInt(2 ** 32 - 1) : undefined);
	const voices: SpeechVoice[] = [];
	const texts: string[] = [];
	const units: PlannedUnit[] = [];
	const markups: { markup: Markup; offset: number; sourceOffset: number }[] = [];
	let offset = 0;
	let sourceOffset = 0;
	for (const [index, line] of lines.entries()) {
		const markup = options.markup ? parseText(line.text) : plainText(line.text);
		const voice = speechVoice(line, options);
		const marks = [...markup.marks, ...dictionaryMarks(markup, options.rules)].sort((a, b) => a.start - b.start);
		const last = index === lines.length - 1;
		for (const unit of unitsOf(markup.text)) {
			const boundary =
				unit.boundary !== "end" ? unit.boundary : last ? closingBoundary(markup.text, options.nextText) : "sentence";
			const content = unitContent(markup, marks, unit, boundary);
			const hash = takeHash(workspaceId, line.engine.version, voice, content, seed);
			units.push({
				...content,
				voice: index,
				start: offset + unit.start,
				end: offset + unit.end,
				...(seed === undefined ? {} : { seed }),
				take: { key: takeKey(workspaceId, hash), stored: false },
				unpaid: true,
				hash,
				line: index,
				rate: line.voice.rate,
			});
		}
		voices.push(voice);
		texts.push(markup.text);
		markups.push({ markup, offset, sourceOffset });
		offset += markup.text.length + 1;
		sourceOffset += line.text.length + 1;
	}
	const paid = await getPaidSentences(db, workspaceId, [...new Set(units.map(({ hash }) => hash))]);
	// A sentence that occurs twice is generated and charged once.
	for (const unit of units) {
		if (paid.has(unit.hash)) Object.assign(unit, { unpaid: false, take: { ...unit.take, stored: true } });
		else paid.add(unit.hash);
	}
	const length = (counted: readonly PlannedUnit[]) => counted.reduce((sum, { start, end }) => sum + end - start, 0);
	const unpaid = units.filter((unit) => unit.unpaid);
	return {
		text: texts.join("\n"),
		toSourceOffset: (at) => {
			const line = markups.findLast((one) => one.offset <= at) ?? markups[0];
			return line ? line.sourceOffset + line.markup.offsets(at - line.offset) : at;
		},
		voices: dedupeVoices(voices, units),
		units,
		characters: length(units),
		newCharacters: length(unpaid),
		newWeightedCharacters: unpaid.reduce((sum, { start, end, rate }) => sum + (end - start) * rate, 0),
	};
}

/** Rejects a language the voice does not speak instead of reading the text with the rules of another language. */
function requireLanguage({ voice, engine }: Pick<Line, "voice" | "engine">, code: string | null | undefined): void {
	if (!code) return;
	const primary = (tag: string) => tag.toLowerCase().split(/[-_]/)[0];
	const spoken = [...(engine.tier === "basic" ? [] : engine.languages), voice.language];
	if (spoken.some((tag) => primary(tag) === primary(code))) return;
	throw new AppError(
		"unsupported_language",
		`${voice.name} doesn't support the language "${code}". Supported: ${[...new Set(spoken)].join(", ")}.`,
		{ param: "language_code" },
	);
}

export function takeKey(workspaceId: string, hash: string): string {
	return `takes/${workspaceId}/${hash}`;
}

function parseText(text: string): Markup {
	try {
		return parseMarkup(text);
	} catch (error) {
		if (!(error instanceof MarkupError)) throw error;
		throw new AppError("invalid_markup", error.message, { param: "text", cause: error });
	}
}

function plainText(text: string): Markup {
	return { text, breaks: [], marks: [], offsets: (at) => at };
}

/** Markup in the text takes precedence over dictionary rules. */
function dictionaryMarks({ text, marks }: Markup, rules: readonly DictionaryRule[]): PronunciationMark[] {
	return applyRules(text, rules)
		.filter(({ start, end }) => !marks.some((mark) => mark.start < end && start < mark.end))
		.map(({ start, end, rule }) =>
			rule.type === "alias"
				? { type: "alias", start, end, alias: rule.alias }
				: { type: "phoneme", start, end, phoneme: rule.phoneme, alphabet: rule.alphabet },
		);
}

function unitContent(
	{ text, breaks }: Markup,
	marks: readonly PronunciationMark[],
	{ start, end }: { start: number; end: number },
	boundary: Boundary,
) {
	const inside = breaks.filter(({ at }) => at >= start && (at < end || (at === end && end === text.length)));
	const own = marks.filter((mark) => mark.start >= start && mark.end <= end);
	return {
		text: text.slice(start, end),
		boundary,
		...(own.length > 0
			? { marks: own.map((mark) => ({ ...mark, start: mark.start - start, end: mark.end - start })) }
			: {}),
		...(inside.length > 0 ? { breaks: inside.map(({ at, seconds }) => ({ at: at - start, seconds })) } : {}),
	};
}

/** Omits settings that the engine does not support or that equal the default, so that they don't change the take's hash. */
function speechVoice({ voice, engine, settings }: Line, options: RenderOptions): SpeechVoice {
	const { capabilities } = engine;
	const set = (supported: boolean, value: number | null | undefined, defaultValue: number) =>
		supported && value !== null && value !== undefined && value !== defaultValue ? value : undefined;
	const speed = set(capabilities.speed, settings.speed, 1);
	const stability = set(capabilities.stability, settings.stability, 0.5);
	const style = set(capabilities.style, settings.style, 0);
	return {
		engine: voice.engine,
		speaker: voice.speaker,
		language: options.languageCode ?? voice.language,
		...(speed === undefined ? {} : { speed }),
		...(stability === undefined ? {} : { stability }),
		...(style === undefined ? {} : { style }),
		normalisation: options.normalization,
	};
}

/** Hash of everything that shapes a sentence's audio, and nothing else. */
export function takeHash(
	workspaceId: string,
	engineVersion: string,
	voice: SpeechVoice,
	unit: Pick<SpeechUnit, "text" | "marks" | "breaks">,
	seed: number | undefined,
): string {
	// Surrounding space and the position in the text do not affect the audio.
	const lead = unit.text.length - unit.text.trimStart().length;
	const marks = (unit.marks ?? []).map((mark) => ({ ...mark, start: mark.start - lead, end: mark.end - lead }));
	const breaks = (unit.breaks ?? []).map(({ at, seconds }) => ({ at: at - lead, seconds }));
	const inputs = [workspaceId, engineVersion, voice, unit.text.trim(), marks, breaks, seed ?? null];
	return createHash("sha256").update(JSON.stringify(inputs)).digest("base64url");
}

/** The boundary, and with it the pause, after the last sentence. `nextText` means the text continues in another request. */
function closingBoundary(text: string, nextText: string | null | undefined): Boundary {
	if (!nextText?.trim()) return "end";
	if (/\n\s*\n\s*$/.test(text) || /^\s*\n\s*\n/.test(nextText)) return "paragraph";
	if (/[.!?…。！？]["'”’)\]]*\s*$/.test(text)) return "sentence";
	return /[,;:—–]["'”’)\]]*\s*$/.test(text) ? "clause" : "word";
}

/** Lines with the same voice share one entry; updates the units' voice index accordingly. */
function dedupeVoices(voices: readonly SpeechVoice[], units: PlannedUnit[]): SpeechVoice[] {
	const indexes = new Map<string, number>();
	const distinct: SpeechVoice[] = [];
	const indexByLine = voices.map((voice) => {
		const key = JSON.stringify(voice);
		const index = indexes.get(key) ?? distinct.push(voice) - 1;
		indexes.set(key, index);
		return index;
	});
	for (const unit of units) unit.voice = indexByLine[unit.line] ?? 0;
	return distinct;
}

/** A unit in the form the speech node accepts. */
export function nodeUnit({ unpaid: _unpaid, hash: _hash, line: _line, rate: _rate, ...unit }: PlannedUnit): SpeechUnit {
	return unit;
}

/** Rounds up to full credits, ignoring floating-point error. */
export function creditsFor(weightedCharacters: number, cost: number): number {
	return Math.ceil(weightedCharacters * cost - 1e-6);
}
