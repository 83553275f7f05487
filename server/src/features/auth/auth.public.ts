import type { IncomingHttpHeaders } from "node:http";
import type { Db } from "@timbre/db/connect.ts";
import { findUser, updatePublicName } from "./auth.repo.ts";
import type { Auth } from "./auth.service.ts";

export type SessionUser = { sessionId: string; userId: string; email: string; name: string };

/** The signed-in user behind a cookie, if any. */
export async function findSessionUser(auth: Auth, headers: IncomingHttpHeaders): Promise<SessionUser | undefined> {
	if (!headers.cookie) return undefined;
	const found = await auth.api.getSession({ headers: new Headers({ cookie: headers.cookie }) });
	return found
		? { sessionId: found.session.id, userId: found.user.id, email: found.user.email, name: found.user.name }
		: undefined;
}

export type UserRecord = { id: string; email: string; name: string; publicName: string; createdAt: Date };

export async function getUser(db: Db, userId: string): Promise<UserRecord | undefined> {
	const row = await findUser(db, userId);
	return (
		row && {
			id: row.id,
			email: row.email,
			name: row.name,
			publicName: row.public_user_name ?? row.name,
			createdAt: row.created_at,
		}
	);
}

/** False when there is no such user. */
export async function setPublicName(db: Db, userId: string, name: string): Promise<boolean> {
	return updatePublicName(db, userId, name);
}
