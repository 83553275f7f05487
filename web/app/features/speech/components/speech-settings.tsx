import { useQuery } from "@tanstack/react-query";
import type { Model } from "@timbre/contract/models/endpoints.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { Switch } from "@timbre/ui/primitives/forms/switch.tsx";
import { RotateCcw } from "lucide-react";
import { type ReactNode, useId } from "react";
import { subscriptionQuery } from "../../usage/usage.public.ts";
import { VoicePicker } from "../../voices/voices.picker.public.tsx";
import { formatGate, formatLabel, type PageFormat, pageFormats } from "../model/formats.ts";
import { sliders } from "../model/sliders.ts";
import { canCheck, defaultSettings, type Settings, supports, takeCheckEnabled } from "../model/speech-request.ts";
import { DictionaryPicker } from "./dictionary-picker.tsx";
import { ModelPicker } from "./model-picker.tsx";
import { SettingSlider } from "./setting-slider.tsx";

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
	const changed = sliderNames.some((name) => supports(model, name) && settings[name] !== defaultSettings[name]);
	// Supported settings first; the others are shown disabled.
	const ordered = [...sliderNames].sort((a, b) => Number(supports(model, b)) - Number(supports(model, a)));
	return (
		<div className="flex flex-col gap-6">
			<SettingsSection title="Voice">
				<VoicePicker value={props.voice} onChange={props.onVoiceChange} />
			</SettingsSection>
			{model ? (
				<SettingsSection title="Model">
					<ModelPicker models={props.models} value={model} onChange={props.onModelChange} />
				</SettingsSection>
			) : null}
			<div className="flex flex-col gap-4">
				<div className="flex h-6 items-center justify-between">
					<h2 className="font-medium text-[13px]">Voice settings</h2>
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
						slider={sliders[name]}
						value={settings[name]}
						onChange={(value) => set({ [name]: value })}
						disabledReason={model && !supports(model, name) ? `Not supported by ${model.name}.` : undefined}
					/>
				))}
			</div>
			<SettingsSection title="Pronunciation">
				<DictionaryPicker value={settings.dictionaries} onChange={(dictionaries) => set({ dictionaries })} />
			</SettingsSection>
			<FormatSection value={settings.format} onChange={(format) => set({ format })} />
			<TakeCheckSection voice={props.voice} settings={settings} onChange={(takeCheck) => set({ takeCheck })} />
		</div>
	);
}

function pick<T, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
	return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;
}

export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section>
			<h2 className="mb-2 font-medium text-[13px]">{title}</h2>
			{children}
		</section>
	);
}

export function FormatSection({ value, onChange }: { value: PageFormat; onChange: (format: PageFormat) => void }) {
	const { data } = useQuery(subscriptionQuery);
	const options = pageFormats.map((format) => {
		const gate = formatGate(format, data?.tier);
		return { value: format, label: formatLabel(format), detail: gate, disabled: gate !== undefined };
	});
	const selected = options.find((option) => option.value === value && !option.disabled)
		? value
		: defaultSettings.format;
	return (
		<SettingsSection title="Output format">
			<Select
				label="Output format"
				value={selected}
				options={options}
				onChange={(format) => onChange(format as PageFormat)}
			/>
			<p className="mt-1.5 text-muted text-xs">
				{selected.startsWith("mp3_")
					? "Raw PCM and telephony formats are available through the API."
					: "Playback starts when the audio is complete. MP3 plays while it is generated."}
			</p>
		</SettingsSection>
	);
}

type TakeCheckSectionProps = { voice: Voice; settings: Settings; onChange: (on: boolean) => void };

function TakeCheckSection({ voice, settings, onChange }: TakeCheckSectionProps) {
	const id = useId();
	const supported = canCheck(voice);
	return (
		<section>
			<div className="flex items-center justify-between gap-3">
				<label htmlFor={id} className="font-medium text-[13px]">
					Check for misread words
				</label>
				<Switch
					id={id}
					aria-describedby={`${id}-hint`}
					checked={takeCheckEnabled(voice, settings)}
					disabled={!supported}
					onCheckedChange={onChange}
				/>
			</div>
			<p id={`${id}-hint`} className="mt-1 text-muted text-xs">
				{supported
					? "Transcribes the audio in the background and marks misread words. Retaking those sentences is free."
					: "Available for English only."}
			</p>
		</section>
	);
}
