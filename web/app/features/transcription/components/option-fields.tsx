import { autoLanguage, sourceLanguages, transcriptionModels } from "@timbre/contract/transcription/rules.ts";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Label } from "@timbre/ui/primitives/forms/label.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { Switch } from "@timbre/ui/primitives/forms/switch.tsx";
import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { keytermsProblem, modelProblem, type Options, type Speakers } from "../model/options.ts";

const languageOptions = sourceLanguages.map(({ key, name }) => ({ value: key, label: name }));
const maxOfferedSpeakers = 10;
const speakerOptions = [
	{ value: "auto", label: "Detect speakers" },
	{ value: "none", label: "Don't tell speakers apart" },
	...Array.from({ length: maxOfferedSpeakers - 1 }, (_, index) => ({
		value: String(index + 2),
		label: `${index + 2} speakers`,
	})),
];

type OptionFieldsProps = { options: Options; onChange: (options: Options) => void };

export function OptionFields({ options, onChange }: OptionFieldsProps) {
	const set = (change: Partial<Options>) => onChange({ ...options, ...change });
	const models = transcriptionModels.map(({ id, name, description }) => {
		const problem = modelProblem(id, options.language);
		return { value: id, label: name, detail: problem ?? description, disabled: problem !== undefined };
	});
	const model = transcriptionModels.find(({ id }) => id === options.model);
	return (
		<>
			<Field label="Language" hint={options.language === autoLanguage ? undefined : "Spoken in the recording."}>
				{({ id }) => (
					<Select
						id={id}
						value={options.language}
						options={languageOptions}
						onChange={(language) => set({ language })}
					/>
				)}
			</Field>
			<Field label="Model" hint={model?.description} error={modelProblem(options.model, options.language)}>
				{({ id }) => (
					<Select
						id={id}
						value={options.model}
						options={models}
						onChange={(next) => set({ model: models.find(({ value }) => value === next)?.value ?? options.model })}
					/>
				)}
			</Field>
			<Field label="Speakers">
				{({ id }) => (
					<Select
						id={id}
						value={options.speakers}
						options={speakerOptions}
						disabled={options.channels}
						onChange={(next) => set({ speakers: next as Speakers })}
					/>
				)}
			</Field>
			<Field
				label="Keyterms"
				hint="Names and terms to prefer, separated by commas."
				error={keytermsProblem(options.keyterms)}
			>
				{(control) => (
					<Input
						{...control}
						autoComplete="off"
						placeholder="Timbre, Dr. Okafor"
						value={options.keyterms}
						onChange={(event) => set({ keyterms: event.target.value })}
					/>
				)}
			</Field>
			<details className="group">
				<summary className="flex cursor-pointer list-none items-center gap-1.5 rounded-sm font-medium">
					<ChevronRight aria-hidden="true" className="size-4 text-muted transition-transform group-open:rotate-90" />
					More options
				</summary>
				<div className="flex flex-col gap-3 pt-3">
					<Toggle
						label="Mark sounds such as laughter"
						checked={options.events && !options.noVerbatim}
						disabled={options.noVerbatim}
						onChange={(events) => set({ events })}
					/>
					<Toggle
						label="Leave out filler words"
						hint="Removes “um”, repeated words and sounds. English filler words only."
						checked={options.noVerbatim}
						onChange={(noVerbatim) => set({ noVerbatim })}
					/>
					<Toggle
						label="One speaker per channel"
						hint="For calls recorded on separate channels. Costs as much as all channels together."
						checked={options.channels}
						onChange={(channels) => set({ channels })}
					/>
					<p className="text-[13px] text-muted">
						Every word gets a timestamp. Choose in the export whether to show them.
					</p>
				</div>
			</details>
		</>
	);
}

type ToggleProps = {
	label: string;
	hint?: string;
	checked: boolean;
	disabled?: boolean;
	onChange: (checked: boolean) => void;
};

function Toggle({ label, hint, checked, disabled, onChange }: ToggleProps) {
	const id = useId();
	return (
		<div className="flex items-start justify-between gap-3">
			<div>
				<Label htmlFor={id} className="font-normal">
					{label}
				</Label>
				{hint ? (
					<p id={`${id}-hint`} className="text-[13px] text-muted">
						{hint}
					</p>
				) : null}
			</div>
			<Switch
				id={id}
				aria-describedby={hint ? `${id}-hint` : undefined}
				checked={checked}
				disabled={disabled}
				onCheckedChange={onChange}
			/>
		</div>
	);
}
