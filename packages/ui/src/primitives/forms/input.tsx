import type { ComponentProps } from "react";
import { cn } from "../../cn.ts";

export const controlStyle =
	"w-full rounded-control border border-control bg-raised text-sm text-ink transition-colors placeholder:text-muted hover:border-ink focus-visible:border-ink focus-visible:outline-1 focus-visible:outline-offset-0 disabled:opacity-60 aria-invalid:border-danger";

export function Input({ className, ...rest }: ComponentProps<"input">) {
	return <input className={cn(controlStyle, "h-9 px-3", className)} {...rest} />;
}
