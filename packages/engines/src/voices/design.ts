import { type Blend, blendName, dominantSpeaker, type Weights } from "../speech/blend.ts";
import { screenedSpeakers } from "../speech/libritts-speakers.ts";
import { seededRandom } from "../speech/providers/seeded-random.ts";
import { isEnglish, isSameLanguage } from "../text/language.ts";
import { parseDescription, type RequestedTraits } from "./description.ts";
import type { Traits } from "./measure/traits.ts";
import { asBlend, type Expected, expectedOf, median, type PaletteVoice, paletteOf } from "./palette.ts";

// Turns a description into three voices. The measurements of the speakers predict how a blend will sound, so hundreds
// of blends can be compared in a millisecond. Only the three candidates are synthesized, measured, and adjusted once if
// they miss their targets (audition.ts).

export type DesignRequest = {
	description: string;
	/** The engine whose speakers are blended. */
	engine: string;
	/** Also consider a speaker of the fast engine if it fits better. */
	piper?: boolean;
	seed: number;
	/** How strongly the description applies; 1 is normal. */
	strength?: number;
	/** For a remix: the speaker name of the source voice. */
	from?: string;
	/** Language of the source voice. */
	language?: string;
};

/** Target measurements; undefined where the description requests nothing. */
export type DesignTargets = {
	pitchHz?: number;
	pitchSpread?: number;
	syllablesPerSecond?: number;
	brightnessHz?: number;
};

export type DesignedVoice = {
	engine: string;
	speaker: string;
	language: string;
	blend: Blend | undefined;
	expected: Expected;
};

export type Design = {
	requested: RequestedTraits;
	unrecognizedWords: string[];
	/** Typical measurements of this kind of voice or, for a remix, of the source voice. */
	baseline: Expected;
	targets: DesignTargets;
	language: string;
	/** For a remix: the source voice. */
	from?: string;
	voices: DesignedVoice[];
	/** The next best, which replace voices that turn out to be hard to understand. */
	alternates: DesignedVoice[];
};

const voiceCount = 3;
const alternateCount = 3;
const candidateCount = 600;
const perLevel = { semitones: 3.5, pace: 1.17, brightness: 0.13, spread: 0.9 };
/** Age can't be measured, so it is approximated by what listeners expect. */
const byAge = {
	young: { semitones: 1.2, pace: 1.04, brightness: 0.04 },
	"middle-aged": { semitones: 0, pace: 1, brightness: 0 },
	old: { semitones: -1.5, pace: 0.9, brightness: -0.06 },
} as const;
const paceRange = [0.72, 1.38] as const;
/** Just noticeable differences, the units of the cost function. */
const noticeable = { semitones: 1, pace: 0.05, brightness: 0.08, spread: 0.6 };
/** Weight of traits that were not requested, so that a voice is not unusual in them. */
const unrequestedWeight = 0.15;

export function designVoices(request: DesignRequest): Design {
	const { requested, unrecognizedWords } = parseDescription(request.description);
	const palette = paletteOf(request.engine);
	const base = request.from === undefined ? undefined : asBlend(request.engine, request.from);
	const own =
		base && (request.language ?? palette.find(({ speaker }) => speaker === dominantSpeaker(base.timbre))?.language);
	const language = spokenLanguage(palette, requested, own);
	const gender = requested.gender;
	const pool = voicePool(palette, language, gender);
	const baseline = base ? expectedOf(palette, base) : medianOf(pool);
	const targets = targetsFor(requested, baseline, request.strength ?? 1, base && gender ? medianOf(pool) : baseline);
	const next = seededRandom(request.seed);
	const random = () => (next() + 1) / 2;
	const candidates = Array.from({ length: candidateCount }, () => {
		const blend = withTargetPace(
			palette,
			base ? remixBlend(base, pool, random, requested, request.strength ?? 1) : randomBlend(pool, random),
			targets,
		);
		const expected = expectedOf(palette, blend);
		return { blend, expected, cost: costOf(expected, baseline, targets) + extrapolationCost(blend) };
	}).sort((a, b) => a.cost - b.cost);
	const all = chooseDiverse(candidates, voiceCount + alternateCount).map(
		({ blend, expected }): DesignedVoice => ({
			engine: request.engine,
			speaker: blendName(blend),
			language: varietyOf(palette, blend, language),
			blend,
			expected,
		}),
	);
	const voices = all.slice(0, voiceCount);
	const fast = request.piper && !base ? fastVoice(requested, language, targets, baseline, voices.at(-1)) : undefined;
	if (fast) voices[voices.length - 1] = fast;
	const alternates = all.slice(voiceCount);
	return {
		requested,
		unrecognizedWords,
		baseline,
		targets,
		language,
		...(base ? { from: request.from } : {}),
		voices,
		alternates,
	};
}

