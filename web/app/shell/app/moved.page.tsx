import { type LoaderFunctionArgs, matchPath, redirect } from "react-router";
import { home } from "../../lib/session/redirect.ts";
import { movedPaths } from "./moved-paths.ts";

export function loader({ request }: LoaderFunctionArgs) {
	const { pathname, search } = new URL(request.url);
	const moved = Object.entries(movedPaths).find(([path]) => matchPath(path, pathname));
	throw redirect((moved?.[1] ?? home) + search, 301);
}

export default function MovedPage() {
	return null;
}
