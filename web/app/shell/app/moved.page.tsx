import { type LoaderFunctionArgs, redirect } from "react-router";
import { home } from "../../lib/session/redirect.ts";
import { movedPaths } from "./moved-paths.ts";

export function loader({ request }: LoaderFunctionArgs) {
	const { pathname, search } = new URL(request.url);
	throw redirect((movedPaths[pathname.replace(/\/$/, "")] ?? home) + search, 301);
}

export default function MovedPage() {
	return null;
}