/**
 * Corrects a voice by its measurements: shifts its prosody by the pitch error and its pace by the pace error. Returns
 * undefined if the voice is close enough or can't be corrected.
 */
export function adjustVoice(design: Design, voice: DesignedVoice, measured: Traits): DesignedVoice | undefined {
	const { targets } = design;
	const { blend } = voice;
	if (!blend || measured.pitchHz === 0) return undefined;
	const pitchOff = targets.pitchHz === undefined ? 0 : 12 * Math.log2(measured.pitchHz / targets.pitchHz);
	const paceOff =
		targets.syllablesPerSecond === undefined ? 1 : measured.syllablesPerSecond / targets.syllablesPerSecond;
	const pitchMissed = Math.abs(pitchOff) > noticeable.semitones;
	const paceMissed = Math.abs(paceOff - 1) > 2 * noticeable.pace;
	if (!pitchMissed && !paceMissed) return undefined;
	const palette = paletteOf(voice.engine);
	const prosody = pitchMissed ? shiftPitch(palette, blend.prosody, voice.language, -pitchOff) : blend.prosody;
	const pace = paceMissed && measured.syllablesPerSecond > 0 ? clamp(blend.pace / paceOff, paceRange) : blend.pace;
	const adjusted = { timbre: blend.timbre, prosody, pace: Number(pace.toFixed(3)) };
	const speaker = blendName(adjusted);
	return speaker === voice.speaker
		? undefined
		: { ...voice, speaker, blend: adjusted, expected: expectedOf(palette, adjusted) };
}

/** Blends the prosody with that of a higher or lower speaker to shift the pitch by `semitones`. */
function shiftPitch(palette: readonly PaletteVoice[], prosody: Weights, language: string, semitones: number): Weights {
	const own = expectedOf(palette, { timbre: prosody, prosody, pace: 1 }).pitchHz;
	const goal = 12 * Math.log2(own) + semitones;
	const others = palette
		.filter((voice) => isSameLanguage(voice.language, language))
		.map((voice) => ({ ...voice, away: 12 * Math.log2(voice.pitchHz / own) }))
		.filter(({ away }) => Math.sign(away) === Math.sign(semitones) && Math.abs(away) > 1);
	// The nearest speaker beyond the goal, or else the most distant one.
	const beyond = others
		.filter(({ pitchHz }) => Math.sign(12 * Math.log2(pitchHz) - goal) === Math.sign(semitones))
		.sort((a, b) => Math.abs(a.away) - Math.abs(b.away))[0];
	const helper = beyond ?? others.sort((a, b) => Math.abs(b.away) - Math.abs(a.away))[0];
	if (!helper) return prosody;
	const share = clamp(semitones / helper.away, [0, 1]);
	const moved: Record<string, number> = {};
	for (const [speaker, weight] of Object.entries(prosody)) moved[speaker] = weight * (1 - share);
	moved[helper.speaker] = (moved[helper.speaker] ?? 0) + share;
	return moved;
}

function spokenLanguage(
	palette: readonly PaletteVoice[],
	{ language, accent }: RequestedTraits,
	own: string | undefined,
): string {
	const known = (tag: string) => palette.find((voice) => isSameLanguage(voice.language, tag))?.language;
	if (language && !isEnglish(language)) return known(language) ?? "en-US";
	if (accent === "british" && palette.some((voice) => voice.language === "en-GB")) return "en-GB";
	if (accent === "american") return "en-US";
	return own ?? known("en") ?? palette[0]?.language ?? "en-US";
}

/** Returns the dominant speaker's variety of a language (en-GB for en) if it speaks one, else the language itself. */
function varietyOf(palette: readonly PaletteVoice[], { timbre }: Blend, language: string): string {
	const first = dominantSpeaker(timbre);
	const own = palette.find(({ speaker }) => speaker === first)?.language;
	return own !== undefined && isSameLanguage(own, language) ? own : language;
}

/**
 * Returns the speakers of a language and gender. If there are too few, adds English ones, whose timbre works in any
 * language.
 */
