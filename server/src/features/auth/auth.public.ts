// Who people are, for the areas above. Always: a session that this area does not find any more opens nothing, however it is shown.
import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { tokenSeconds } from "@timbre/contract/auth.names.ts";
import type { Db } from "@timbre/db/connect.ts";
import { signJWT, verifyJWT } from "better-auth/crypto";
import { newId } from "../../core/ids.ts";
import { deleteSession, deleteSessions, findSession, touchSession } from "./auth.devices.repo.ts";
import { deleteUserRow, findPersonByEmail, findUser, insertServiceUser, updatePublicName } from "./auth.repo.ts";
import type { Auth } from "./auth.service.ts";

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

/** A key of its own: a token for one thing is never a token for another. */
const tokenKey = (secret: string) => createHmac("sha256", secret).update("id token").digest("base64url");

/** A token that stands for a session for a while; sign-out ends it with the session. */
export async function makeIdToken(
	secret: string,
	session: { sessionId: string; userId: string },
): Promise<{ token: string; expiresAt: number }> {
	const token = await signJWT({ sub: session.userId, sid: session.sessionId }, tokenKey(secret), tokenSeconds);
	return { token, expiresAt: Math.floor(Date.now() / 1000) + tokenSeconds };
}

/** Keys of the API have no dots in them, tokens always two. */
export function isIdToken(text: string): boolean {
	return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);
}

export async function findTokenUser(db: Db, secret: string, token: string): Promise<SessionUser | undefined> {
	const claims = await verifyJWT<{ sub?: string; sid?: string }>(token, tokenKey(secret));
	const session = claims?.sid === undefined ? undefined : await findSession(db, claims.sid);
	if (!session || session.user_id !== claims?.sub) return undefined;
	const { id: sessionId, user_id: userId, email, name, last_seen_at: lastSeenAt } = session;
	return { sessionId, userId, email, name, lastSeenAt };
}

const touchEveryMs = 60_000;

/** False when nobody has done anything for longer than that: the session has then ended. */
export async function keepSession(
	db: Db,
	session: Pick<SessionUser, "sessionId" | "userId" | "lastSeenAt">,
	{ timeoutSeconds, background }: { timeoutSeconds: number | null | undefined; background: boolean },
): Promise<boolean> {
	const idleMs = Date.now() - session.lastSeenAt.getTime();
	if (timeoutSeconds && idleMs > timeoutSeconds * 1000) {
		await deleteSession(db, session.userId, session.sessionId);
		return false;
	}
	if (!background && idleMs > touchEveryMs) await touchSession(db, session.sessionId);
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
	return row && asRecord(row);
}

/** A person with this address, in whatever case it is written; never a service account. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRecord | undefined> {
	const row = await findPersonByEmail(db, email);
	return row && asRecord(row);
}

function asRecord(row: NonNullable<Awaited<ReturnType<typeof findUser>>>): UserRecord {
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

/** False when there is no such user. */
export async function setPublicName(db: Db, userId: string, name: string): Promise<boolean> {
	return updatePublicName(db, userId, name);
}

/** A user of a workspace that nobody can sign in as; gives its id. It is a member only once the workspace makes it one. */
export async function createServiceUser(tx: Db, workspaceId: string, name: string): Promise<string> {
	const id = newId();
	await insertServiceUser(tx, workspaceId, { id, name });
	return id;
}

/** Signs somebody out everywhere. */
export async function endSessions(tx: Db, userId: string): Promise<void> {
	await deleteSessions(tx, userId);
}

/** Everything this area keeps about a person goes with it. False when there is no such user. */
export async function deleteUser(tx: Db, userId: string): Promise<boolean> {
	return deleteUserRow(tx, userId);
}
