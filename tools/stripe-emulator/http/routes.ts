import type { Form } from "./form.ts";

export type Handler = (request: { ids: string[]; form: Form }) => unknown;

/** Routes by method and path; `*` stands for an id, which the handler gets in order. */
export type Routes = Record<`${"GET" | "POST" | "DELETE"} /v1/${string}`, Handler>;

export function findHandler(
	routes: Routes,
	method: string,
	path: string,
): { handler: Handler; ids: string[] } | undefined {
	for (const [route, handler] of Object.entries(routes)) {
		const [verb, pattern = ""] = route.split(" ");
		const wanted = pattern.split("/");
		const given = path.split("/");
		if (verb !== method || wanted.length !== given.length) continue;
		if (!wanted.every((part, at) => part === "*" || part === given[at])) continue;
		return { handler, ids: given.filter((_, at) => wanted[at] === "*").map(decodeURIComponent) };
	}
	return undefined;
}
