import { EmptyState } from "@timbre/ui/primitives/empty-state.tsx";
import { ErrorState } from "@timbre/ui/primitives/error-state.tsx";
import { Lock } from "lucide-react";
import { isApiError } from "../../../lib/api-error.ts";

type LoadFailureProps = { title: string; error: Error; busy: boolean; onRetry: () => void };

/** What stands in place of what could not be loaded: a missing right cannot be retried away. */
export function LoadFailure({ title, error, busy, onRetry }: LoadFailureProps) {
	if (isApiError(error) && error.code === "missing_permissions") {
		return (
			<EmptyState icon={<Lock aria-hidden="true" />} title="Not for your role">
				Pronunciation dictionaries are kept from you in this workspace. Ask an admin for access.
			</EmptyState>
		);
	}
	return (
		<ErrorState
			title={title}
			message={error.message}
			requestId={isApiError(error) ? error.requestId : undefined}
			busy={busy}
			onRetry={onRetry}
		/>
	);
}
