import { cn } from "@timbre/ui/cn.ts";
import { Slider } from "@timbre/ui/primitives/forms/slider.tsx";
import { type SliderSpec, thumbTip } from "../model/sliders.ts";

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
