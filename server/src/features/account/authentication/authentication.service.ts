// Who sends a request: the owner of an API key, or the user of a session or token in their current workspace.
import { backgroundHeader } from "@timbre/contract/auth/rules.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Tier } from "@timbre/contract/plans.ts";
import { transcriptionPaths } from "@timbre/contract/transcription/paths.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { FastifyRequest } from "fastify";
import type { Authenticate } from "../../../core/http/http.ts";
import { type Auth, checkSessionActivity, findSessionUser, findTokenUser, isIdToken } from "../../auth/auth.public.ts";
import { identifyApiKey, redeemSingleUseToken } from "../../developers/developers.public.ts";
import { ensureWorkspace } from "../../workspace/workspace.public.ts";

type Deps = { db: Database; auth: Auth; secret: string; defaultPlan: Tier };

export function createAuthenticate({ db, auth, secret, defaultPlan }: Deps): Authenticate {
	return async (request) => {
		const token = transcriptionTokenOf(request);
		if (token !== undefined) {
			const identity = await redeemSingleUseToken(db, token, "batch_scribe");
			if (!identity) throw new AppError("invalid_api_key", "This token isn't valid. It may have expired or been used.");
			return identity;
		}
		const key = apiKeyOf(request.headers);
		const isToken = key !== undefined && isIdToken(key);
		if (key !== undefined && !isToken) {
			const identity = await identifyApiKey(db, key, request.ip);
			if (!identity) throw new AppError("invalid_api_key", "This API key is not valid. It may have been revoked.");
			return identity;
		}
		const user = isToken ? await findTokenUser(db, secret, key) : await findSessionUser(auth, request.headers);
		if (!user && isToken)
			throw new AppError("needs_authorization", "This token is invalid or has expired. Get a new one.");
		if (!user) return undefined;
		const { sessionId, userId } = user;
		const owner = { id: userId, name: user.name };
		const { inactivitySeconds, ...membership } = await ensureWorkspace(db, owner, defaultPlan, sessionId);
		const background = request.headers[backgroundHeader] !== undefined;
		if (!(await checkSessionActivity(db, user, { timeoutSeconds: inactivitySeconds, background })))
			throw new AppError("needs_authorization", "You were signed out due to inactivity. Sign in again.");
		return { ...membership, userId, sessionId, via: "session", ...(isToken ? { viaToken: true } : {}) };
	};
}

/** The single-use token of a request to transcribe a file. It takes precedence over an API key. */
function transcriptionTokenOf({ method, query, routeOptions }: FastifyRequest): string | undefined {
	const { method: transcribe, path } = transcriptionPaths.convert;
	if (method !== transcribe || routeOptions.url !== path) return undefined;
	const { token } = query as { token?: unknown };
	return typeof token === "string" && token !== "" ? token : undefined;
}

function apiKeyOf(headers: Record<string, string | string[] | undefined>): string | undefined {
	const direct = headers["xi-api-key"];
	if (typeof direct === "string" && direct !== "") return direct;
	const bearer = /^Bearer (.+)$/i.exec(typeof headers.authorization === "string" ? headers.authorization : "");
	return bearer?.[1];
}
