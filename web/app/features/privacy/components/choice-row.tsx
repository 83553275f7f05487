import { Switch } from "@timbre/ui/primitives/forms/switch.tsx";
import { type ReactNode, useId } from "react";

type ChoiceRowProps = {
	label: string;
	children: ReactNode;
	checked: boolean;
	disabled?: boolean;
	onChange: (checked: boolean) => void;
};

/** A labeled switch with a description. */
export function ChoiceRow({ label, children, checked, disabled, onChange }: ChoiceRowProps) {
	const id = useId();
	return (
		<div className="flex items-start justify-between gap-6 px-4 py-4 sm:px-5">
			<div className="min-w-0">
				<label htmlFor={id} className="font-medium">
					{label}
				</label>
				<div id={`${id}-text`} className="mt-0.5 text-[13px] text-muted leading-5">
					{children}
				</div>
			</div>
			<Switch
				id={id}
				aria-describedby={`${id}-text`}
				checked={checked}
				disabled={disabled}
				onCheckedChange={onChange}
				className="mt-0.5"
			/>
		</div>
	);
}
