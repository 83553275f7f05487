import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "../cn.ts";
import { Spinner } from "./feedback/spinner.tsx";

const buttonStyle = cva(
	"inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-control font-medium transition-colors disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0",
	{
		variants: {
			variant: {
				primary: "bg-ink text-on-ink hover:bg-ink-hover",
				secondary: "border border-line bg-raised text-ink hover:bg-hover",
				quiet: "text-ink hover:bg-hover",
				danger: "bg-danger text-surface hover:opacity-90",
			},
			size: {
				small: "h-8 px-3 text-[13px]",
				medium: "h-9 px-3.5 text-sm",
				large: "h-11 px-5 text-[15px]",
			},
		},
		defaultVariants: { variant: "secondary", size: "medium" },
	},
);

type ButtonProps = ComponentProps<"button"> &
	VariantProps<typeof buttonStyle> & {
		/** Renders the child, such as a link, styled as a button. */
		asChild?: boolean;
		/** Shows a spinner and ignores clicks, but stays focusable. */
		busy?: boolean;
	};

export function Button({ asChild, busy, variant, size, className, children, onClick, ...rest }: ButtonProps) {
	const classes = cn(buttonStyle({ variant, size }), className);
	if (asChild) {
		return (
			<Slot.Root className={classes} onClick={onClick} {...rest}>
				{children}
			</Slot.Root>
		);
	}
	return (
		<button
			type="button"
			className={classes}
			aria-busy={busy || undefined}
			aria-disabled={busy || undefined}
			onClick={busy ? (event) => event.preventDefault() : onClick}
			{...rest}
		>
			{busy ? <Spinner /> : null}
			{children}
		</button>
	);
}
