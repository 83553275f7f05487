import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";

/** Placeholder while content loads. */
export function Loading({ what, className }: { what: string; className: string }) {
	return (
		<div aria-busy="true">
			<p className="sr-only">Loading {what}</p>
			<Skeleton className={className} />
		</div>
	);
}
