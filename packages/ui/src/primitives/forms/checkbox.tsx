import { Check } from "lucide-react";
import { Checkbox as Primitive } from "radix-ui";
import { type ComponentProps, useId } from "react";
import { cn } from "../../cn.ts";

type CheckboxProps = Omit<ComponentProps<typeof Primitive.Root>, "onChange" | "onCheckedChange" | "checked"> & {
	label: string;
	checked: boolean;
	onChange: (checked: boolean) => void;
};

export function Checkbox({ label, checked, onChange, className, ...rest }: CheckboxProps) {
	const id = useId();
	return (
		<div className={cn("flex items-center gap-2.5", className)}>
			<Primitive.Root
				id={id}
				checked={checked}
				onCheckedChange={(next) => onChange(next === true)}
				className="inline-flex size-[18px] shrink-0 items-center justify-center rounded-[5px] border border-control bg-raised transition-colors hover:border-ink disabled:opacity-50 data-[state=checked]:border-ink data-[state=checked]:bg-ink"
				{...rest}
			>
				<Primitive.Indicator>
					<Check aria-hidden="true" className="size-3.5 text-on-ink" strokeWidth={3} />
				</Primitive.Indicator>
			</Primitive.Root>
			<label htmlFor={id} className={cn("cursor-pointer", rest.disabled && "cursor-default opacity-60")}>
				{label}
			</label>
		</div>
	);
}
