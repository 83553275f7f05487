// What is to be said, sentence by sentence, and what of it is new. Always: the name of a sentence's sound says everything that shapes
// it (model, voice, settings, pronunciation, words), so that equal names are equal sounds and no two workspaces share one.
import { createHash, randomInt } from "node:crypto";
import { AppError } from "@timbre/contract/errors.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { SpeechUnit, SpeechVoice } from "@timbre/engines/node/protocol.ts";
import type { EngineInfo } from "@timbre/engines/speech/engine-info.ts";
import { applyRules, type DictionaryRule } from "@timbre/engines/text/dictionary.ts";
import { type Markup, MarkupError, parseMarkup } from "@timbre/engines/text/markup.ts";
import type { SayMark } from "@timbre/engines/text/prepare.ts";
import { type Boundary, unitsOf } from "@timbre/engines/text/segment.ts";
import { loadDefaultRules, loadRules, type RuleLocator } from "../pronunciation/pronunciation.public.ts";
import { findPaid } from "../usage/usage.public.ts";
import type { SpeakableVoice } from "../voices/voices.public.ts";

/** One voice saying one text; a dialogue has several. */
export type Line = {
	voice: SpeakableVoice;
	engine: EngineInfo;
	text: string;
	settings: { speed?: number | null; stability?: number | null; style?: number | null };
};

export type HowToSpeak = {
	languageCode: string | null | undefined;
	normalisation: "auto" | "on" | "off";
	seed: number | null | undefined;
	newTake: boolean;
	rules: readonly DictionaryRule[];
	/** Understand markup in the text. */
	markup: boolean;
	nextText?: string | null;
};

export type PlannedUnit = SpeechUnit & {
	take: { key: string; stored: boolean };
	/** Has to be paid for. */
	fresh: boolean;
	/** The name under which it is paid for. */
	hash: string;
	/** Which line of a dialogue. */
	line: number;
	/** Times the credits: what the owner of the voice asks for. */
	rate: number;
};

export type Plan = {
	/** What is spoken, markup taken out; the lines of a dialogue one under the other. */
	text: string;
	/** The place in what was sent of a place in `text`. */
	sentAt: (at: number) => number;
	voices: SpeechVoice[];
	units: PlannedUnit[];
	characters: number;
	newCharacters: number;
	/** The same with each voice's rate: what a model's cost is multiplied with. */
	newWorth: number;
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
	how: HowToSpeak,
): Promise<Plan> {
	for (const line of lines) requireLanguage(line, how.languageCode);
	const seed = how.seed ?? (how.newTake ? randomInt(2 ** 32 - 1) : undefined);
	const voices: SpeechVoice[] = [];
	const texts: string[] = [];
	const units: PlannedUnit[] = [];
	const markups: { markup: Markup; offset: number; sentOffset: number }[] = [];
	let offset = 0;
	let sentOffset = 0;
	for (const [at, line] of lines.entries()) {
		const markup = how.markup ? readMarkup(line.text) : plainText(line.text);
		const voice = speechVoice(line, how);
		const marks = [...markup.marks, ...dictionaryMarks(markup, how.rules)].sort((a, b) => a.start - b.start);
		const last = at === lines.length - 1;
		for (const unit of unitsOf(markup.text)) {
			const boundary = unit.boundary !== "end" ? unit.boundary : last ? closing(markup.text, how.nextText) : "sentence";
			const own = ownUnit(markup, marks, unit, boundary);
			const hash = takeName(workspaceId, line.engine.version, voice, own, seed);
			units.push({
				...own,
				voice: at,
				start: offset + unit.start,
				end: offset + unit.end,
				...(seed === undefined ? {} : { seed }),
				take: { key: takeKey(workspaceId, hash), stored: false },
				fresh: true,
				hash,
				line: at,
				rate: line.voice.rate,
			});
		}
		voices.push(voice);
		texts.push(markup.text);
		markups.push({ markup, offset, sentOffset });
		offset += markup.text.length + 1;
		sentOffset += line.text.length + 1;
	}
	const paid = await findPaid(db, workspaceId, [...new Set(units.map(({ hash }) => hash))]);
	// A sentence that comes twice is made and paid for once.
	for (const unit of units) {
		if (paid.has(unit.hash)) Object.assign(unit, { fresh: false, take: { ...unit.take, stored: true } });
		else paid.add(unit.hash);
	}
	const length = (counted: readonly PlannedUnit[]) => counted.reduce((sum, { start, end }) => sum + end - start, 0);
	const fresh = units.filter((unit) => unit.fresh);
	return {
		text: texts.join("\n"),
		sentAt: (at) => {
			const place = markups.findLast((one) => one.offset <= at) ?? markups[0];
			return place ? place.sentOffset + place.markup.offsets(at - place.offset) : at;
		},
		voices: distinct(voices, units),
		units,
		characters: length(units),
		newCharacters: length(fresh),
		newWorth: fresh.reduce((sum, { start, end, rate }) => sum + (end - start) * rate, 0),
	};
}

