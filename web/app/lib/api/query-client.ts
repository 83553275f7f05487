import { QueryCache, QueryClient } from "@tanstack/react-query";
import { signInPath, staysAfterSession } from "../session/redirect.ts";
import { isApiError } from "./api-error.ts";

let isSigningOut = false;

/** Ignores 401 errors until the returned function is called, because the page is being left anyway. */
export function beginSignOut(): () => void {
	isSigningOut = true;
	return () => {
		isSigningOut = false;
	};
}

export function createQueryClient(): QueryClient {
	return new QueryClient({
		queryCache: new QueryCache({
			// The session ended in another tab: sign in again and return to this page.
			onError(error) {
				if (isSigningOut || !isApiError(error) || error.code !== "needs_authorization") return;
				const { pathname, search } = window.location;
				// A late response may arrive when such a page is already open.
				if (!staysAfterSession(pathname)) window.location.assign(signInPath(pathname + search));
			},
		}),
		defaultOptions: {
			queries: {
				staleTime: 15_000,
				// Retry only network failures and server errors; other errors would repeat.
				retry: (count, error) => count < 2 && isApiError(error) && (error.status === 0 || error.status >= 500),
			},
		},
	});
}
