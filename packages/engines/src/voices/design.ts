import { type Blend, blendName, heaviest, type Weights } from "../speech/blend.ts";
import { screenedSpeakers } from "../speech/libritts-speakers.ts";
import { chance } from "../speech/providers/chance.ts";
import { asBlend, type Expected, expectedOf, median, type PaletteVoice, paletteOf } from "./palette.ts";
import type { Traits } from "./traits.ts";
import { understand, type Wanted } from "./words.ts";

// From a description to three voices. What was measured of the speakers tells what a mix of them will sound like, so that hundreds of
// mixes can be weighed in a millisecond; only the three that are offered are spoken, measured, and put right once where they miss (offer.ts).

export type DesignWish = {
	description: string;
	/** The engine whose speakers are mixed. */
	engine: string;
	/** Also offer a speaker of the fast engine where one fits better. */
	piper?: boolean;
	seed: number;
	/** 1 goes as far as the words say. */
	strength?: number;
	/** Of a remix: the voice that it begins from, by its name. */
	from?: string;
	/** What that voice speaks. */
	language?: string;
};

/** What is aimed at; undefined where anything will do. */
export type Aim = { pitchHz?: number; pitchSpread?: number; syllablesPerSecond?: number; brightnessHz?: number };

export type DesignedVoice = {
	engine: string;
	speaker: string;
	language: string;
	blend: Blend | undefined;
	expected: Expected;
};

export type Design = {
	wanted: Wanted;
	notUnderstood: string[];
	/** What voices of this kind (or the voice it began from) sound like when nothing is asked. */
	usual: Expected;
	aim: Aim;
	language: string;
	/** A remix. */
	from?: string;
	voices: DesignedVoice[];
	/** The next best, for one of them that turns out to be hard to understand. */
	spares: DesignedVoice[];
};

const offered = 3;
const spare = 3;
const weighed = 600;
const perLevel = { semitones: 3.5, pace: 1.17, brightness: 0.13, spread: 0.9 };
/** What cannot be measured is made by what people expect of it. */
const byAge = {
	young: { semitones: 1.2, pace: 1.04, brightness: 0.04 },
	"middle-aged": { semitones: 0, pace: 1, brightness: 0 },
	old: { semitones: -1.5, pace: 0.9, brightness: -0.06 },
} as const;
const paceRange = [0.72, 1.38] as const;
/** How much an error counts; each is in units that a listener would just notice. */
const noticeable = { semitones: 1, pace: 0.05, brightness: 0.08, spread: 0.6 };
/** An asked trait counts fully, a usual one a little: a voice should not be odd where nothing was asked. */
const unasked = 0.15;

export function designVoices(wish: DesignWish): Design {
	const { wanted, notUnderstood } = understand(wish.description);
	const palette = paletteOf(wish.engine);
	const base = wish.from === undefined ? undefined : asBlend(wish.engine, wish.from);
	const own = base && (wish.language ?? palette.find(({ speaker }) => speaker === heaviest(base.timbre))?.language);
	const language = spokenLanguage(palette, wanted, own);
	const gender = wanted.gender;
	const kin = fitting(palette, language, gender);
	const usual = base ? expectedOf(palette, base) : usualOf(kin);
	const aim = aimOf(wanted, usual, wish.strength ?? 1, base && gender ? usualOf(kin) : usual);
	const next = chance(wish.seed);
	const random = () => (next() + 1) / 2;
	const candidates = Array.from({ length: weighed }, () => {
		const blend = aimedPace(
			palette,
			base ? remixed(base, kin, random, wanted, wish.strength ?? 1) : mixed(kin, random),
			aim,
		);
		const expected = expectedOf(palette, blend);
		return { blend, expected, cost: costOf(expected, usual, aim) + strain(blend) };
	}).sort((a, b) => a.cost - b.cost);
	const all = apart(candidates, offered + spare).map(
		({ blend, expected }): DesignedVoice => ({
			engine: wish.engine,
			speaker: blendName(blend),
			language: varietyOf(palette, blend, language),
			blend,
			expected,
		}),
	);
	const voices = all.slice(0, offered);
	const fast = wish.piper && !base ? fastOne(wanted, language, aim, usual, voices.at(-1)) : undefined;
	if (fast) voices[voices.length - 1] = fast;
	const spares = all.slice(offered);
	return { wanted, notUnderstood, usual, aim, language, ...(base ? { from: wish.from } : {}), voices, spares };
}

