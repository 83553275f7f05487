import { Check, ChevronDown } from "lucide-react";
import { Select as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "../../cn.ts";
import { controlStyle } from "./input.tsx";

/** `detail` explains the option or why it is disabled, on its own line; `aside` is a figure on the option's line. */
export type SelectOption = { value: string; label: string; detail?: ReactNode; aside?: string; disabled?: boolean };

type SelectProps = {
	/** The accessible name; give `id` instead when a visible label points here. */
	label?: string;
	id?: string;
	value: string;
	options: SelectOption[];
	onChange: (value: string) => void;
	disabled?: boolean;
	className?: string;
};

export function Select({ label, id, value, options, onChange, disabled, className }: SelectProps) {
	return (
		<Primitive.Root value={value} onValueChange={onChange} disabled={disabled}>
			<Primitive.Trigger
				id={id}
				aria-label={label}
				className={cn(controlStyle, "flex h-9 items-center justify-between gap-2 px-3 text-left", className)}
			>
				<span className="truncate" title={options.find((option) => option.value === value)?.label}>
					<Primitive.Value />
				</span>
				<Primitive.Icon>
					<ChevronDown aria-hidden="true" className="size-4 text-muted" />
				</Primitive.Icon>
			</Primitive.Trigger>
			<Primitive.Portal>
				<Primitive.Content
					position="popper"
					sideOffset={4}
					className="z-50 max-h-[min(24rem,40vh)] min-w-(--radix-select-trigger-width) max-w-(--radix-select-content-available-width) animate-rise overflow-hidden rounded-card border border-line bg-raised p-1 text-ink shadow-float"
				>
					<Primitive.Viewport>
						{options.map((option) => (
							<Primitive.Item
								key={option.value}
								value={option.value}
								disabled={option.disabled}
								className="relative flex cursor-default select-none flex-col rounded-md py-1.5 pr-8 pl-2.5 text-sm outline-none data-[highlighted]:bg-hover data-[disabled]:text-muted"
							>
								<span className="flex items-baseline justify-between gap-4">
									<Primitive.ItemText>{option.label}</Primitive.ItemText>
									{option.aside ? <span className="text-[13px] text-muted tabular">{option.aside}</span> : null}
								</span>
								{option.detail ? <span className="text-[13px] text-muted">{option.detail}</span> : null}
								<Primitive.ItemIndicator className="absolute top-2 right-2.5">
									<Check aria-hidden="true" className="size-4" />
								</Primitive.ItemIndicator>
							</Primitive.Item>
						))}
					</Primitive.Viewport>
				</Primitive.Content>
			</Primitive.Portal>
		</Primitive.Root>
	);
}
