import { useNavigate, useSearchParams } from "react-router";
import { destination } from "../../../lib/redirect.ts";
import { appPages } from "../../../shell/app-routes.ts";

export function whereTo(asked: string | null, fallback: string): string {
	return destination(
		asked,
		appPages.map((page) => page.path),
		fallback,
	);
}

/** Other places of this site (an answer of the API, a public page) need the document to be loaded anew. */
export const insideApp = (path: string) => path.startsWith("/app/");

/** Leaves the door: to where the address asks, if that may be, else to `fallback`. */
export function useEnter(fallback: string): () => void {
	const navigate = useNavigate();
	const [search] = useSearchParams();
	return () => {
		const to = whereTo(search.get("redirect"), fallback);
		if (insideApp(to)) void navigate(to);
		else window.location.assign(to);
	};
}
