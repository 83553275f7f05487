import { useQuery } from "@tanstack/react-query";
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { voiceLibraryEndpoints } from "@timbre/contract/voice-library/endpoints.ts";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { count } from "../../lib/text/format.ts";
import { previewProgressQuery } from "./voices.refresh.public.ts";

type State = ResponseOf<typeof voiceLibraryEndpoints.getPreviewProgress>;

/** Progress of rendering the default voices' previews. Renders nothing once they are done. */
export function PreviewProgress() {
	const { data } = useQuery(previewProgressQuery);
	if (!data?.running) return null;
	return (
		<div className="mb-5 flex flex-col gap-2 rounded-card border border-line bg-raised px-4 py-3">
			<p className="flex justify-between gap-4 text-[13px]">
				<span>{sentence(data)}</span>
				<span className="shrink-0 text-muted tabular">
					{count(data.done)} of {count(data.total)}
				</span>
			</p>
			<Progress label="Previews rendered" value={data.done} max={data.total} />
		</div>
	);
}

function sentence(state: State): string {
	const failed = state.failed > 0 ? ` ${count(state.failed)} failed. ${state.error ?? ""}` : "";
	return `Generating previews. You can leave this page; they'll appear as they finish.${failed}`;
}

/** Placeholder while a list of voices loads. */
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