function voicePool(
	palette: readonly PaletteVoice[],
	language: string,
	gender: RequestedTraits["gender"],
): readonly PaletteVoice[] {
	const ofGender = palette.filter((voice) => !gender || !voice.gender || voice.gender === gender);
	const exact = ofGender.filter((voice) => voice.language === language);
	if (exact.length >= voiceCount) return exact;
	const near = ofGender.filter((voice) => isSameLanguage(voice.language, language));
	if (near.length >= voiceCount) return near;
	return [...near, ...ofGender.filter((voice) => isEnglish(voice.language))];
}

function medianOf(voices: readonly PaletteVoice[]): Expected {
	return {
		pitchHz: median(voices.map(({ pitchHz }) => pitchHz)),
		pitchSpread: median(voices.map(({ pitchSpread }) => pitchSpread)),
		syllablesPerSecond: median(voices.map(({ syllablesPerSecond }) => syllablesPerSecond)),
		brightnessHz: median(voices.map(({ brightnessHz }) => brightnessHz)),
	};
}

/** `kind` is typical for the requested kind of voice; it differs from `baseline` when a remix changes the gender. */
function targetsFor(requested: RequestedTraits, baseline: Expected, strength: number, kind: Expected): DesignTargets {
	const age = requested.age ? byAge[requested.age] : undefined;
	const targets: DesignTargets = {};
	if (requested.pitch !== undefined || age || kind !== baseline)
		targets.pitchHz =
			kind.pitchHz * 2 ** ((strength * (perLevel.semitones * (requested.pitch ?? 0) + (age?.semitones ?? 0))) / 12);
	if (requested.pace !== undefined || age)
		targets.syllablesPerSecond =
			baseline.syllablesPerSecond * (perLevel.pace ** (requested.pace ?? 0) * (age?.pace ?? 1)) ** strength;
	if (requested.brightness !== undefined || age)
		targets.brightnessHz =
			baseline.brightnessHz *
			(1 + strength * (perLevel.brightness * (requested.brightness ?? 0) + (age?.brightness ?? 0)));
	if (requested.liveliness !== undefined)
		targets.pitchSpread = Math.max(0.5, baseline.pitchSpread + strength * perLevel.spread * requested.liveliness);
	return targets;
}

/** Returns a random blend of two timbres and two prosodies, between the speakers or slightly beyond. */
function randomBlend(pool: readonly PaletteVoice[], random: () => number): Blend {
	const pick = () => pool[Math.floor(random() * pool.length)] as PaletteVoice;
	return {
		timbre: pair(pick(), pick(), 0.15 + 0.7 * random()),
		prosody: pair(pick(), pick(), -0.2 + 1.4 * random()),
		pace: 1,
	};
}

/** Returns the source voice with some of another speaker's timbre and prosody. */
function remixBlend(
	base: Blend,
	pool: readonly PaletteVoice[],
	random: () => number,
	requested: RequestedTraits,
	strength: number,
): Blend {
	const others = pool.filter(({ speaker }) => !(speaker in base.timbre));
	const from = others.length > 0 ? others : pool;
	const pick = () => (from[Math.floor(random() * from.length)] as PaletteVoice).speaker;
	// A new gender or accent needs mostly another speaker's timbre; otherwise the voice stays recognizable.
	const max = requested.gender || requested.accent ? 0.85 : 0.45;
	const min = requested.gender || requested.accent ? 0.72 : 0.1;
	const share = clamp(strength * (min + (max - min) * random()), [0, 0.9]);
	return {
		timbre: prune(addSpeaker(base.timbre, pick(), share)),
		prosody: prune(addSpeaker(base.prosody, pick(), clamp(strength * 1.2 * random(), [0, 1]))),
		pace: base.pace,
	};
}

function pair(one: PaletteVoice, other: PaletteVoice, share: number): Weights {
	return one === other ? { [one.speaker]: 1 } : { [one.speaker]: share, [other.speaker]: 1 - share };
}

function addSpeaker(weights: Weights, speaker: string, share: number): Weights {
	const sum: Record<string, number> = {};
	for (const [known, weight] of Object.entries(weights)) sum[known] = weight * (1 - share);
	sum[speaker] = (sum[speaker] ?? 0) + share;
	return sum;
}

const maxSpeakers = 6;

