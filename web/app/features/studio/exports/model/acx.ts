// The rules of ACX in words.
import type { AcxRule, MeasuredFile } from "@timbre/contract/studio/exports/export-schemas.ts";

const names: Record<AcxRule["rule"], string> = {
	rms: "Loudness (RMS)",
	peak: "Peak",
	noise_floor: "Noise floor",
	head: "Silence at the start",
	tail: "Silence at the end",
	length: "Length",
	sample_rate: "Sample rate",
	bitrate: "Bit rate",
	bitrates: "Constant bit rate",
};

export const nameOf = ({ rule }: Pick<AcxRule, "rule">): string => names[rule];

const oneDigit = new Intl.NumberFormat("en", { maximumFractionDigits: 1, minimumFractionDigits: 1 });
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

function figure(value: number, { rule, unit }: Pick<AcxRule, "rule" | "unit">): string {
	if (rule === "length") return `${oneDigit.format(value / 60)} min`;
	const text = (unit === "dB" || unit === "s" ? oneDigit : whole).format(value).replace("-", "−");
	return unit === "" ? text : `${text} ${unit}`;
}

/** "−20.1 dB". */
export function measured(rule: AcxRule): string {
	if (rule.rule === "bitrates") return rule.passed ? "Yes" : "No";
	if (rule.value !== null) return figure(rule.value, rule);
	return rule.unit === "dB" ? "Silence" : "Nothing is spoken";
}

/** "−23.0 dB to −18.0 dB". */
export function required(rule: AcxRule): string {
	const { min, max } = rule;
	if (rule.rule === "bitrates") return "Yes";
	if (min !== null && max !== null)
		return min === max ? figure(min, rule) : `${figure(min, rule)} to ${figure(max, rule)}`;
	if (min !== null) return `At least ${figure(min, rule)}`;
	return max === null ? "" : `At most ${figure(max, rule)}`;
}

const advice: Partial<Record<AcxRule["rule"], string>> = {
	rms: "Export with the loudness ACX.",
	peak: "Export with the loudness ACX.",
	head: "Export with the loudness ACX.",
	tail: "Export with the loudness ACX.",
	noise_floor: "Choose a voice with less background noise.",
	length: "Export one file per chapter, and split chapters that are longer than two hours.",
};

/** Why a rule isn't met, and what to do. */
export function reason(rule: AcxRule): string {
	const { value, min, max } = rule;
	const problem =
		value === null
			? `${nameOf(rule)}: ${measured(rule).toLowerCase()}.`
			: `${nameOf(rule)}: ${measured(rule)} is ${max !== null && value > max ? "more" : "less"} than ${
					max !== null && value > max ? figure(max, rule) : min === null ? "required" : figure(min, rule)
				}.`;
	return [problem, advice[rule.rule]].filter(Boolean).join(" ");
}

export const failures = ({ acx }: Pick<MeasuredFile, "acx">): AcxRule[] => acx.filter(({ passed }) => !passed);

/** "All 12 files pass ACX.", "2 of 12 files don't pass ACX." Empty if none was measured for it. */
export function summary(files: readonly MeasuredFile[]): string {
	const checked = files.filter(({ acx_passed }) => acx_passed !== null);
	const failed = checked.filter(({ acx_passed }) => !acx_passed).length;
	if (checked.length === 0) return "";
	if (checked.length === 1) return failed === 0 ? "Passes ACX" : "Doesn't pass ACX";
	return failed === 0
		? `All ${checked.length} files pass ACX`
		: `${failed} of ${checked.length} files ${failed === 1 ? "doesn't" : "don't"} pass ACX`;
}

/** "−16.0 LUFS", or undefined. */
export const lufs = ({ loudness_lufs }: MeasuredFile): string | undefined =>
	loudness_lufs === null ? undefined : `${oneDigit.format(loudness_lufs).replace("-", "−")} LUFS`;

export const truePeak = ({ true_peak_db }: MeasuredFile): string | undefined =>
	true_peak_db === null ? undefined : `${oneDigit.format(true_peak_db).replace("-", "−")} dBTP`;
