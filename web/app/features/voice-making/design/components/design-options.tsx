import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Label } from "@timbre/ui/primitives/forms/label.tsx";
import { Slider } from "@timbre/ui/primitives/forms/slider.tsx";
import { Textarea } from "@timbre/ui/primitives/forms/textarea.tsx";
import type { RefObject } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { counted } from "../../../../lib/text/format.ts";
import { type DesignValues, maxText } from "../model/design-form.ts";

type DesignOptionsProps = {
	form: UseFormReturn<DesignValues>;
	/** Opened by the form if a field inside is invalid. */
	detailsRef: RefObject<HTMLDetailsElement | null>;
};

/** Options in addition to the description. */
export function DesignOptions({ form, detailsRef }: DesignOptionsProps) {
	const { register, control, formState, watch } = form;
	const { errors } = formState;
	const length = watch("text").trim().length;
	return (
		<details ref={detailsRef} className="group rounded-card border border-line bg-raised">
			<summary className="cursor-pointer select-none px-4 py-2.5 font-medium text-[13px]">More options</summary>
			<div className="flex flex-col gap-5 px-4 pt-2 pb-4">
				<Field
					label="Preview text"
					error={errors.text?.message}
					hint={
						length === 0
							? "Leave empty for a sample text, or enter 100 to 1,000 characters."
							: `${counted(length, "character")}, generated three times.`
					}
				>
					{(ids) => <Textarea {...ids} maxLength={maxText} {...register("text")} />}
				</Field>
				<div className="grid gap-5 sm:grid-cols-2">
					<Controller
						name="guidance"
						control={control}
						render={({ field }) => <GuidanceSlider value={field.value} onChange={field.onChange} />}
					/>
					<Field label="Seed" hint="The same seed and description give the same previews." error={errors.seed?.message}>
						{(ids) => <Input {...ids} inputMode="numeric" placeholder="Random" {...register("seed")} />}
					</Field>
				</div>
			</div>
		</details>
	);
}

function GuidanceSlider({ value, onChange }: { value: number; onChange: (value: number) => void }) {
	const strength = value < 3.5 ? "Low" : value > 6.5 ? "High" : "Medium";
	return (
		<div>
			<div className="flex justify-between gap-3">
				<Label>Guidance</Label>
				<span className="text-[13px] text-muted">{strength}</span>
			</div>
			<Slider
				label="Guidance"
				value={value}
				min={0}
				max={10}
				step={0.5}
				valueText={strength}
				onChange={onChange}
				className="mt-1.5"
			/>
		</div>
	);
}
