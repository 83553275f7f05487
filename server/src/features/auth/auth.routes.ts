import type { FastifyInstance } from "fastify";
import { requireOwnPage } from "../../core/http.ts";
import type { Auth } from "./auth.service.ts";

/** Hands /api/auth/* to the identity library, which checks rate and input itself. */
export function authRoutes(app: FastifyInstance, auth: Auth, publicUrl: string): void {
	const allowedOrigins = new Set([new URL(publicUrl).origin]);
	app.route({
		method: ["GET", "POST"],
		url: "/api/auth/*",
		handler: async (request, reply) => {
			// A browser always says where a POST comes from; a script without cookies has nothing to forge.
			if (request.method === "POST" && (request.headers.origin ?? request.headers.cookie) !== undefined)
				requireOwnPage(allowedOrigins, request);
			const headers = new Headers();
			for (const [name, value] of Object.entries(request.headers)) {
				if (value !== undefined && name !== "x-timbre-visitor")
					headers.set(name, Array.isArray(value) ? value.join(", ") : value);
			}
			// Fastify already decided which address to believe (TRUST_PROXY); a header from outside must not.
			headers.set("x-timbre-visitor", request.ip);
			headers.delete("content-length");
			const answer = await auth.handler(
				new Request(new URL(request.url, publicUrl), {
					method: request.method,
					headers,
					...(request.method === "POST" ? { body: JSON.stringify(request.body ?? {}) } : {}),
				}),
			);
			reply.code(answer.status);
			answer.headers.forEach((value, name) => {
				if (name !== "set-cookie") reply.header(name, value);
			});
			for (const cookie of answer.headers.getSetCookie()) reply.header("set-cookie", cookie);
			return reply.send(await answer.text());
		},
	});
}
