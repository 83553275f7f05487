import { cn } from "@timbre/ui/cn.ts";
import { useId } from "react";

type ChoiceGroupProps<Value extends string> = {
	legend: string;
	options: Readonly<Record<Value, string>>;
	value: Value | null;
	onChange: (value: Value) => void;
	/** Smaller, for follow-up questions. */
	small?: boolean;
};

/** A choice between a few short options, built on radio buttons for keyboard and screen reader support. */
export function ChoiceGroup<Value extends string>(props: ChoiceGroupProps<Value>) {
	const name = useId();
	return (
		<fieldset>
			<legend className={cn("mb-2 font-medium", props.small ? "text-[13px]" : "text-sm")}>{props.legend}</legend>
			<div className="flex flex-wrap gap-2">
				{(Object.entries(props.options) as [Value, string][]).map(([value, label]) => (
					<label
						key={value}
						className={cn(
							"cursor-pointer select-none rounded-full border border-control bg-raised transition-colors hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-on-ink has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2",
							props.small ? "px-3 py-1 text-[13px]" : "px-3.5 py-1.5",
						)}
					>
						<input
							type="radio"
							name={name}
							value={value}
							checked={props.value === value}
							onChange={() => props.onChange(value)}
							className="sr-only"
						/>
						{label}
					</label>
				))}
			</div>
		</fieldset>
	);
}
