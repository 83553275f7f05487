import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { AudioLines } from "lucide-react";
import { Link } from "react-router";
import { isApiError } from "../../../lib/api/api-error.ts";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";

type VoiceFailureProps = { query: { error: Error; isFetching: boolean; refetch: () => unknown }; path: string };

/** Shown if a voice does not exist or failed to load. `path` is where to create one. */
export function VoiceFailure({ query, path }: VoiceFailureProps) {
	const gone = isApiError(query.error) && query.error.status === 404;
	if (!gone) return <LoadFailure title="Couldn't load the voice" query={query} />;
	return (
		<EmptyState
			icon={<AudioLines aria-hidden="true" />}
			title="Voice not found"
			action={
				<Button asChild>
					<Link to={path}>Create a voice</Link>
				</Button>
			}
		>
			It may have been deleted.
		</EmptyState>
	);
}
