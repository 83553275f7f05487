import type { Design, DesignedVoice } from "./design.ts";
import { genderOf, paletteOf } from "./palette.ts";
import type { Traits } from "./traits.ts";
import type { Scale } from "./words.ts";

/** What became of one thing that was asked; `met` is null where nothing here can tell. */
export type Verdict = {
	trait: Scale | "gender" | "age" | "accent" | "language";
	asked: string;
	met: boolean | null;
	measured: number | null;
	unit: "Hz" | "syllables/s" | "semitones" | null;
	explanation: string;
};

/** By how much a figure must differ from the usual one for a listener to hear it. */
const heardFrom = { semitones: 1, pace: 0.04, brightness: 0.03, spread: 0.3 };
const names: Record<Scale, readonly [less: string, more: string]> = {
	pitch: ["low", "high"],
	pace: ["slow", "fast"],
	brightness: ["warm", "bright"],
	liveliness: ["calm", "lively"],
};

/** One verdict for each thing that was asked, in a steady order. */
export function verdicts(design: Design, voice: DesignedVoice, heard: Traits): Verdict[] {
	const { wanted, usual } = design;
	const found: Verdict[] = [];
	if (wanted.gender) found.push(genderVerdict(wanted.gender, voice));
	if (wanted.age)
		found.push({
			trait: "age",
			asked: wanted.age,
			met: null,
			measured: null,
			unit: null,
			explanation: "Age cannot be measured here; it was made by pitch, pace and brightness.",
		});
	if (wanted.accent) found.push(accentVerdict(wanted.accent, voice));
	if (wanted.language) found.push(languageVerdict(wanted.language, voice));
	const scale = (
		trait: Scale,
		value: number,
		common: number,
		off: number,
		step: number,
		unit: NonNullable<Verdict["unit"]>,
	) => {
		const asked = wanted[trait];
		if (asked === undefined) return;
		const digits = unit === "Hz" ? 0 : 1;
		// Rounded once: the sentence and whoever shows the figure say the same.
		const measured = Number(value.toFixed(2));
		found.push({
			trait,
			asked: asked === 0 ? "medium" : `${Math.abs(asked) > 1.2 ? "very " : ""}${names[trait][asked > 0 ? 1 : 0]}`,
			met: asked === 0 ? Math.abs(off) <= 2 * step : Math.sign(off) === Math.sign(asked) && Math.abs(off) >= step,
			measured,
			unit,
			explanation: `${measured.toFixed(digits)} ${unit}, where ${design.from ? "the voice it began from has" : "voices of this kind have"} ${common.toFixed(digits)}.`,
		});
	};
	const semitones = heard.pitchHz > 0 ? 12 * Math.log2(heard.pitchHz / usual.pitchHz) : 0;
	scale("pitch", heard.pitchHz, usual.pitchHz, semitones, heardFrom.semitones, "Hz");
	scale(
		"pace",
		heard.syllablesPerSecond,
		usual.syllablesPerSecond,
		heard.syllablesPerSecond / usual.syllablesPerSecond - 1,
		heardFrom.pace,
		"syllables/s",
	);
	scale(
		"brightness",
		heard.brightnessHz,
		usual.brightnessHz,
		heard.brightnessHz / usual.brightnessHz - 1,
		heardFrom.brightness,
		"Hz",
	);
	scale(
		"liveliness",
		heard.pitchSpread,
		usual.pitchSpread,
		heard.pitchSpread - usual.pitchSpread,
		heardFrom.spread,
		"semitones",
	);
	return found;
}

function genderVerdict(asked: string, { engine, blend }: DesignedVoice): Verdict {
	const gender = blend && genderOf(paletteOf(engine), blend);
	return {
		trait: "gender",
		asked,
		met: gender === undefined ? null : gender === asked,
		measured: null,
		unit: null,
		explanation:
			gender === undefined
				? "The speakers of this voice have no stated gender."
				: `Its timbre comes from speakers whose makers call them ${gender}.`,
	};
}

function accentVerdict(asked: string, { engine, language }: DesignedVoice): Verdict {
	const spoken = engine === "fake" ? undefined : { "en-US": "American", "en-GB": "British" }[language];
	const met = spoken?.toLowerCase() === asked;
	return {
		trait: "accent",
		asked,
		met,
		measured: null,
		unit: null,
		explanation: met ? `Spoken with ${spoken} sounds.` : `No voice here speaks English with this accent.`,
	};
}

function languageVerdict(asked: string, { language }: DesignedVoice): Verdict {
	const met = asked.split("-")[0] === language.split("-")[0];
	return {
		trait: "language",
		asked,
		met,
		measured: null,
		unit: null,
		explanation: met ? "Spoken by the rules of this language." : "No voice here speaks this language.",
	};
}
