import { AppError } from "@timbre/contract/errors.ts";
import type { FastifyRequest } from "fastify";
import type { Identity } from "./context.ts";
import { type Http, requireSameOrigin } from "./http.ts";

/** Identifies a caller by API key or single-use token, which sockets may carry outside of headers. */
export type SocketIdentify = (
	credentials: { key?: string; token?: string },
	visitor: string,
) => Promise<Identity | undefined>;

/** By header, query, subprotocol or session cookie; a cookie counts only for connections from our own pages. */
export async function identifySocket(
	http: Http,
	identify: SocketIdentify,
	request: FastifyRequest,
): Promise<Identity | undefined> {
	const credentials = socketCredentials(request);
	if (credentials.key || credentials.token) return requireValid(await identify(credentials, request.ip));
	const identity = await http.authenticate(request);
	if (identity?.via === "session") requireSameOrigin(http.allowedOrigins, request);
	return identity;
}

export function requireValid(identity: Identity | undefined): Identity {
	if (!identity)
		throw new AppError(
			"invalid_api_key",
			"This API key or token isn't valid. It may have been revoked or already used.",
		);
	return identity;
}

/** Reads credentials from the query or the subprotocol: browsers can't set headers on a WebSocket. */
function socketCredentials(request: FastifyRequest): { key?: string; token?: string } {
	const query = request.query as Record<string, unknown>;
	const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
	const protocol = /(?:^|,\s*)bearer\.([^,\s]+)/.exec(request.headers["sec-websocket-protocol"] ?? "")?.[1];
	const key = text(query.authorization)?.replace(/^Bearer /i, "") ?? text(query["xi-api-key"]) ?? protocol;
	const token = text(query.single_use_token) ?? text(query.token);
	return { ...(key ? { key } : {}), ...(token ? { token } : {}) };
}
