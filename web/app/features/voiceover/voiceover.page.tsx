import { useQuery } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Clapperboard } from "lucide-react";
import { Link, useParams } from "react-router";
import { isApiError } from "../../lib/api/api-error.ts";
import { LoadFailure } from "../../shell/page/load-failure.tsx";
import { EditorView } from "./components/editor-view.tsx";
import { voiceoverQuery, voiceoversPath } from "./voiceover.queries.ts";

export const meta = () => [{ title: "Voice-over - Timbre" }];

export default function VoiceoverPage() {
	const { voiceoverId = "" } = useParams();
	const found = useQuery(voiceoverQuery(voiceoverId));
	const notFound = found.isError && isApiError(found.error) && [404, 422].includes(found.error.status);
	if (found.data && !notFound) return <EditorView key={found.data.voiceover_id} voiceover={found.data} />;
	return (
		<div className="mx-auto w-full max-w-5xl px-4 pt-4 pb-16 md:px-8">
			{found.isPending ? (
				<div aria-busy="true">
					<h1 className="sr-only">Voice-over</h1>
					<p className="sr-only">Loading voice-over</p>
					<Skeleton className="h-7 w-64" />
					<Skeleton className="mt-4 h-48" />
					<Skeleton className="mt-4 h-32" />
				</div>
			) : null}
			{notFound ? (
				<>
					<h1 className="sr-only">Voice-over not found</h1>
					<EmptyState
						icon={<Clapperboard aria-hidden="true" />}
						title="Voice-over not found"
						action={
							<Button asChild>
								<Link to={voiceoversPath}>View all voice-overs</Link>
							</Button>
						}
					>
						It may have been deleted, or it belongs to another workspace.
					</EmptyState>
				</>
			) : null}
			{found.isError && !notFound ? (
				<>
					<h1 className="sr-only">Voice-over</h1>
					<LoadFailure title="Couldn't load the voice-over" query={found} />
				</>
			) : null}
		</div>
	);
}
