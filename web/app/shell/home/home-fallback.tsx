import { Card } from "@timbre/ui/primitives/card.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { quickPlaceholder, quickTextClass } from "../../features/speech/speech.quick-text.public.ts";
import { homeDescription } from "./home-description.ts";

/** What the home page shows to everyone, in its final place, while the scripts load. */
export function HomeFallback() {
	return (
		<div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-16 md:px-8 md:pt-10">
			<Skeleton className="h-7 w-56" />
			<p className="mt-1 mb-6 max-w-xl text-muted">{homeDescription}</p>
			<div className="grid gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
				<Card>
					<textarea
						disabled
						aria-label="Text to speak"
						placeholder={quickPlaceholder}
						rows={3}
						className={quickTextClass}
					/>
					<div className="flex items-center border-line border-t px-3 py-3">
						<Skeleton className="h-9 w-48" />
					</div>
				</Card>
			</div>
		</div>
	);
}
