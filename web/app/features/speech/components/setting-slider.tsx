import { cn } from "@timbre/ui/cn.ts";
import { Slider } from "@timbre/ui/primitives/slider.tsx";

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

type SettingSliderProps = {
	slider: SliderSpec;
	value: number;
	onChange: (value: number) => void;
	/** Disables the slider and says why. */
	disabledReason?: string;
};

export function SettingSlider({ slider, value, onChange, disabledReason }: SettingSliderProps) {
	const unstable = !disabledReason && slider.unstable(value);
	return (
		<section className={cn(disabledReason && "text-muted")}>
			<div className="mb-0.5 flex justify-between gap-3 text-[13px]">
				<h3 className="font-medium">{slider.label}</h3>
				{disabledReason ? null : (
					<span className={cn("tabular", unstable ? "text-warning" : "text-muted")}>
						{slider.format(value)}
						{unstable ? " · unstable" : ""}
					</span>
				)}
			</div>
			<Slider
				label={slider.label}
				min={slider.min}
				max={slider.max}
				step={slider.step}
				value={value}
				valueText={thumbTip(slider, value)}
				tip={disabledReason ? undefined : thumbTip(slider, value)}
				disabled={disabledReason !== undefined}
				onChange={onChange}
			/>
			{disabledReason ? (
				<p className="text-muted text-xs">{disabledReason}</p>
			) : (
				<div aria-hidden="true" className="flex justify-between text-muted text-xs">
					<span>{slider.ends[0]}</span>
					<span>{slider.ends[1]}</span>
				</div>
			)}
		</section>
	);
}
