export type SliderSpec = {
	label: string;
	min: number;
	max: number;
	step: number;
	/** Labels of the two ends. */
	ends: [low: string, high: string];
	format: (value: number) => string;
	/** Whether speech may be slurred or broken at this value. */
	unstable: (value: number) => boolean;
};

const percent = (value: number) => `${Math.round(value * 100)}%`;

export const sliders: Record<"speed" | "stability" | "similarity_boost" | "style", SliderSpec> = {
	speed: {
		label: "Speed",
		min: 0.5,
		max: 2,
		step: 0.05,
		ends: ["Slower", "Faster"],
		format: (value) => `${value.toFixed(2)}×`,
		unstable: (value) => value < 0.7 || value > 1.5,
	},
	stability: {
		label: "Stability",
		min: 0,
		max: 1,
		step: 0.01,
		ends: ["More variable", "More consistent"],
		format: percent,
		unstable: (value) => value < 0.3,
	},
	similarity_boost: {
		label: "Similarity",
		min: 0,
		max: 1,
		step: 0.01,
		ends: ["Looser", "Closer to the voice"],
		format: percent,
		unstable: (value) => value > 0.9,
	},
	style: {
		label: "Style exaggeration",
		min: 0,
		max: 1,
		step: 0.01,
		ends: ["None", "Exaggerated"],
		format: percent,
		unstable: (value) => value > 0.5,
	},
};

/** Tooltip of the thumb: the value, and a warning if it is unstable. */
export function thumbTip(slider: Pick<SliderSpec, "format" | "unstable">, value: number): string {
	return `${slider.format(value)}${slider.unstable(value) ? " - Unstable" : ""}`;
}
