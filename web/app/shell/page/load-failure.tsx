import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { ErrorState } from "@timbre/ui/primitives/feedback/error-state.tsx";
import { Lock } from "lucide-react";
import { isApiError, messageOf } from "../../lib/api/api-error.ts";
import { useSupportElement } from "./support.tsx";

type LoadFailureProps = { title: string; query: { error: Error; isFetching: boolean; refetch: () => unknown } };

/** Shown in place of content that failed to load: a missing permission, or an error with a retry button. */
export function LoadFailure({ title, query }: LoadFailureProps) {
	const { error } = query;
	const support = useSupportElement();
	if (isApiError(error) && error.code === "missing_permissions") {
		return (
			<EmptyState icon={<Lock aria-hidden="true" />} title="You don't have access">
				{error.message} Ask a workspace admin for access.
			</EmptyState>
		);
	}
	const requestId = isApiError(error) ? error.requestId : undefined;
	return (
		<div
			ref={support}
			data-details={[title, error.message, requestId && `Request ${requestId}`].filter(Boolean).join("\n")}
			className="flex flex-col items-center"
		>
			<ErrorState
				title={title}
				message={messageOf(error)}
				requestId={requestId}
				busy={query.isFetching}
				onRetry={() => void query.refetch()}
			/>
		</div>
	);
}
