import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "../cn.ts";
import { Tooltip } from "./overlays/tooltip.tsx";

const iconButtonStyle = cva(
	"inline-flex shrink-0 items-center justify-center transition-colors disabled:pointer-events-none disabled:opacity-40 [&_svg]:shrink-0",
	{
		variants: {
			variant: {
				quiet: "text-muted hover:bg-hover hover:text-ink",
				outline: "border border-line bg-raised text-ink hover:bg-hover",
				primary: "bg-ink text-on-ink hover:bg-ink-hover",
			},
			size: {
				small: "size-8 [&_svg]:size-4",
				medium: "size-9 [&_svg]:size-[18px]",
				large: "size-11 [&_svg]:size-5",
			},
			round: { true: "rounded-full", false: "rounded-control" },
		},
		defaultVariants: { variant: "quiet", size: "medium", round: false },
	},
);

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label"> &
	VariantProps<typeof iconButtonStyle> & {
		/** The accessible name and tooltip. */
		label: string;
		tooltip?: boolean;
	};

export function IconButton({ label, tooltip = true, variant, size, round, className, ...rest }: IconButtonProps) {
	const button = (
		<button
			type="button"
			aria-label={label}
			className={cn(iconButtonStyle({ variant, size, round }), className)}
			{...rest}
		/>
	);
	// A longer delay than other tooltips, because the pointer often just passes over icon buttons.
	return tooltip ? (
		<Tooltip label={label} delay={400}>
			{button}
		</Tooltip>
	) : (
		button
	);
}
