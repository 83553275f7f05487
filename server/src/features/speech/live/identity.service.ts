import { AppError } from "@timbre/contract/errors.ts";
import type { FastifyRequest } from "fastify";
import type { Identity } from "../../../core/http/context.ts";
import { type Http, requirePermission, requireSameOrigin } from "../../../core/http/http.ts";
import { socketCredentials } from "../../../core/http/socket.ts";
import type { FirstMessage, Session, SocketIdentify } from "./types.ts";

/** By header, query, subprotocol or session cookie; a cookie counts only for connections from our own pages. */
export async function identifyRequest(
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

export const needsKey = () =>
	new AppError("needs_authorization", "Send an API key in the xi-api-key header, the URL or the first message.");

function requireValid(identity: Identity | undefined): Identity {
	if (!identity)
		throw new AppError(
			"invalid_api_key",
			"This API key or token isn't valid. It may have been revoked or already used.",
		);
	return identity;
}

export async function requireIdentity(session: Session, first: FirstMessage): Promise<Identity> {
	const key = first["xi-api-key"] ?? first.xi_api_key ?? first.authorization?.replace(/^Bearer /i, "");
	const token = first.single_use_token ?? undefined;
	if (!session.identity && (key || token))
		session.identity = requireValid(
			await session.identify({ ...(key ? { key } : {}), ...(token ? { token } : {}) }, session.request.ip),
		);
	if (!session.identity) throw needsKey();
	requirePermission(session.identity, ["text_to_speech"]);
	return session.identity;
}
