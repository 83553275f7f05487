import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { CircleAlert } from "lucide-react";
import { isRouteErrorResponse, Link, Outlet, useLocation, useNavigate, useRouteError } from "react-router";
import { ShareVoiceDialog } from "../../features/voice-library/voice-library.sharing.public.ts";
import { ShareDialogContext } from "../../features/voices/voices.sharing.public.ts";
import { isApiError } from "../../lib/api/api-error.ts";
import { home } from "../../lib/session/redirect.ts";
import { useSupportElement } from "../page/support.tsx";

/** Error boundary between the app frame and its pages: a crashing page leaves the sidebar and the player running. */
export default function AppPageLayout() {
	return (
		<ShareDialogContext value={ShareVoiceDialog}>
			<Outlet />
		</ShareDialogContext>
	);
}

export function ErrorBoundary() {
	const error = useRouteError();
	const queryClient = useQueryClient();
	const location = useLocation();
	const navigate = useNavigate();
	const support = useSupportElement();
	const retry = () => {
		// A cached response may have caused the crash, so drop everything only this page used.
		queryClient.removeQueries({ type: "inactive" });
		void navigate(location, { replace: true });
	};
	const message = isApiError(error)
		? error.message
		: "Something went wrong on this page. The rest of Timbre still works.";
	return (
		<div
			ref={support}
			data-details={nameOf(error)}
			role="alert"
			className="flex min-h-full flex-col items-center justify-center px-6 py-16 text-center"
		>
			<title>Something went wrong - Timbre</title>
			<CircleAlert aria-hidden="true" className="mb-3 size-6 text-danger" />
			<h1 className="font-semibold text-lg">This page crashed</h1>
			<p className="mt-1 max-w-sm text-balance text-muted">{message}</p>
			<div className="mt-5 flex gap-2">
				<Button variant="primary" onClick={retry}>
					Try again
				</Button>
				<Button asChild>
					<Link to={home}>Home</Link>
				</Button>
			</div>
		</div>
	);
}

function nameOf(error: unknown): string {
	if (isApiError(error))
		return [error.message, error.requestId && `Request ${error.requestId}`].filter(Boolean).join("\n");
	if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
	return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
