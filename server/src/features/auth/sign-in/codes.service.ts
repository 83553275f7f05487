// One-time codes sent by email.
// Invariant: codes are random, stored as a keyed hash, expire and work once. Typed codes are also void after five wrong
// attempts.
import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { Database, Db } from "@timbre/db/connect.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import {
	deleteCode,
	deleteCodeByHash,
	deleteCodes,
	incrementWrongTries,
	insertCode,
	lockCode,
	type Purpose,
} from "./codes.repo.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const lifetimeSeconds: Record<Purpose, number> = {
	verify_email: day,
	sign_in: 10 * minute,
	email_change: hour,
	email_revert: 7 * day,
	internal_email: hour,
};
/** Redeemed by opening a link. Other codes are typed in by a user whom the request already identifies. */
type LinkPurpose = "verify_email" | "email_revert";
type TypedPurpose = Exclude<Purpose, LinkPurpose>;

const maxWrongTries = 5;

export type Codes = ReturnType<typeof createCodes>;

export function createCodes(secret: string) {
	const hashOf = (...parts: string[]) =>
		createHmac("sha256", secret)
			.update(`auth code\0${parts.join("\0")}`)
			.digest();

	return {
		/** Earlier codes for the same purpose stay valid, since emails can arrive out of order. */
		async issueLinkCode(tx: Db, purpose: LinkPurpose, userId: string, about: Record<string, string>): Promise<string> {
			const code = newId(32);
			const hash = hashOf(purpose, code);
			await insertCode(tx, userId, { id: newId(), purpose, hash, data: about, seconds: lifetimeSeconds[purpose] });
			return code;
		},
		/** Returns undefined if the code is unknown, used or expired. */
		async redeemLinkCode(tx: Db, purpose: LinkPurpose, code: string) {
			const row = await deleteCodeByHash(tx, GLOBAL, purpose, hashOf(purpose, code));
			return row && { userId: row.user_id, about: row.data, issuedAt: row.created_at };
		},
		/** Replaces earlier codes for the same purpose. */
		async issueTypedCode(tx: Db, purpose: TypedPurpose, userId: string, about: Record<string, string> = {}) {
			await deleteCodes(tx, userId, purpose);
			const id = newId();
			const code = String(randomInt(1_000_000)).padStart(6, "0");
			const expiresAt = await insertCode(tx, userId, {
				id,
				purpose,
				hash: hashOf(purpose, id, code),
				data: about,
				seconds: lifetimeSeconds[purpose],
			});
			return { id, code, expiresAt };
		},
		/** Uses its own transaction, so a wrong attempt is counted even if the request fails. */
		async redeemTypedCode(
			db: Database,
			purpose: TypedPurpose,
			where: { id: string } | { userId: string },
			code: string,
		) {
			return db.transaction().execute(async (tx) => {
				const row = await lockCode(tx, GLOBAL, purpose, where);
				if (!row || row.wrong_tries >= maxWrongTries) return undefined;
				if (!timingSafeEqual(row.code_hash, hashOf(purpose, row.id, code))) {
					await incrementWrongTries(tx, row.user_id, row.id);
					return undefined;
				}
				await deleteCode(tx, row.user_id, row.id);
				return { userId: row.user_id, about: row.data };
			});
		},
		deleteAll: (tx: Db, userId: string, purpose: Purpose) => deleteCodes(tx, userId, purpose),
		hashOf,
	};
}
