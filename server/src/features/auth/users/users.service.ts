// User identity for other features.
// Invariant: a session that was deleted is rejected, however it is presented.

import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { tokenSeconds } from "@timbre/contract/auth/rules.ts";
import type { Db } from "@timbre/db/connect.ts";
import { signJWT, verifyJWT } from "better-auth/crypto";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { unix } from "../../../core/time.ts";
import type { Auth } from "../auth.service.ts";
import { hasUsablePasskey } from "../passkeys/passkeys.repo.ts";
import { deleteSession, deleteSessions, findSession, touchSession } from "../sessions/devices.repo.ts";
import { deleteUserRow, findHumanUserByEmail, findUser, insertServiceUser, updatePublicName } from "./users.repo.ts";

export type SessionUser = { sessionId: string; userId: string; email: string; name: string; lastSeenAt: Date };

/** The signed-in user behind a cookie, if any. */
export async function findSessionUser(auth: Auth, headers: IncomingHttpHeaders): Promise<SessionUser | undefined> {
	if (!headers.cookie) return undefined;
	const found = await auth.api.getSession({ headers: new Headers({ cookie: headers.cookie }) });
	return found
		? {
				sessionId: found.session.id,
				userId: found.user.id,
				email: found.user.email,
				name: found.user.name,
				lastSeenAt: found.session.lastSeenAt ?? found.session.createdAt,
			}
		: undefined;
}

/** A separate key, so tokens for other purposes can't be used as ID tokens. */
const tokenKey = (secret: string) => createHmac("sha256", secret).update("id token").digest("base64url");

/** A short-lived token for a session. Signing out invalidates it together with the session. */
export async function createIdToken(
	secret: string,
	session: { sessionId: string; userId: string },
): Promise<{ token: string; expiresAt: number }> {
	const token = await signJWT({ sub: session.userId, sid: session.sessionId }, tokenKey(secret), tokenSeconds);
	return { token, expiresAt: unix(new Date()) + tokenSeconds };
}

/** Distinguishes tokens from API keys: tokens have two dots, keys have none. */
export function isIdToken(text: string): boolean {
	return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);
}

export async function findTokenUser(db: Db, secret: string, token: string): Promise<SessionUser | undefined> {
	const claims = await verifyJWT<{ sub?: string; sid?: string }>(token, tokenKey(secret));
	const session = claims?.sid === undefined ? undefined : await findSession(db, GLOBAL, claims.sid);
	if (!session || session.user_id !== claims?.sub) return undefined;
	const { id: sessionId, user_id: userId, email, name, last_seen_at: lastSeenAt } = session;
	return { sessionId, userId, email, name, lastSeenAt };
}

const touchIntervalMs = 60_000;

/**
 * Deletes the session and returns false if it was inactive for longer than the timeout. Otherwise records the activity.
 */
export async function checkSessionActivity(
	db: Db,
	session: Pick<SessionUser, "sessionId" | "userId" | "lastSeenAt">,
	{ timeoutSeconds, background }: { timeoutSeconds: number | null | undefined; background: boolean },
): Promise<boolean> {
	const idleMs = Date.now() - session.lastSeenAt.getTime();
	if (timeoutSeconds && idleMs > timeoutSeconds * 1000) {
		await deleteSession(db, session.userId, session.sessionId);
		return false;
	}
	if (!background && idleMs > touchIntervalMs) await touchSession(db, session.userId, session.sessionId);
	return true;
}

export type UserRecord = {
	id: string;
	email: string;
	name: string;
	publicName: string;
	publicId: string;
	emailVerified: boolean;
	twoFactorEnabled: boolean;
	isNew: boolean;
	createdAt: Date;
};

export async function getUser(db: Db, userId: string): Promise<UserRecord | undefined> {
	const row = await findUser(db, userId);
	return row && toUserRecord(row);
}

/** Case-insensitive. Never returns a service account. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRecord | undefined> {
	const row = await findHumanUserByEmail(db, GLOBAL, email);
	return row && toUserRecord(row);
}

function toUserRecord(row: NonNullable<Awaited<ReturnType<typeof findUser>>>): UserRecord {
	return {
		id: row.id,
		email: row.email,
		name: row.name,
		publicName: row.public_user_name ?? row.name,
		publicId: row.public_user_id,
		emailVerified: row.email_verified,
		twoFactorEnabled: row.two_factor_enabled,
		isNew: row.setup_at === null,
		createdAt: row.created_at,
	};
}

/** Whether the user has an authenticator app or, in this session, used a passkey. */
export async function hasTwoFactor(db: Db, userId: string, sessionId: string | undefined): Promise<boolean> {
	return ((await findUser(db, userId))?.two_factor_enabled ?? false) || hasUsablePasskey(db, userId, sessionId);
}

/** Returns false if the user doesn't exist. */
export async function setPublicName(db: Db, userId: string, name: string): Promise<boolean> {
	return updatePublicName(db, userId, name);
}

/** Creates a user that no one can sign in as and returns its id. The caller adds it to the workspace. */
export async function createServiceUser(tx: Db, workspaceId: string, name: string): Promise<string> {
	const id = newId();
	await insertServiceUser(tx, workspaceId, { id, name });
	return id;
}

/** Signs the user out everywhere. */
export async function revokeSessions(tx: Db, userId: string): Promise<void> {
	await deleteSessions(tx, userId);
}

/** Deletes the user with all identity data. Returns false if the user doesn't exist. */
export async function deleteUser(tx: Db, userId: string): Promise<boolean> {
	return deleteUserRow(tx, userId);
}
