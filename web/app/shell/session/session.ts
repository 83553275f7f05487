import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useRouteLoaderData } from "react-router";
import { unreachable } from "../../lib/api/api-error.ts";
import { rememberSession } from "../../lib/session/signed-in.ts";
import { appRouteId } from "../navigation/app-routes.ts";
import { sessionPath } from "./session-path.ts";

export type Session = {
	user: {
		id: string;
		name: string;
		email: string;
		emailVerified: boolean;
		twoFactorEnabled?: boolean | null;
		/** Id of the user's picture. */
		image?: string | null;
	};
	/** `passkey`: whether the user presented a passkey in it. */
	session?: { passkey?: boolean | null };
};

export const sessionQuery = queryOptions({
	queryKey: ["auth", "session"],
	queryFn: ({ signal }) => fetchSession(signal),
});

/** Loads the session again after the user has changed. Invalidating is not enough: the app frame only reads the query. */
export const refreshSession = (queryClient: QueryClient): Promise<void> =>
	queryClient.prefetchQuery({ ...sessionQuery, staleTime: 0 });

/** The signed-in user. */
export function useUser(): Session["user"] | undefined {
	const loaded = useRouteLoaderData<Session>(appRouteId);
	const { data } = useQuery({ ...sessionQuery, enabled: false });
	return (data ?? loaded)?.user;
}

/** Whether the user has an authenticator app, or presented a passkey in this session. */
export function useHasTwoFactor(): boolean {
	const loaded = useRouteLoaderData<Session>(appRouteId);
	const { data } = useQuery({ ...sessionQuery, enabled: false });
	const { user, session } = data ?? loaded ?? {};
	return (user?.twoFactorEnabled ?? false) || (session?.passkey ?? false);
}

export async function fetchSession(signal?: AbortSignal): Promise<Session | null> {
	const response = await fetch(sessionPath, { credentials: "same-origin", signal }).catch(() => null);
	if (!response || response.status >= 500) throw unreachable();
	const session = response.ok ? ((await response.json()) as Session | null) : null;
	rememberSession(session !== null);
	return session;
}

export function signOut(): Promise<Response> {
	return fetch("/api/auth/sign-out", {
		method: "POST",
		credentials: "same-origin",
		headers: { "content-type": "application/json" },
		body: "{}",
	});
}
