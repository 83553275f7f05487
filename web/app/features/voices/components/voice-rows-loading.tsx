import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";

export function VoiceRowsLoading({ rows = 8 }: { rows?: number }) {
	return (
		<div aria-busy="true" className="mt-6">
			<p className="sr-only">Loading voices</p>
			{Array.from({ length: rows }, (_, i) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
				<div key={i} className="flex items-center gap-4 border-line border-b px-2 py-3">
					<Skeleton className="size-11 rounded-full" />
					<div className="flex-1">
						<Skeleton className="h-4 w-24" />
						<Skeleton className="mt-2 h-3 w-48" />
					</div>
				</div>
			))}
		</div>
	);
}
