import { type ClientLoaderFunctionArgs, Outlet, redirect, redirectDocument } from "react-router";
import { home } from "../../lib/session/redirect.ts";
import { fetchSession } from "../../shell/session/session.ts";
import { completeSignUp } from "./auth.queries.ts";
import { AuthFrame } from "./components/auth-frame.tsx";
import { destinationFor, isAppPath } from "./model/destination.ts";

/** Redirects users who are already signed in. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
	const session = await fetchSession(request.signal).catch(() => null);
	if (!session) return null;
	const search = new URL(request.url).searchParams;
	// A provider returns new users here, already signed in.
	if (search.has("first")) await completeSignUp({ pid: search.get("pid"), xid: search.get("xid") });
	const to = destinationFor(search, home);
	throw isAppPath(to) ? redirect(to) : redirectDocument(to);
}

export default function AuthLayout() {
	return (
		<AuthFrame>
			<Outlet />
		</AuthFrame>
	);
}
