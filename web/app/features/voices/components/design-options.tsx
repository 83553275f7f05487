import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { Label } from "@timbre/ui/primitives/label.tsx";
import { Slider } from "@timbre/ui/primitives/slider.tsx";
import { Textarea } from "@timbre/ui/primitives/textarea.tsx";
import { counted } from "../../../lib/format.ts";

/** What can be said beside the description. */
export type DesignWishes = { text: string; guidance: number; seed: string };

const usualGuidance = 5;
const [leastText, mostText] = [100, 1_000];
const mostSeed = 2_147_483_647;

export const noWishes: DesignWishes = { text: "", guidance: usualGuidance, seed: "" };

/** Where no text is written, a sentence of about this length is spoken. */
const usualText = 100;

/** What three previews cost, said before they are made. */
export function costWords(text: string): string {
	const length = text.trim().length;
	return length === 0 ? `About ${usualText * 3} credits.` : `At most ${counted(length * 3, "credit")}.`;
}

export function wishesBody(wishes: DesignWishes) {
	const text = wishes.text.trim();
	const seed = wishes.seed.trim();
	return {
		text: text || null,
		auto_generate_text: text === "",
		guidance_scale: wishes.guidance,
		seed: seed === "" ? null : Number(seed),
	};
}

/** Why it cannot be sent so; null where it can. */
export function wishesFault({ text, seed }: DesignWishes): string | null {
	const length = text.trim().length;
	if (length > 0 && length < leastText)
		return `The text is too short to judge a voice by: at least ${leastText} characters, now ${length}.`;
	if (seed.trim() !== "" && !(/^\d+$/.test(seed.trim()) && Number(seed) <= mostSeed))
		return `The seed is a whole number from 0 to ${mostSeed}.`;
	return null;
}

export function DesignOptions({ value, onChange }: { value: DesignWishes; onChange: (value: DesignWishes) => void }) {
	const strength = value.guidance < 3.5 ? "gently" : value.guidance > 6.5 ? "strongly" : "as usual";
	const length = value.text.trim().length;
	return (
		<details className="group rounded-card border border-line bg-raised">
			<summary className="cursor-pointer select-none px-4 py-2.5 font-medium text-[13px]">More options</summary>
			<div className="flex flex-col gap-5 px-4 pt-2 pb-4">
				<Field
					label="Text of the previews"
					hint={
						length === 0
							? "Empty: a fitting one is chosen. Your own has 100 to 1,000 characters."
							: `${counted(length, "character")}, spoken three times.`
					}
				>
					{(control) => (
						<Textarea
							{...control}
							value={value.text}
							maxLength={mostText}
							onChange={(event) => onChange({ ...value, text: event.target.value })}
						/>
					)}
				</Field>
				<div className="grid gap-5 sm:grid-cols-2">
					<div>
						<div className="flex justify-between gap-3">
							<Label>How far it goes</Label>
							<span className="text-[13px] text-muted">{strength}</span>
						</div>
						<Slider
							label="How far it goes towards the description"
							value={value.guidance}
							min={0}
							max={10}
							step={0.5}
							valueText={strength}
							onChange={(guidance) => onChange({ ...value, guidance })}
							className="mt-1.5"
						/>
					</div>
					<Field label="Seed" hint="The same seed and words give the same three voices.">
						{(control) => (
							<Input
								{...control}
								inputMode="numeric"
								placeholder="Any"
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
