/// <reference types="vite/client" />
import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import { deferScripts } from "./lib/page/later-scripts.ts";
import { placeholderOrigin } from "./lib/page/placeholder-origin.ts";
import { appRouteId } from "./shell/navigation/app-routes.ts";
import { sessionPath } from "./shell/session/session-path.ts";

/** Set per request by the server in front: the nonce of its content security policy. */
const nonceHeader = "x-csp-nonce";

export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
): Promise<Response> {
	headers.set("Content-Type", "text/html; charset=utf-8");
	// The app asks for the session first. The header starts the request while the scripts load.
	if (routerContext.staticHandlerContext.matches.some(({ route }) => route.id === appRouteId))
		headers.append("Link", `<${sessionPath}>; rel=preload; as=fetch; crossorigin=anonymous`);
	if (request.method === "HEAD") return new Response(null, { status, headers });
	const nonce = request.headers.get(nonceHeader) ?? undefined;
	let failed = false;
	const body = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} nonce={nonce} />, {
		nonce,
		signal: request.signal,
		onError(error) {
			failed = true;
			console.error(error);
		},
	});
	await body.allReady;
	const { origin, pathname } = new URL(request.url);
	const html = deferScripts(await new Response(body).text(), pathname);
	// In development no server in front does this, and the browser, which uses its own origin, would find other HTML than it expects.
	const page = import.meta.env.DEV ? html.replaceAll(placeholderOrigin, origin) : html;
	return new Response(page, { status: failed ? 500 : status, headers });
}
