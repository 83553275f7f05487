import { redirect } from "react-router";
import { home } from "../../lib/session/redirect.ts";

export function clientLoader() {
	throw redirect(home);
}

export default function AppIndexPage() {
	return null;
}
