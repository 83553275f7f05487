import { useRouteLoaderData } from "react-router";
import { unreachable } from "../lib/api-error.ts";

export type Session = { user: { id: string; name: string; email: string } };

/** Who is signed in, for the pages of the app. */
export function useUser(): Session["user"] | undefined {
	return useRouteLoaderData<Session>("shell/app.layout")?.user;
}

export async function fetchSession(signal?: AbortSignal): Promise<Session | null> {
	const response = await fetch("/api/auth/get-session", { credentials: "same-origin", signal }).catch(() => null);
	if (!response || response.status >= 500) throw unreachable();
	return response.ok ? ((await response.json()) as Session | null) : null;
}

export function signOut(): Promise<Response> {
	return fetch("/api/auth/sign-out", {
		method: "POST",
		credentials: "same-origin",
		headers: { "content-type": "application/json" },
		body: "{}",
	});
}
