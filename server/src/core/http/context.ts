import type { IncomingHttpHeaders } from "node:http";
import type { Permission, Role } from "@timbre/contract/permissions.ts";
import type { Log } from "../log.ts";

/** The authenticated caller and the workspace it acts in. */
export type Identity = {
	workspaceId: string;
	userId: string;
	role: Role;
	permissions: ReadonlySet<Permission>;
	/** Why the workspace is suspended, if it is. */
	suspended?: string;
	/** Whether the workspace requires two-factor authentication, which the user hasn't turned on. */
	needsTwoFactor?: boolean;
	/** `session` is a cookie, so the request must also prove that it comes from our own pages. */
	via: "session" | "api-key";
	apiKeyId?: string;
	sessionId?: string;
	/** The session came as a token in a header, which other sites can't make a browser send. */
	viaToken?: boolean;
};

type Base = {
	requestId: string;
	log: Log;
	/** Fires when the client disconnects. */
	signal: AbortSignal;
	clientIp: string;
	range: string | undefined;
	/** For the few endpoints that start, change or end a session. */
	headers: IncomingHttpHeaders;
	/** For JSON responses that also send a header, such as `character-cost`. */
	setResponseHeader: (name: string, value: string) => void;
	/** For the few JSON responses whose status is not always that of the endpoint. */
	setResponseStatus?: (status: 202) => void;
};

export type PublicContext = Base;
export type Context = Base & Identity;
