import { cn } from "../cn.ts";

/** The shape of what will stand here. Hidden from screen readers: the region around it says it is loading. */
export function Skeleton({ className }: { className?: string }) {
	return <div aria-hidden="true" className={cn("animate-breathe rounded-md bg-hover", className)} />;
}
