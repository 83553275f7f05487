import { cn } from "@timbre/ui/cn.ts";
import { Slider } from "@timbre/ui/primitives/slider.tsx";

export type SliderFacts = {
	label: string;
	min: number;
	max: number;
	step: number;
	/** What the ends sound like. */
	ends: [low: string, high: string];
	shown: (value: number) => string;
	/** Where the sound may break up, slur or stumble. */
	unstable: (value: number) => boolean;
};

const percent = (value: number) => `${Math.round(value * 100)} %`;

export const sliders: Record<"speed" | "stability" | "similarity_boost" | "style", SliderFacts> = {
	speed: {
		label: "Speed",
		min: 0.5,
		max: 2,
		step: 0.05,
		ends: ["Slower", "Faster"],
		shown: (value) => `${value.toFixed(2)}×`,
		unstable: (value) => value < 0.7 || value > 1.5,
	},
	stability: {
		label: "Stability",
		min: 0,
		max: 1,
		step: 0.01,
		ends: ["More variable", "More even"],
		shown: percent,
		unstable: (value) => value < 0.3,
	},
	similarity_boost: {
		label: "Similarity",
		min: 0,
		max: 1,
		step: 0.01,
		ends: ["Freer", "Closer to the voice"],
		shown: percent,
		unstable: (value) => value > 0.9,
	},
	style: {
		label: "Style exaggeration",
		min: 0,
		max: 1,
		step: 0.01,
		ends: ["None", "Exaggerated"],
		shown: percent,
		unstable: (value) => value > 0.5,
	},
};

/** What stands at the thumb: the value, and whether it is asking for trouble. */
export function thumbTip(facts: Pick<SliderFacts, "shown" | "unstable">, value: number): string {
	return `${facts.shown(value)}${facts.unstable(value) ? " - Unstable" : ""}`;
}

type SettingSliderProps = {
	facts: SliderFacts;
	value: number;
	onChange: (value: number) => void;
	/** Why it has no effect; shown, and the slider cannot be moved. */
	without?: string;
};

export function SettingSlider({ facts, value, onChange, without }: SettingSliderProps) {
	const unstable = !without && facts.unstable(value);
	return (
		<section className={cn(without && "text-muted")}>
			<div className="mb-0.5 flex justify-between gap-3 text-[13px]">
				<h3 className="font-medium">{facts.label}</h3>
				{without ? null : (
					<span className={cn("tabular", unstable ? "text-warning" : "text-muted")}>
						{facts.shown(value)}
						{unstable ? " · unstable" : ""}
					</span>
				)}
			</div>
			<Slider
				label={facts.label}
				min={facts.min}
				max={facts.max}
				step={facts.step}
				value={value}
				valueText={thumbTip(facts, value)}
				tip={without ? undefined : thumbTip(facts, value)}
				disabled={without !== undefined}
				onChange={onChange}
			/>
			{without ? (
				<p className="text-muted text-xs">{without}</p>
			) : (
				<div aria-hidden="true" className="flex justify-between text-muted text-xs">
					<span>{facts.ends[0]}</span>
					<span>{facts.ends[1]}</span>
				</div>
			)}
		</section>
	);
}