/**
 * The same voice, put right by what was heard: its manner moved by as much as the pitch was off, its pace by as much as that was. Undefined
 * where it is near enough, or there is nothing to be moved.
 */
export function adjusted(design: Design, voice: DesignedVoice, heard: Traits): DesignedVoice | undefined {
	const { aim } = design;
	const { blend } = voice;
	if (!blend || heard.pitchHz === 0) return undefined;
	const pitchOff = aim.pitchHz === undefined ? 0 : 12 * Math.log2(heard.pitchHz / aim.pitchHz);
	const paceOff = aim.syllablesPerSecond === undefined ? 1 : heard.syllablesPerSecond / aim.syllablesPerSecond;
	const pitchMissed = Math.abs(pitchOff) > noticeable.semitones;
	const paceMissed = Math.abs(paceOff - 1) > 2 * noticeable.pace;
	if (!pitchMissed && !paceMissed) return undefined;
	const palette = paletteOf(voice.engine);
	const manner = pitchMissed ? shifted(palette, blend.manner, voice.language, -pitchOff) : blend.manner;
	const pace = paceMissed && heard.syllablesPerSecond > 0 ? within(blend.pace / paceOff, paceRange) : blend.pace;
	const moved = { timbre: blend.timbre, manner, pace: Number(pace.toFixed(3)) };
	const speaker = blendName(moved);
	return speaker === voice.speaker
		? undefined
		: { ...voice, speaker, blend: moved, expected: expectedOf(palette, moved) };
}

/** The manner mixed with that of a higher or lower speaker, so that the pitch moves by so many semitones. */
function shifted(palette: readonly PaletteVoice[], manner: Weights, language: string, semitones: number): Weights {
	const own = expectedOf(palette, { timbre: manner, manner, pace: 1 }).pitchHz;
	const goal = 12 * Math.log2(own) + semitones;
	const others = palette
		.filter((voice) => primary(voice.language) === primary(language))
		.map((voice) => ({ ...voice, away: 12 * Math.log2(voice.pitchHz / own) }))
		.filter(({ away }) => Math.sign(away) === Math.sign(semitones) && Math.abs(away) > 1);
	// The nearest one beyond the goal, or else the one that goes furthest.
	const beyond = others
		.filter(({ pitchHz }) => Math.sign(12 * Math.log2(pitchHz) - goal) === Math.sign(semitones))
		.sort((a, b) => Math.abs(a.away) - Math.abs(b.away))[0];
	const helper = beyond ?? others.sort((a, b) => Math.abs(b.away) - Math.abs(a.away))[0];
	if (!helper) return manner;
	const share = within(semitones / helper.away, [0, 1]);
	const moved: Record<string, number> = {};
	for (const [speaker, weight] of Object.entries(manner)) moved[speaker] = weight * (1 - share);
	moved[helper.speaker] = (moved[helper.speaker] ?? 0) + share;
	return moved;
}

function spokenLanguage(
	palette: readonly PaletteVoice[],
	{ language, accent }: Wanted,
	own: string | undefined,
): string {
	const known = (tag: string) => palette.find((voice) => primary(voice.language) === primary(tag))?.language;
	if (language && primary(language) !== "en") return known(language) ?? "en-US";
	if (accent === "british" && palette.some((voice) => voice.language === "en-GB")) return "en-GB";
	if (accent === "american") return "en-US";
	return own ?? known("en") ?? palette[0]?.language ?? "en-US";
}

/** What a mix speaks when it is told a language: its heaviest timbre's own variety of that language, if it has one. */
function varietyOf(palette: readonly PaletteVoice[], { timbre }: Blend, language: string): string {
	const first = heaviest(timbre);
	const own = palette.find(({ speaker }) => speaker === first)?.language;
	return own !== undefined && primary(own) === primary(language) ? own : language;
}

const primary = (tag: string) => tag.toLowerCase().split("-")[0];

