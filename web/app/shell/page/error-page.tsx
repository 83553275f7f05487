import { isRouteErrorResponse, Link } from "react-router";
import { isApiError } from "../../lib/api/api-error.ts";
import { Logo } from "./logo.tsx";

/**
 * Shown for a page that crashed or does not exist. Bundled with every page, so it imports little and nothing that can
 * fail.
 */
export function ErrorPage({ error }: { error: unknown }) {
	const missing = isRouteErrorResponse(error) && error.status === 404;
	const message = missing
		? "Check the URL, or the page may have moved."
		: !isApiError(error)
			? "This page crashed. Reload it to try again."
			: error.code === "unreachable"
				? "Couldn't reach Timbre. Check your connection and reload the page."
				: error.message;
	return (
		<main className="flex min-h-dvh flex-col items-center justify-center px-6 text-center">
			<Link to="/" className="mb-10">
				<Logo />
			</Link>
			<title>{missing ? "Page not found - Timbre" : "Something went wrong - Timbre"}</title>
			<p className="font-mono text-muted text-xs">{missing ? "404" : "Error"}</p>
			<h1 className="mt-2 font-semibold text-xl">{missing ? "Page not found" : "Something went wrong"}</h1>
			<p className="mt-2 max-w-sm text-balance text-muted">{message}</p>
			{isApiError(error) && error.requestId ? (
				<p className="mt-2 font-mono text-muted text-xs">Request {error.requestId}</p>
			) : null}
			<div className="mt-6 flex gap-2 font-medium text-sm">
				{missing ? null : (
					<button
						type="button"
						onClick={() => window.location.reload()}
						className="h-9 rounded-control bg-ink px-3.5 text-on-ink hover:bg-ink-hover"
					>
						Reload page
					</button>
				)}
				<Link
					to="/"
					className="flex h-9 items-center rounded-control border border-line bg-raised px-3.5 hover:bg-hover"
				>
					Home
				</Link>
			</div>
		</main>
	);
}
