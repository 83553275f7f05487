import { useQuery } from "@tanstack/react-query";
import type { Model } from "@timbre/contract/models.ts";
import type { Voice } from "@timbre/contract/voices.entities.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Select } from "@timbre/ui/primitives/select.tsx";
import { Switch } from "@timbre/ui/primitives/switch.tsx";
import { RotateCcw } from "lucide-react";
import { type ReactNode, useId } from "react";
import { subscriptionQuery } from "../../usage/usage.public.tsx";
import { VoicePicker } from "../../voices/voices.picker.public.tsx";
import { DictionaryPicker } from "./dictionary-picker.tsx";
import { formatGate, formatLabel, type PageFormat, pageFormats } from "./formats.ts";
import { ModelPicker } from "./model-picker.tsx";
import { SettingSlider, sliders } from "./setting-slider.tsx";
import { canCheck, canDo, checksTakes, defaultSettings, type Settings } from "./speech-request.ts";

type SpeechSettingsProps = {
	voice: Voice;
	onVoiceChange: (voice: Voice) => void;
	models: Model[];
	model: Model | undefined;
	onModelChange: (model: Model) => void;
	settings: Settings;
	onChange: (settings: Settings) => void;
};

const sliderNames = ["speed", "stability", "similarity_boost", "style"] as const;

export function SpeechSettings(props: SpeechSettingsProps) {
	const { model, settings, onChange } = props;
	const set = (patch: Partial<Settings>) => onChange({ ...settings, ...patch });
	const changed = sliderNames.some((name) => canDo(model, name) && settings[name] !== defaultSettings[name]);
	// What works comes first; what this model cannot do is there for whoever looks for it.
	const ordered = [...sliderNames].sort((a, b) => Number(canDo(model, b)) - Number(canDo(model, a)));
	return (
		<div className="flex flex-col gap-6">
			<Part title="Voice">
				<VoicePicker value={props.voice} onChange={props.onVoiceChange} />
			</Part>
			{model ? (
				<Part title="Model">
					<ModelPicker models={props.models} value={model} onChange={props.onModelChange} />
				</Part>
			) : null}
			<div className="flex flex-col gap-4">
				<div className="flex h-6 items-center justify-between">
					<h2 className="font-medium text-[13px]">How it is spoken</h2>
					{changed ? (
						<Button
							size="small"
							variant="quiet"
							className="-mr-2 h-7 px-2 text-muted"
							onClick={() => set(pick(defaultSettings, sliderNames))}
						>
							<RotateCcw aria-hidden="true" className="!size-3.5" />
							Reset
						</Button>
					) : null}
				</div>
				{ordered.map((name) => (
					<SettingSlider
						key={name}
						facts={sliders[name]}
						value={settings[name]}
						onChange={(value) => set({ [name]: value })}
						without={model && !canDo(model, name) ? `${model.name} has no such control.` : undefined}
					/>
				))}
			</div>
			<Part title="Pronunciation">
				<DictionaryPicker value={settings.dictionaries} onChange={(dictionaries) => set({ dictionaries })} />
			</Part>
			<FormatPart value={settings.format} onChange={(format) => set({ format })} />
			<CheckPart voice={props.voice} settings={settings} onChange={(takeCheck) => set({ takeCheck })} />
		</div>
	);
}

function pick<T, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
	return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section>
			<h2 className="mb-2 font-medium text-[13px]">{title}</h2>
			{children}
		</section>
	);
}

export function FormatPart({ value, onChange }: { value: PageFormat; onChange: (format: PageFormat) => void }) {
	const { data } = useQuery(subscriptionQuery);
	const options = pageFormats.map((format) => {
		const gate = formatGate(format, data?.tier);
		return { value: format, label: formatLabel(format), detail: gate, disabled: gate !== undefined };
	});
	const known = options.find((option) => option.value === value && !option.disabled) ? value : defaultSettings.format;
	return (
		<Part title="Output format">
			<Select
				label="Output format"
				value={known}
				options={options}
				onChange={(format) => onChange(format as PageFormat)}
			/>
			<p className="mt-1.5 text-muted text-xs">
				{known.startsWith("mp3_")
					? "Raw PCM and telephone formats come through the API."
					: "It is heard once it is complete; MP3 starts at once."}
			</p>
		</Part>
	);
}

type CheckPartProps = { voice: Voice; settings: Settings; onChange: (on: boolean) => void };

function CheckPart({ voice, settings, onChange }: CheckPartProps) {
	const id = useId();
	const possible = canCheck(voice);
	return (
		<section>
			<div className="flex items-center justify-between gap-3">
				<label htmlFor={id} className="font-medium text-[13px]">
					Check the take
				</label>
				<Switch
					id={id}
					aria-describedby={`${id}-about`}
					checked={checksTakes(voice, settings)}
					disabled={!possible}
					onCheckedChange={onChange}
				/>
			</div>
			<p id={`${id}-about`} className="mt-1 text-muted text-xs">
				{possible
					? "The speech is listened to in the background. Misread words are marked, and a new take of their sentence is free."
					: "Only English speech can be listened to so far."}
			</p>
		</section>
	);
}
