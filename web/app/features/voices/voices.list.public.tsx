import { useQuery } from "@tanstack/react-query";
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { voiceLibraryEndpoints } from "@timbre/contract/voice-library/endpoints.ts";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { count } from "../../lib/text/format.ts";
import { workspacesQuery } from "../../shell/navigation/workspace-switcher.tsx";
import { previewProgressQuery } from "./voices.refresh.public.ts";

type State = ResponseOf<typeof voiceLibraryEndpoints.getPreviewProgress>;

/**
 * For admins: progress of rendering the previews of shipped voices, after the first start. Renders nothing once they are
 * done.
 */
export function PreviewProgress() {
	const { data } = useQuery(previewProgressQuery);
	const { data: workspaces } = useQuery(workspacesQuery);
	const isAdmin = workspaces?.find((workspace) => workspace.current)?.role === "admin";
	if (!isAdmin || !data?.running) return null;
	return <p className="mb-4 text-[13px] text-muted tabular">{sentence(data)}</p>;
}

function sentence(state: State): string {
	const failed = state.failed > 0 ? ` ${count(state.failed)} failed. ${state.error ?? ""}` : "";
	return `Generating previews: ${count(state.done)} of ${count(state.total)}.${failed}`;
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
