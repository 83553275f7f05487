import { QueryCache, QueryClient } from "@tanstack/react-query";
import { isApiError } from "./api-error.ts";
import { isDoor, signInPath } from "./redirect.ts";

let leaving = false;

/** While one signs out, refusals are no news: the page that asked is on its way out. Call the answer once that is done. */
export function signingOut(): () => void {
	leaving = true;
	return () => {
		leaving = false;
	};
}

export function createQueryClient(): QueryClient {
	return new QueryClient({
		queryCache: new QueryCache({
			// A session that ended in another tab: back to the door, and from there to the same page.
			onError(error) {
				if (leaving || !isApiError(error) || error.code !== "needs_authorization") return;
				const { pathname, search } = window.location;
				// An answer to a page that was left may come when one is at the door already.
				if (!isDoor(pathname)) window.location.assign(signInPath(pathname + search));
			},
		}),
		defaultOptions: {
			queries: {
				staleTime: 15_000,
				// What the server refused it will refuse again; only a server out of reach is worth a second try.
				retry: (count, error) => count < 2 && isApiError(error) && (error.status === 0 || error.status >= 500),
			},
		},
	});
}
