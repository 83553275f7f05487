import type { Model } from "@timbre/contract/models.ts";
import type { Voice } from "@timbre/contract/voices.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Slider } from "@timbre/ui/primitives/slider.tsx";
import { VoicePicker } from "../../voices/voices.picker.public.tsx";

type SpeechSettingsProps = {
	voices: Voice[];
	voice: Voice;
	onVoiceChange: (voice: Voice) => void;
	model: Model | undefined;
	speed: number;
	onSpeedChange: (speed: number) => void;
};

const tierWords: Record<Model["quality_tier"], string> = {
	quality: "Most natural",
	fast: "Fastest",
	basic: "Basic",
	remote: "Remote",
	fake: "Test only",
};

export function SpeechSettings(props: SpeechSettingsProps) {
	const { model, speed } = props;
	return (
		<div className="flex flex-col gap-7">
			<section>
				<h2 className="mb-2 font-medium text-[13px]">Voice</h2>
				<VoicePicker voices={props.voices} value={props.voice} onChange={props.onVoiceChange} />
			</section>
			{model ? (
				<section>
					<div className="mb-1 flex items-center justify-between gap-2">
						<h2 className="font-medium text-[13px]">Model</h2>
						<Badge>{tierWords[model.quality_tier]}</Badge>
					</div>
					<p>{model.name}</p>
					<p className="mt-0.5 text-[13px] text-muted">{model.description}</p>
				</section>
			) : null}
			<section>
				<div className="mb-1 flex justify-between text-[13px]">
					<h2 className="font-medium">Speed</h2>
					<span className="text-muted tabular">{speed.toFixed(2)}×</span>
				</div>
				<Slider
					label="Speed"
					min={0.5}
					max={2}
					step={0.05}
					value={speed}
					valueText={`${speed.toFixed(2)} times`}
					onChange={props.onSpeedChange}
				/>
				<div aria-hidden="true" className="flex justify-between text-muted text-xs">
					<span>Slower</span>
					<span>Faster</span>
				</div>
			</section>
		</div>
	);
}