/** Speakers of that language and gender; where there are none, those of English, whose timbre speaks any language. */
function fitting(
	palette: readonly PaletteVoice[],
	language: string,
	gender: Wanted["gender"],
): readonly PaletteVoice[] {
	const ofGender = palette.filter((voice) => !gender || !voice.gender || voice.gender === gender);
	const exact = ofGender.filter((voice) => voice.language === language);
	if (exact.length >= offered) return exact;
	const near = ofGender.filter((voice) => primary(voice.language) === primary(language));
	if (near.length >= offered) return near;
	return [...near, ...ofGender.filter((voice) => primary(voice.language) === "en")];
}

function usualOf(voices: readonly PaletteVoice[]): Expected {
	return {
		pitchHz: median(voices.map(({ pitchHz }) => pitchHz)),
		pitchSpread: median(voices.map(({ pitchSpread }) => pitchSpread)),
		syllablesPerSecond: median(voices.map(({ syllablesPerSecond }) => syllablesPerSecond)),
		brightnessHz: median(voices.map(({ brightnessHz }) => brightnessHz)),
	};
}

/** `kind`: what voices of the asked kind sound like; of a remix to another gender not the same as the voice it began from. */
function aimOf(wanted: Wanted, usual: Expected, strength: number, kind: Expected): Aim {
	const age = wanted.age ? byAge[wanted.age] : undefined;
	const aim: Aim = {};
	if (wanted.pitch !== undefined || age || kind !== usual)
		aim.pitchHz =
			kind.pitchHz * 2 ** ((strength * (perLevel.semitones * (wanted.pitch ?? 0) + (age?.semitones ?? 0))) / 12);
	if (wanted.pace !== undefined || age)
		aim.syllablesPerSecond =
			usual.syllablesPerSecond * (perLevel.pace ** (wanted.pace ?? 0) * (age?.pace ?? 1)) ** strength;
	if (wanted.brightness !== undefined || age)
		aim.brightnessHz =
			usual.brightnessHz * (1 + strength * (perLevel.brightness * (wanted.brightness ?? 0) + (age?.brightness ?? 0)));
	if (wanted.liveliness !== undefined)
		aim.pitchSpread = Math.max(0.5, usual.pitchSpread + strength * perLevel.spread * wanted.liveliness);
	return aim;
}

/** Two timbres and two manners of the same kind, anywhere between them and a little beyond. */
function mixed(kin: readonly PaletteVoice[], random: () => number): Blend {
	const pick = () => kin[Math.floor(random() * kin.length)] as PaletteVoice;
	return {
		timbre: pair(pick(), pick(), 0.15 + 0.7 * random()),
		manner: pair(pick(), pick(), -0.2 + 1.4 * random()),
		pace: 1,
	};
}

/** The voice itself, with some of another's timbre and manner. */
function remixed(
	base: Blend,
	kin: readonly PaletteVoice[],
	random: () => number,
	wanted: Wanted,
	strength: number,
): Blend {
	const others = kin.filter(({ speaker }) => !(speaker in base.timbre));
	const from = others.length > 0 ? others : kin;
	const pick = () => (from[Math.floor(random() * from.length)] as PaletteVoice).speaker;
	// Another gender or accent is mostly somebody else's timbre; anything else leaves the voice recognisable.
	const most = wanted.gender || wanted.accent ? 0.85 : 0.45;
	const least = wanted.gender || wanted.accent ? 0.72 : 0.1;
	const share = within(strength * (least + (most - least) * random()), [0, 0.9]);
	return {
		timbre: trimmed(added(base.timbre, pick(), share)),
		manner: trimmed(added(base.manner, pick(), within(strength * 1.2 * random(), [0, 1]))),
		pace: base.pace,
	};
}

function pair(one: PaletteVoice, other: PaletteVoice, share: number): Weights {
	return one === other ? { [one.speaker]: 1 } : { [one.speaker]: share, [other.speaker]: 1 - share };
}

function added(weights: Weights, speaker: string, share: number): Weights {
	const sum: Record<string, number> = {};
	for (const [known, weight] of Object.entries(weights)) sum[known] = weight * (1 - share);
	sum[speaker] = (sum[speaker] ?? 0) + share;
	return sum;
}

const mostSpeakers = 6;