/** Keeps the largest weights, so that repeated remixes don't accumulate speakers. */
function prune(weights: Weights): Weights {
	const kept = Object.entries(weights)
		.filter(([, weight]) => Math.abs(weight) >= 0.02)
		.sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
		.slice(0, maxSpeakers);
	const sum = kept.reduce((total, [, weight]) => total + weight, 0);
	return Object.fromEntries(kept.map(([speaker, weight]) => [speaker, weight / sum]));
}

function withTargetPace(
	palette: readonly PaletteVoice[],
	blend: Blend,
	{ syllablesPerSecond: goal }: DesignTargets,
): Blend {
	if (goal === undefined) return blend;
	const own = expectedOf(palette, { ...blend, pace: 1 }).syllablesPerSecond;
	return { ...blend, pace: Number(clamp(goal / own, paceRange).toFixed(3)) };
}

function costOf(expected: Expected, baseline: Expected, targets: DesignTargets): number {
	const error = (off: number, unit: number, requested: boolean) =>
		(off / unit) ** 2 * (requested ? 1 : unrequestedWeight);
	return (
		error(
			12 * Math.log2(expected.pitchHz / (targets.pitchHz ?? baseline.pitchHz)),
			noticeable.semitones,
			!!targets.pitchHz,
		) +
		error(
			expected.syllablesPerSecond / (targets.syllablesPerSecond ?? baseline.syllablesPerSecond) - 1,
			noticeable.pace,
			!!targets.syllablesPerSecond,
		) +
		error(
			expected.brightnessHz / (targets.brightnessHz ?? baseline.brightnessHz) - 1,
			noticeable.brightness,
			!!targets.brightnessHz,
		) +
		error(
			expected.pitchSpread - (targets.pitchSpread ?? baseline.pitchSpread),
			noticeable.spread,
			!!targets.pitchSpread,
		)
	);
}

/** Penalizes weights outside 0..1, which sound less human. */
function extrapolationCost({ timbre, prosody }: Blend): number {
	const beyond = (weights: Weights) =>
		Object.values(weights).reduce(
			(sum, weight) => sum + (weight < 0 ? weight ** 2 : 0) + (weight > 1 ? (weight - 1) ** 2 : 0),
			0,
		);
	return 20 * (beyond(timbre) + beyond(prosody));
}

type Candidate = { blend: Blend; expected: Expected; cost: number };

/** Chooses the best candidate, then the best ones that share little timbre with those chosen. */
function chooseDiverse(candidates: readonly Candidate[], count: number): Candidate[] {
	const chosen: Candidate[] = [];
	for (const maxOverlap of [0.1, 0.3, 0.5, 0.7, 0.85, 1.01])
		for (const candidate of candidates) {
			if (chosen.length === count) return chosen;
			if (chosen.includes(candidate)) continue;
			if (chosen.every(({ blend }) => overlap(blend.timbre, candidate.blend.timbre) < maxOverlap))
				chosen.push(candidate);
		}
	return chosen;
}

/** Returns the share that two timbres have in common. */
function overlap(one: Weights, other: Weights): number {
	return Object.entries(one).reduce(
		(sum, [speaker, weight]) => sum + Math.max(0, Math.min(weight, other[speaker] ?? 0)),
		0,
	);
}

const wordsToSyllables = 1.35 / 60;

/**
 * Speakers of the fast engine have no known gender and are American, so one is used only if neither matters and it fits
 * better.
 */
function fastVoice(
	{ gender, accent }: RequestedTraits,
	language: string,
	targets: DesignTargets,
	baseline: Expected,
	worst: DesignedVoice | undefined,
): DesignedVoice | undefined {
	if (gender || (accent && accent !== "american") || !isEnglish(language) || !targets.pitchHz || !worst)
		return undefined;
	const known = screenedSpeakers.map(({ sid, pitchHz, wordsPerMinute }) => {
		const expected = { ...baseline, pitchHz, syllablesPerSecond: wordsPerMinute * wordsToSyllables };
		return {
			speaker: `libritts-${sid}`,
			expected,
			cost: costOf(expected, baseline, { ...targets, syllablesPerSecond: undefined }),
		};
	});
	const best = known.sort((a, b) => a.cost - b.cost)[0];
	if (!best || best.cost >= costOf(worst.expected, baseline, targets)) return undefined;
	return { engine: "piper", speaker: best.speaker, language: "en-US", blend: undefined, expected: best.expected };
}

function clamp(value: number, [min, max]: readonly [number, number]): number {
	return Math.min(max, Math.max(min, value));
}
