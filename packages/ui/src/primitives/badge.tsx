import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "../cn.ts";

const badgeStyle = cva("inline-flex h-5 items-center gap-1 rounded-full border px-2 font-medium text-xs", {
	variants: {
		tone: {
			neutral: "border-line bg-sunken text-muted",
			accent: "border-current/25 text-accent",
			positive: "border-current/25 text-positive",
			warning: "border-current/25 text-warning",
			danger: "border-current/25 text-danger",
		},
	},
	defaultVariants: { tone: "neutral" },
});

export function Badge({ tone, className, ...rest }: ComponentProps<"span"> & VariantProps<typeof badgeStyle>) {
	return <span className={cn(badgeStyle({ tone }), className)} {...rest} />;
}
