import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { authPaths } from "./paths.ts";

const ok = z.object({ status: z.literal("ok").meta({ description: "Always `ok`." }) });
const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const sessionId = z.object({
	session_id: id.meta({ description: "Id of the session.", examples: ["Mq7vL2xTz9RkWc4Yb6Np"] }),
});
const deviceId = z.object({
	device_id: id.meta({ description: "Id of the device.", examples: ["Dk3nW8rQv5XtZj1Lc7Yh"] }),
});

const session = z.object({
	session_id: z.string().meta({ description: "Id of the session.", examples: ["Mq7vL2xTz9RkWc4Yb6Np"] }),
	created_at_unix: z.int().meta({ description: "Time of the sign-in, in Unix seconds.", examples: [1760000000] }),
	last_seen_at_unix: z.int().meta({
		description: "Time of the last activity, in Unix seconds, to the minute.",
		examples: [1760003600],
	}),
	expires_at_unix: z.int().meta({ description: "Time the session ends, in Unix seconds.", examples: [1762592000] }),
	ip_address: z
		.string()
		.nullable()
		.meta({
			description: "IP address at sign-in. Null if unknown.",
			examples: ["203.0.113.7"],
		}),
	user_agent: z
		.string()
		.nullable()
		.meta({
			description: "User agent at sign-in. Null if unknown.",
			examples: ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
		}),
	current: z.boolean().meta({ description: "Whether it is the session of this request.", examples: [true] }),
});
export type Session = z.output<typeof session>;

const device = z.object({
	device_id: z.string().meta({ description: "Id of the device.", examples: ["Dk3nW8rQv5XtZj1Lc7Yh"] }),
	created_at_unix: z.int().meta({ description: "Time of the first sign-in, in Unix seconds.", examples: [1760000000] }),
	last_seen_at_unix: z.int().meta({
		description: "Time of the last sign-in, in Unix seconds.",
		examples: [1760003600],
	}),
	user_agent: z
		.string()
		.nullable()
		.meta({
			description: "User agent at the first sign-in. Null if unknown.",
			examples: ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
		}),
	current: z.boolean().meta({ description: "Whether it is the browser of this request.", examples: [true] }),
});
export type Device = z.output<typeof device>;

/** Sessions and known devices: part of `authEndpoints`. */
export const sessionEndpoints = {
	authTokens: endpoint({
		...authPaths.authTokens,
		summary: "Create an authorization token",
		description:
			"Returns a token that acts as this session for ten minutes, for clients that can't send cookies. Requires a signed-in session; API keys are rejected.",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		allowSuspended: true,
		response: z.object({
			token: z.string().meta({
				description: "Send it as `Authorization: Bearer <token>`.",
				examples: ["eyJhbGciOiJIUzI1NiJ9.eyJleGFtcGxlIjp0cnVlfQ.c2lnbmF0dXJl"],
			}),
			expires_at_unix: z.int().meta({
				description: "Time the token expires, in Unix seconds: ten minutes from now.",
				examples: [1760000600],
			}),
			refresh_after_ms: z.int().meta({
				description: "Milliseconds after which to get a new token.",
				examples: [300000],
			}),
		}),
		errors: ["needs_session"],
	}),
	listSessions: endpoint({
		...authPaths.listSessions,
		summary: "List your sessions",
		description: "Returns where the caller is signed in. Requires a signed-in session; API keys are rejected.",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		allowSuspended: true,
		response: z.object({
			sessions: z.array(session).meta({ description: "Active sessions, most recently used first." }),
		}),
		errors: ["needs_session"],
	}),
	revokeSession: endpoint({
		...authPaths.revokeSession,
		summary: "Revoke a session",
		description:
			"Signs the caller out there immediately. It may also be the session of this request. Requires a signed-in session; API keys are rejected.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		params: sessionId,
		allowSuspended: true,
		response: ok,
		errors: ["session_not_found", "needs_session"],
	}),
	revokeOtherSessions: endpoint({
		...authPaths.revokeOtherSessions,
		summary: "Revoke all other sessions",
		description:
			"Signs the caller out everywhere except in this session. API keys keep working. Requires a signed-in session; API keys are rejected.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		allowSuspended: true,
		response: z.object({ revoked: z.int().meta({ description: "Number of ended sessions.", examples: [2] }) }),
		errors: ["needs_session"],
	}),
	listDevices: endpoint({
		...authPaths.listDevices,
		summary: "List known devices",
		description:
			"Returns the browsers that the caller has signed in with. Signing in from another one requires a code sent by email, unless two-factor authentication is on or this server can't send email. Requires a signed-in session; API keys are rejected.",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		response: z.object({
			devices: z.array(device).meta({ description: "Known devices, most recently used first." }),
		}),
		errors: ["needs_session"],
	}),
	forgetDevice: endpoint({
		...authPaths.forgetDevice,
		summary: "Forget a known device",
		description:
			"The next sign-in there requires a code sent by email again. Sessions on it don't end. Requires a signed-in session; API keys are rejected.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		params: deviceId,
		response: ok,
		errors: ["device_not_found", "needs_session"],
	}),
	recordDeviceFingerprint: endpoint({
		...authPaths.recordDeviceFingerprint,
		summary: "Record a device fingerprint",
		description:
			"Stores a hash of the fingerprint with this session. Requires a signed-in session; API keys are rejected.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({
			device_fingerprint: z
				.string()
				.min(1)
				.max(2_000)
				.meta({
					description: "Any text that identifies the device, at most 2,000 characters.",
					examples: ["b8c1e0f4a7"],
				}),
		}),
		response: ok,
		errors: ["needs_session"],
	}),
	setPersistence: endpoint({
		...authPaths.setPersistence,
		summary: "Set session persistence",
		description:
			"Sets whether this session survives closing the browser. Requires a signed-in session; API keys are rejected.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({
			persistence: z.enum(["local", "session"]).meta({
				description:
					"`local` keeps the session for 30 days, `session` until the browser closes but at most for one day.",
				examples: ["local"],
			}),
		}),
		response: ok,
		errors: ["needs_session"],
	}),
};
