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
};

type Base = {
	requestId: string;
	log: Log;
	/** Fires when the caller has gone. */
	signal: AbortSignal;
	/** The caller's network address. */
	visitor: string;
	range: string | undefined;
	/** For answers whose body is JSON and yet say something beside it, as `character-cost` does. */
	answerHeader: (name: string, value: string) => void;
};

export type PublicContext = Base;
export type Context = Base & Identity;