/** A remix of a remix does not gather speakers for ever. */
function trimmed(weights: Weights): Weights {
	const kept = Object.entries(weights)
		.filter(([, weight]) => Math.abs(weight) >= 0.02)
		.sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
		.slice(0, mostSpeakers);
	const sum = kept.reduce((total, [, weight]) => total + weight, 0);
	return Object.fromEntries(kept.map(([speaker, weight]) => [speaker, weight / sum]));
}

function aimedPace(palette: readonly PaletteVoice[], blend: Blend, { syllablesPerSecond: goal }: Aim): Blend {
	if (goal === undefined) return blend;
	const own = expectedOf(palette, { ...blend, pace: 1 }).syllablesPerSecond;
	return { ...blend, pace: Number(within(goal / own, paceRange).toFixed(3)) };
}

function costOf(expected: Expected, usual: Expected, aim: Aim): number {
	const error = (off: number, unit: number, asked: boolean) => (off / unit) ** 2 * (asked ? 1 : unasked);
	return (
		error(12 * Math.log2(expected.pitchHz / (aim.pitchHz ?? usual.pitchHz)), noticeable.semitones, !!aim.pitchHz) +
		error(
			expected.syllablesPerSecond / (aim.syllablesPerSecond ?? usual.syllablesPerSecond) - 1,
			noticeable.pace,
			!!aim.syllablesPerSecond,
		) +
		error(
			expected.brightnessHz / (aim.brightnessHz ?? usual.brightnessHz) - 1,
			noticeable.brightness,
			!!aim.brightnessHz,
		) +
		error(expected.pitchSpread - (aim.pitchSpread ?? usual.pitchSpread), noticeable.spread, !!aim.pitchSpread)
	);
}

/** Mixes beyond their speakers sound less like a person the further they go. */
function strain({ timbre, manner }: Blend): number {
	const beyond = (weights: Weights) =>
		Object.values(weights).reduce(
			(sum, weight) => sum + (weight < 0 ? weight ** 2 : 0) + (weight > 1 ? (weight - 1) ** 2 : 0),
			0,
		);
	return 20 * (beyond(timbre) + beyond(manner));
}

type Candidate = { blend: Blend; expected: Expected; cost: number };

/** The best, then the best ones that are mostly made of others: voices that differ, not neighbours. */
function apart(candidates: readonly Candidate[], count: number): Candidate[] {
	const chosen: Candidate[] = [];
	for (const most of [0.1, 0.3, 0.5, 0.7, 0.85, 1.01])
		for (const candidate of candidates) {
			if (chosen.length === count) return chosen;
			if (chosen.includes(candidate)) continue;
			if (chosen.every(({ blend }) => shared(blend.timbre, candidate.blend.timbre) < most)) chosen.push(candidate);
		}
	return chosen;
}

/** The part of two timbres that is the same. */
function shared(one: Weights, other: Weights): number {
	return Object.entries(one).reduce(
		(sum, [speaker, weight]) => sum + Math.max(0, Math.min(weight, other[speaker] ?? 0)),
		0,
	);
}

const wordsToSyllables = 1.35 / 60;

/** Of the fast engine gender is not known and all speak American, so it is offered only where neither was asked and it fits better. */
function fastOne(
	{ gender, accent }: Wanted,
	language: string,
	aim: Aim,
	usual: Expected,
	worst: DesignedVoice | undefined,
): DesignedVoice | undefined {
	if (gender || (accent && accent !== "american") || primary(language) !== "en" || !aim.pitchHz || !worst)
		return undefined;
	const known = screenedSpeakers.map(({ sid, pitchHz, wordsPerMinute }) => {
		const expected = { ...usual, pitchHz, syllablesPerSecond: wordsPerMinute * wordsToSyllables };
		return {
			speaker: `libritts-${sid}`,
			expected,
			cost: costOf(expected, usual, { ...aim, syllablesPerSecond: undefined }),
		};
	});
	const best = known.sort((a, b) => a.cost - b.cost)[0];
	if (!best || best.cost >= costOf(worst.expected, usual, aim)) return undefined;
	return { engine: "piper", speaker: best.speaker, language: "en-US", blend: undefined, expected: best.expected };
}

function within(value: number, [least, most]: readonly [number, number]): number {
	return Math.min(most, Math.max(least, value));
}
