// A stateful stand-in for the part of Stripe that Timbre uses: its API, its hosted pages and its signed events.
// Invariant: it accepts what the official client sends and answers with that client's own types, so the product can't tell.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { cardRoutes } from "./api/cards.ts";
import { catalogueRoutes } from "./api/catalogue.ts";
import { checkoutRoutes } from "./api/checkout.ts";
import { connectRoutes } from "./api/connect.ts";
import { customerRoutes } from "./api/customers.ts";
import { invoiceRoutes } from "./api/invoices.ts";
import { operationRoutes } from "./api/operations.ts";
import { scheduleRoutes } from "./api/schedules.ts";
import { subscriptionRoutes } from "./api/subscriptions.ts";
import { runUntil } from "./billing/cycle.ts";
import { Events } from "./events.ts";
import { expand } from "./http/expand.ts";
import { Failure, invalid } from "./http/failure.ts";
import { listOf, parseForm } from "./http/form.ts";
import { findHandler, type Routes } from "./http/routes.ts";
import { openPage } from "./pages/pages.ts";
import { realNow } from "./state/clock.ts";
import type { Context } from "./state/context.ts";
import { createState } from "./state/state.ts";

export type Emulator = {
	url: string;
	/** The key that requests must have. */
	secretKey: string;
	/** Resolves when all events have arrived. */
	delivered(): Promise<void>;
	stop(): Promise<void>;
};

const maxBody = 1e6;

export async function startStripeEmulator(
	options: { port?: number; file?: string; secretKey?: string } = {},
): Promise<Emulator> {
	const secretKey = options.secretKey ?? "sk_test_emulator";
	const state = createState(options.file);
	const events = new Events(state);
	const server = createServer();
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(options.port ?? 0, "127.0.0.1", resolve);
	});
	const { port } = server.address() as AddressInfo;
	const context: Context = { state, events, url: `http://localhost:${port}` };
	const routes: Routes = {
		...cardRoutes(context),
		...catalogueRoutes(context),
		...checkoutRoutes(context),
		...connectRoutes(context),
		...customerRoutes(context),
		...invoiceRoutes(context),
		...operationRoutes(context),
		...scheduleRoutes(context),
		...subscriptionRoutes(context),
	};
	server.on("request", (request, response) => {
		respond(context, routes, secretKey, request).then(
			({ status, headers, body }) => response.writeHead(status, headers).end(body),
			(error: unknown) => sendFailure(response, error),
		);
	});
	// Subscriptions without a test clock live in real time.
	const timer = setInterval(() => runUntil(context, null, realNow(), () => {}), 1_000);
	return {
		url: context.url,
		secretKey,
		delivered: () => events.delivered(),
		async stop() {
			clearInterval(timer);
			events.stop();
			state.flush();
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

type Answer = { status: number; headers: Record<string, string>; body: string };

const json = (status: number, body: unknown): Answer => ({
	status,
	headers: { "content-type": "application/json", "request-id": `req_${Math.random().toString(36).slice(2)}` },
	body: JSON.stringify(body),
});

async function respond(context: Context, routes: Routes, secretKey: string, request: IncomingMessage): Promise<Answer> {
	const url = new URL(request.url ?? "/", context.url);
	const body = await readBody(request);
	if (!url.pathname.startsWith("/v1/")) {
		const answer = openPage(context, url, request.method === "POST" ? new URLSearchParams(body) : undefined);
		if ("redirect" in answer) return { status: 303, headers: { location: answer.redirect }, body: "" };
		return {
			status: 200,
			headers: {
				"content-type": "text/html; charset=utf-8",
				"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
			},
			body: answer.html,
		};
	}
	if (request.headers.authorization !== `Bearer ${secretKey}`)
		throw new Failure(401, { type: "invalid_request_error", message: "Invalid API Key provided." });
	const found = findHandler(routes, request.method ?? "", url.pathname);
	if (!found)
		throw new Failure(404, {
			type: "invalid_request_error",
			message: `Unrecognized request URL (${request.method}: ${url.pathname}).`,
		});
	const key = request.headers["idempotency-key"];
	const known = typeof key === "string" ? context.state.answers.get(key) : undefined;
	if (known && known.path !== url.pathname)
		throw new Failure(400, {
			type: "idempotency_error",
			message: "This idempotency key was used for another request.",
		});
	if (known) return json(known.status, known.body);
	const form = parseForm(request.method === "GET" || request.method === "DELETE" ? url.search.slice(1) : body);
	const object = found.handler({ ids: found.ids, form });
	const result = listOf(form.expand)
		.map(String)
		.reduce((whole, path) => expand(context.state, whole, path), structuredClone(object));
	if (typeof key === "string") context.state.answers.set(key, { path: url.pathname, status: 200, body: result });
	return json(200, result);
}

async function readBody(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request) {
		size += (chunk as Buffer).length;
		if (size > maxBody) throw invalid("The request is too large.");
		chunks.push(chunk as Buffer);
	}
	return Buffer.concat(chunks).toString();
}

function sendFailure(response: ServerResponse, error: unknown): void {
	if (!(error instanceof Failure)) console.error(error);
	const { status, details } =
		error instanceof Failure
			? error
			: { status: 500, details: { type: "api_error", message: "The emulator has failed." } };
	const { headers, body } = json(status, { error: details });
	response.writeHead(status, headers).end(body);
}
