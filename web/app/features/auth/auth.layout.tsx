import { type ClientLoaderFunctionArgs, Outlet, redirect, redirectDocument } from "react-router";
import { home } from "../../lib/redirect.ts";
import { fetchSession } from "../../shell/session.ts";
import { AuthFrame } from "./components/auth-frame.tsx";
import { insideApp, whereTo } from "./components/destination.ts";

/** Who is signed in already has no business here. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
	const session = await fetchSession(request.signal).catch(() => null);
	if (!session) return null;
	const to = whereTo(new URL(request.url).searchParams, home);
	throw insideApp(to) ? redirect(to) : redirectDocument(to);
}

export default function AuthLayout() {
	return (
		<AuthFrame>
			<Outlet />
		</AuthFrame>
	);
}
