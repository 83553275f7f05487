import { cn } from "../../cn.ts";

/** A loading placeholder. Hidden from screen readers; the surrounding region announces loading. */
export function Skeleton({ className }: { className?: string }) {
	return <div aria-hidden="true" className={cn("animate-breathe rounded-md bg-hover", className)} />;
}
