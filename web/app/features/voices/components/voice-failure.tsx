import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/empty-state.tsx";
import { AudioLines } from "lucide-react";
import { Link } from "react-router";
import { isApiError } from "../../../lib/api-error.ts";
import { LoadFailure } from "../../../shell/load-failure.tsx";

type VoiceFailureProps = { query: { error: Error; isFetching: boolean; refetch: () => unknown }; path: string };

/** Why there is no voice to be seen: it is not there, or it could not be had now. `path` leads to where one is made. */
export function VoiceFailure({ query, path }: VoiceFailureProps) {
	const gone = isApiError(query.error) && query.error.status === 404;
	if (!gone) return <LoadFailure title="The voice could not be loaded" query={query} />;
	return (
		<EmptyState
			icon={<AudioLines aria-hidden="true" />}
			title="There is no such voice"
			action={
				<Button asChild>
					<Link to={path}>Make a voice</Link>
				</Button>
			}
		>
			It may have been deleted.
		</EmptyState>
	);
}
