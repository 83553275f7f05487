import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { Label } from "@timbre/ui/primitives/label.tsx";
import { Slider } from "@timbre/ui/primitives/slider.tsx";
import { Textarea } from "@timbre/ui/primitives/textarea.tsx";
import { counted } from "../../../lib/format.ts";

/** Options in addition to the description. */
export type DesignSettings = { text: string; guidance: number; seed: string };

const defaultGuidance = 5;
const [minText, maxText] = [100, 1_000];
const maxSeed = 2_147_483_647;

export const defaultDesignSettings: DesignSettings = { text: "", guidance: defaultGuidance, seed: "" };

/** Approximate length of the default preview text. */
const defaultTextLength = 100;

/** Estimated cost of three previews. */
export function formatCost(text: string): string {
	const length = text.trim().length;
	return length === 0 ? `About ${defaultTextLength * 3} credits.` : `At most ${counted(length * 3, "credit")}.`;
}

export function designRequest(settings: DesignSettings) {
	const text = settings.text.trim();
	const seed = settings.seed.trim();
	return {
		text: text || null,
		auto_generate_text: text === "",
		guidance_scale: settings.guidance,
		seed: seed === "" ? null : Number(seed),
	};
}

/** Validation error, or null if the options are valid. */
export function validateDesign({ text, seed }: DesignSettings): string | null {
	const length = text.trim().length;
	if (length > 0 && length < minText)
		return `Preview text needs at least ${minText} characters. You've entered ${length}.`;
	if (seed.trim() !== "" && !(/^\d+$/.test(seed.trim()) && Number(seed) <= maxSeed))
		return `Seed must be a whole number from 0 to ${maxSeed}.`;
	return null;
}

export function DesignOptions({
	value,
	onChange,
}: {
	value: DesignSettings;
	onChange: (value: DesignSettings) => void;
}) {
	const strength = value.guidance < 3.5 ? "Low" : value.guidance > 6.5 ? "High" : "Medium";
	const length = value.text.trim().length;
	return (
		<details className="group rounded-card border border-line bg-raised">
			<summary className="cursor-pointer select-none px-4 py-2.5 font-medium text-[13px]">More options</summary>
			<div className="flex flex-col gap-5 px-4 pt-2 pb-4">
				<Field
					label="Preview text"
					hint={
						length === 0
							? "Leave empty for a sample text, or enter 100 to 1,000 characters."
							: `${counted(length, "character")}, generated three times.`
					}
				>
					{(control) => (
						<Textarea
							{...control}
							value={value.text}
							maxLength={maxText}
							onChange={(event) => onChange({ ...value, text: event.target.value })}
						/>
					)}
				</Field>
				<div className="grid gap-5 sm:grid-cols-2">
					<div>
						<div className="flex justify-between gap-3">
							<Label>Guidance</Label>
							<span className="text-[13px] text-muted">{strength}</span>
						</div>
						<Slider
							label="Guidance"
							value={value.guidance}
							min={0}
							max={10}
							step={0.5}
							valueText={strength}
							onChange={(guidance) => onChange({ ...value, guidance })}
							className="mt-1.5"
						/>
					</div>
					<Field label="Seed" hint="The same seed and description give the same previews.">
						{(control) => (
							<Input
								{...control}
								inputMode="numeric"
								placeholder="Random"
								value={value.seed}
								onChange={(event) => onChange({ ...value, seed: event.target.value })}
							/>
						)}
					</Field>
				</div>
			</div>
		</details>
	);
}