/** A language that the voice cannot speak is refused: to read it by another one's rules would be a pretence. */
function requireLanguage({ voice, engine }: Pick<Line, "voice" | "engine">, code: string | null | undefined): void {
	if (!code) return;
	const primary = (tag: string) => tag.toLowerCase().split(/[-_]/)[0];
	const spoken = [...(engine.tier === "basic" ? [] : engine.languages), voice.language];
	if (spoken.some((tag) => primary(tag) === primary(code))) return;
	throw new AppError(
		"unsupported_language",
		`The voice ${voice.name} does not speak "${code}". It speaks ${[...new Set(spoken)].join(", ")}.`,
		{ param: "language_code" },
	);
}

export function takeKey(workspaceId: string, hash: string): string {
	return `takes/${workspaceId}/${hash}`;
}

function readMarkup(text: string): Markup {
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

/** What somebody marked by hand goes before what a dictionary says. */
function dictionaryMarks({ text, marks }: Markup, rules: readonly DictionaryRule[]): SayMark[] {
	return applyRules(text, rules)
		.filter(({ start, end }) => !marks.some((mark) => mark.start < end && start < mark.end))
		.map(({ start, end, rule }) =>
			rule.type === "alias"
				? { type: "alias", start, end, alias: rule.alias }
				: { type: "phoneme", start, end, phoneme: rule.phoneme, alphabet: rule.alphabet },
		);
}

function ownUnit(
	{ text, breaks }: Markup,
	marks: readonly SayMark[],
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

/** A setting that the engine cannot follow, or that is its default, is no setting. */
function speechVoice({ voice, engine, settings }: Line, how: HowToSpeak): SpeechVoice {
	const { capabilities } = engine;
	const set = (can: boolean, value: number | null | undefined, usual: number) =>
		can && value !== null && value !== undefined && value !== usual ? value : undefined;
	const speed = set(capabilities.speed, settings.speed, 1);
	const stability = set(capabilities.stability, settings.stability, 0.5);
	const style = set(capabilities.style, settings.style, 0);
	return {
		engine: voice.engine,
		speaker: voice.speaker,
		language: how.languageCode ?? voice.language,
		...(speed === undefined ? {} : { speed }),
		...(stability === undefined ? {} : { stability }),
		...(style === undefined ? {} : { style }),
		normalisation: how.normalisation,
	};
}

/** The name of a sentence's sound: everything that shapes it, and nothing else. */
export function takeName(
	workspaceId: string,
	engineVersion: string,
	voice: SpeechVoice,
	unit: Pick<SpeechUnit, "text" | "marks" | "breaks">,
	seed: number | undefined,
): string {
	// Space around a sentence is not heard; where it stands in the text is not either.
	const lead = unit.text.length - unit.text.trimStart().length;
	const marks = (unit.marks ?? []).map((mark) => ({ ...mark, start: mark.start - lead, end: mark.end - lead }));
	const breaks = (unit.breaks ?? []).map(({ at, seconds }) => ({ at: at - lead, seconds }));
	const facts = [workspaceId, engineVersion, voice, unit.text.trim(), marks, breaks, seed ?? null];
	return createHash("sha256").update(JSON.stringify(facts)).digest("base64url");
}

/** The text goes on in another request: the silence after it is that of what it stops at. */
function closing(text: string, nextText: string | null | undefined): Boundary {
	if (!nextText?.trim()) return "end";
	if (/\n\s*\n\s*$/.test(text) || /^\s*\n\s*\n/.test(nextText)) return "paragraph";
	if (/[.!?…。！？]["'”’)\]]*\s*$/.test(text)) return "sentence";
	return /[,;:—–]["'”’)\]]*\s*$/.test(text) ? "clause" : "word";
}

/** Lines of the same voice share one entry; the units are told which. */
function distinct(voices: readonly SpeechVoice[], units: PlannedUnit[]): SpeechVoice[] {
	const known = new Map<string, number>();
	const kept: SpeechVoice[] = [];
	const places = voices.map((voice) => {
		const name = JSON.stringify(voice);
		const place = known.get(name) ?? kept.push(voice) - 1;
		known.set(name, place);
		return place;
	});
	for (const unit of units) unit.voice = places[unit.line] ?? 0;
	return kept;
}

/** A unit as the speech node takes it. */
export function nodeUnit({ fresh: _fresh, hash: _hash, line: _line, rate: _rate, ...unit }: PlannedUnit): SpeechUnit {
	return unit;
}

/** Whole credits: a part of one counts as one, but not what only arithmetic has left over. */
export function creditsFor(worth: number, cost: number): number {
	return Math.ceil(worth * cost - 1e-6);
}
