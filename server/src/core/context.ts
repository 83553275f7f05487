import type { IncomingHttpHeaders } from "node:http";
import type { Permission, Role } from "@timbre/contract/permissions.ts";
import type { Log } from "./log.ts";

/** Who calls, on whose account. */
export type Identity = {
	workspaceId: string;
	userId: string;
	role: Role;
	permissions: ReadonlySet<Permission>;
	/** Why the workspace is suspended: then nothing of it answers. */
	suspended?: string;
	/** `session` came by cookie, so the request must also prove that it comes from our own pages. */
	via: "session" | "api-key";
	apiKeyId?: string;
	sessionId?: string;
	/** The session was shown by a token in a header, which no other site can make a browser send. */
	byToken?: boolean;
};

type Base = {
	requestId: string;
	log: Log;
	/** Fires when the caller has gone. */
	signal: AbortSignal;
	/** The caller's network address. */
	visitor: string;
	range: string | undefined;
	/** For the few calls that begin, change or end a session. */
	headers: IncomingHttpHeaders;
	/** For answers whose body is JSON and yet say something beside it, as `character-cost` does. */
	answerHeader: (name: string, value: string) => void;
};

export type PublicContext = Base;
export type Context = Base & Identity;
