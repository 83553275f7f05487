import { Button } from "@timbre/ui/primitives/button.tsx";
import { CircleAlert } from "lucide-react";
import { Link } from "react-router";
import { isApiError, messageOf } from "../../../lib/api/api-error.ts";

const retryable = [
	"system_busy",
	"too_many_concurrent_requests",
	"rate_limit_exceeded",
	"unreachable",
	"internal_error",
];

/** Why a generation failed and what to do about it. */
export function GenerationError({ error, onRetry }: { error: Error; onRetry: () => void }) {
	const code = isApiError(error) ? error.code : "unknown";
	return (
		<div role="alert" className="flex flex-wrap items-center gap-3 border-danger border-t px-4 py-2.5 md:px-8 lg:px-12">
			<CircleAlert aria-hidden="true" className="size-4 shrink-0 text-danger" />
			<p className="min-w-0 flex-1">
				{messageOf(error)}
				{code === "only_for_higher_plan" ? " Choose another output format or upgrade your plan." : ""}
			</p>
			{code === "quota_exceeded" ? (
				<Button asChild size="small">
					<Link to="/app/usage">View usage</Link>
				</Button>
			) : null}
			{retryable.includes(code) ? (
				<Button size="small" onClick={onRetry}>
					Try again
				</Button>
			) : null}
		</div>
	);
}
