import { AppError } from "@timbre/contract/errors.ts";
import type { Identity } from "../../../core/http/context.ts";
import { requirePermission } from "../../../core/http/http.ts";
import { requireValid } from "../../../core/http/socket-identity.ts";
import type { FirstMessage, Session } from "./types.ts";

export const needsKey = () =>
	new AppError("needs_authorization", "Send an API key in the xi-api-key header, the URL or the first message.");

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
