import { isSameLanguage } from "../text/language.ts";
import { parseDescription, type Scale } from "./description.ts";
import type { Design, DesignedVoice } from "./design.ts";
import type { Traits } from "./measure/traits.ts";
import { genderOf, paletteOf } from "./palette.ts";

/** Whether a voice meets one requested trait; `met` is null if it can't be determined. */
export type TraitResult = {
	trait: Scale | "gender" | "age" | "accent" | "language";
	asked: string;
	met: boolean | null;
	measured: number | null;
	unit: "Hz" | "syllables/s" | "semitones" | null;
	explanation: string;
};

/** Smallest difference from the baseline that counts as met. */
const minDifference = { semitones: 1, pace: 0.04, brightness: 0.03, spread: 0.3 };
const names: Record<Scale, readonly [less: string, more: string]> = {
	pitch: ["low", "high"],
	pace: ["slow", "fast"],
	brightness: ["warm", "bright"],
	liveliness: ["calm", "lively"],
};

export type AvailableTrait = Pick<TraitResult, "trait" | "asked"> & { available: boolean };

/** What a description requests, before anything is synthesized. */
export function availableTraits(
	description: string,
	engine: string,
): { traits: AvailableTrait[]; unrecognizedWords: string[] } {
	const { requested, unrecognizedWords } = parseDescription(description);
	const palette = paletteOf(engine);
	const speaks = (language: string) => palette.some((voice) => isSameLanguage(language, voice.language));
	const traits: AvailableTrait[] = [];
	for (const trait of ["gender", "age"] as const)
		if (requested[trait]) traits.push({ trait, asked: requested[trait], available: true });
	if (requested.accent) {
		const { accent } = requested;
		traits.push({ trait: "accent", asked: accent, available: engine !== "fake" && accentNames.includes(accent) });
	}
	if (requested.language)
		traits.push({ trait: "language", asked: requested.language, available: speaks(requested.language) });
	for (const scale of Object.keys(names) as Scale[]) {
		const value = requested[scale];
		if (value !== undefined) traits.push({ trait: scale, asked: scaleName(scale, value), available: true });
	}
	return { traits, unrecognizedWords };
}

const accentNames = ["american", "british"];

function scaleName(scale: Scale, asked: number): string {
	return asked === 0 ? "medium" : `${Math.abs(asked) > 1.2 ? "very " : ""}${names[scale][asked > 0 ? 1 : 0]}`;
}

/** Returns one result per requested trait, in a fixed order. */
export function traitResults(design: Design, voice: DesignedVoice, traits: Traits): TraitResult[] {
	const { requested, baseline } = design;
	const results: TraitResult[] = [];
	if (requested.gender) results.push(genderResult(requested.gender, voice));
	if (requested.age)
		results.push({
			trait: "age",
			asked: requested.age,
			met: null,
			measured: null,
			unit: null,
			explanation: "Age is approximated from pitch, pace and brightness.",
		});
	if (requested.accent) results.push(accentResult(requested.accent, voice));
	if (requested.language) results.push(languageResult(requested.language, voice));
	const addScale = (
		trait: Scale,
		value: number,
		typical: number,
		difference: number,
		threshold: number,
		unit: NonNullable<TraitResult["unit"]>,
	) => {
		const asked = requested[trait];
		if (asked === undefined) return;
		const digits = unit === "Hz" ? 0 : 1;
		// Round once, so that the explanation matches the displayed value.
		const measured = Number(value.toFixed(2));
		results.push({
			trait,
			asked: scaleName(trait, asked),
			met:
				asked === 0
					? Math.abs(difference) <= 2 * threshold
					: Math.sign(difference) === Math.sign(asked) && Math.abs(difference) >= threshold,
			measured,
			unit,
			explanation: `${measured.toFixed(digits)} ${unit}, compared with ${typical.toFixed(digits)} ${design.from ? "in the original voice" : "in typical voices of this kind"}.`,
		});
	};
	const semitones = traits.pitchHz > 0 ? 12 * Math.log2(traits.pitchHz / baseline.pitchHz) : 0;
	addScale("pitch", traits.pitchHz, baseline.pitchHz, semitones, minDifference.semitones, "Hz");
	addScale(
		"pace",
		traits.syllablesPerSecond,
		baseline.syllablesPerSecond,
		traits.syllablesPerSecond / baseline.syllablesPerSecond - 1,
		minDifference.pace,
		"syllables/s",
	);
	addScale(
		"brightness",
		traits.brightnessHz,
		baseline.brightnessHz,
		traits.brightnessHz / baseline.brightnessHz - 1,
		minDifference.brightness,
		"Hz",
	);
	addScale(
		"liveliness",
		traits.pitchSpread,
		baseline.pitchSpread,
		traits.pitchSpread - baseline.pitchSpread,
		minDifference.spread,
		"semitones",
	);
	return results;
}

function genderResult(asked: string, { engine, blend }: DesignedVoice): TraitResult {
	const gender = blend && genderOf(paletteOf(engine), blend);
	return {
		trait: "gender",
		asked,
		met: gender === undefined ? null : gender === asked,
		measured: null,
		unit: null,
		explanation:
			gender === undefined
				? "The gender of this voice's speakers is unknown."
				: `Blended from speakers labeled ${gender}.`,
	};
}

function accentResult(asked: string, { engine, language }: DesignedVoice): TraitResult {
	const spoken = engine === "fake" ? undefined : { "en-US": "American", "en-GB": "British" }[language];
	const met = spoken?.toLowerCase() === asked;
	return {
		trait: "accent",
		asked,
		met,
		measured: null,
		unit: null,
		explanation: met ? `Uses ${spoken} pronunciation.` : "This accent isn't available.",
	};
}

function languageResult(asked: string, { language }: DesignedVoice): TraitResult {
	const met = isSameLanguage(asked, language);
	return {
		trait: "language",
		asked,
		met,
		measured: null,
		unit: null,
		explanation: met ? "Uses the pronunciation rules of this language." : "This language isn't available.",
	};
}
