// Codes that mails carry. Always: random, kept as a keyed hash, good for one use and a while; of the short ones, which people type,
// five wrong tries are the end.
import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { Database, Db } from "@timbre/db/connect.ts";
import { newId } from "../../core/ids.ts";
import {
	countWrongTry,
	deleteCode,
	deleteCodes,
	insertCode,
	lockCode,
	type Purpose,
	takeCodeByHash,
} from "./auth.codes.repo.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const holdsFor: Record<Purpose, number> = {
	verify_email: day,
	sign_in: 10 * minute,
	email_change: hour,
	email_revert: 7 * day,
	internal_email: hour,
};
/** Brought back by a link alone; the others are typed, by somebody whom the request shows in another way. */
type LinkPurpose = "verify_email" | "email_revert";
type TypedPurpose = Exclude<Purpose, LinkPurpose>;

const mostWrongTries = 5;

export type Codes = ReturnType<typeof createCodes>;

export function createCodes(secret: string) {
	const hashOf = (...parts: string[]) =>
		createHmac("sha256", secret)
			.update(`auth code\0${parts.join("\0")}`)
			.digest();
	const data = (value: unknown) => (value ?? {}) as Record<string, string>;

	return {
		/** A code for a link; those of the same purpose that were sent before still hold, as mails do not come in order. */
		async issueLink(tx: Db, purpose: LinkPurpose, userId: string, about: Record<string, string>): Promise<string> {
			const code = newId(32);
			const hash = hashOf(purpose, code);
			await insertCode(tx, { id: newId(), purpose, userId, hash, data: about, seconds: holdsFor[purpose] });
			return code;
		},
		/** Undefined when there is no such code, or not any more. */
		async takeLink(tx: Db, purpose: LinkPurpose, code: string) {
			const row = await takeCodeByHash(tx, purpose, hashOf(purpose, code));
			return row && { userId: row.user_id, about: data(row.data), issuedAt: row.created_at };
		},
		/** A code to type. A new one takes the place of those before. */
		async issueTyped(tx: Db, purpose: TypedPurpose, userId: string, about: Record<string, string> = {}) {
			await deleteCodes(tx, userId, purpose);
			const id = newId();
			const code = String(randomInt(1_000_000)).padStart(6, "0");
			const expiresAt = await insertCode(tx, {
				id,
				purpose,
				userId,
				hash: hashOf(purpose, id, code),
				data: about,
				seconds: holdsFor[purpose],
			});
			return { id, code, expiresAt };
		},
		/** Opens a transaction of its own, so that a wrong try is counted whatever becomes of the request. */
		async takeTyped(db: Database, purpose: TypedPurpose, where: { id: string } | { userId: string }, code: string) {
			return db.transaction().execute(async (tx) => {
				const row = await lockCode(tx, purpose, where);
				if (!row || row.wrong_tries >= mostWrongTries) return undefined;
				if (!timingSafeEqual(row.code_hash, hashOf(purpose, row.id, code))) {
					await countWrongTry(tx, row.id);
					return undefined;
				}
				await deleteCode(tx, row.id);
				return { userId: row.user_id, about: data(row.data) };
			});
		},
		dropAll: (tx: Db, userId: string, purpose: Purpose) => deleteCodes(tx, userId, purpose),
		hashOf,
	};
}
