import type { ConsentScope } from "@timbre/contract/voice-making/cloning.ts";
import type { ConsentLanguage } from "@timbre/contract/voice-making/rules.ts";
import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

export type ChallengePurpose = "consent" | "captcha";
export type ChallengeRow = { id: string; sentence: string; language: ConsentLanguage; expires_at: Date };

const challengeColumns = ["id", "sentence", sql<ConsentLanguage>`language`.as("language"), "expires_at"] as const;

/** Who reads a sentence: a user, or a speaker without an account who was sent a link. */
export type Reader = { userId: string; linkId?: undefined } | { linkId: string; userId?: undefined };
/** Who has to read a sentence, for which voice and purpose. */
export type ReadingRequest = { voiceId: string; reader: Reader; purpose: ChallengePurpose };

const readBy = ({ userId, linkId }: Reader) =>
	userId === undefined ? sql<boolean>`link_id = ${linkId}` : sql<boolean>`user_id = ${userId}`;

const open = (db: Db, workspaceId: string, { voiceId, reader, purpose }: ReadingRequest) =>
	db
		.selectFrom("voice_captcha")
		.select(challengeColumns)
		.where("workspace_id", "=", workspaceId)
		.where("voice_id", "=", voiceId)
		.where(readBy(reader))
		.where("purpose", "=", purpose)
		.where("used_at", "is", null)
		.where("expires_at", ">", sql<Date>`now()`)
		.orderBy("created_at", "desc")
		.limit(1);

/** The language of the latest sentence, used or not. */
export async function findLastLanguage(
	db: Db,
	workspaceId: string,
	{ voiceId, reader, purpose }: ReadingRequest,
): Promise<ConsentLanguage | undefined> {
	const row = await db
		.selectFrom("voice_captcha")
		.select(sql<ConsentLanguage>`language`.as("language"))
		.where("workspace_id", "=", workspaceId)
		.where("voice_id", "=", voiceId)
		.where(readBy(reader))
		.where("purpose", "=", purpose)
		.orderBy("created_at", "desc")
		.limit(1)
		.executeTakeFirst();
	return row?.language;
}

/** The latest sentence if it is valid for at least `minSeconds` more. */
export async function findChallenge(
	db: Db,
	workspaceId: string,
	reader: ReadingRequest,
	minSeconds: number,
): Promise<ChallengeRow | undefined> {
	return open(db, workspaceId, reader)
		.where("expires_at", ">", sql<Date>`now() + make_interval(secs => ${minSeconds})`)
		.executeTakeFirst();
}

/** Ends all open sentences, so that an earlier one is not returned once a later one is used. */
export async function closeChallenges(db: Db, workspaceId: string, reader: ReadingRequest): Promise<void> {
	await db
		.updateTable("voice_captcha")
		.set({ used_at: sql`now()` })
		.where("id", "in", open(db, workspaceId, reader).clearSelect().clearOrderBy().clearLimit().select("id"))
		.execute();
}

export async function insertChallenge(
	db: Db,
	workspaceId: string,
	{ voiceId, reader, purpose }: ReadingRequest,
	challenge: { id: string; sentence: string; language: ConsentLanguage; seconds: number },
): Promise<ChallengeRow> {
	return db
		.insertInto("voice_captcha")
		.values({
			id: challenge.id,
			workspace_id: workspaceId,
			voice_id: voiceId,
			user_id: reader.userId ?? null,
			link_id: reader.linkId ?? null,
			sentence: challenge.sentence,
			language: challenge.language,
			purpose,
			expires_at: sql`now() + make_interval(secs => ${challenge.seconds})`,
		})
		.returning(challengeColumns)
		.executeTakeFirstOrThrow();
}

/** Claims the open sentence for a single reading. */
export async function claimChallenge(
	db: Db,
	workspaceId: string,
	reader: ReadingRequest,
): Promise<ChallengeRow | undefined> {
	return db
		.updateTable("voice_captcha")
		.set({ used_at: sql`now()` })
		.where("id", "in", open(db, workspaceId, reader).clearSelect().select("id"))
		.where("used_at", "is", null)
		.returning(challengeColumns)
		.executeTakeFirst();
}

/** Makes a sentence available again after a reading that could not be processed. */
export async function releaseChallenge(db: Db, workspaceId: string, id: string): Promise<void> {
	await db
		.updateTable("voice_captcha")
		.set({ used_at: null })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

export async function insertAttempt(
	db: Db,
	workspaceId: string,
	attempt: {
		id: string;
		voiceId: string;
		reader: Reader;
		sentence: string;
		transcript: string;
		wordErrorRate: number;
		similarity: number | null;
		accepted: boolean;
		reason: string | null;
	},
): Promise<void> {
	await db
		.insertInto("voice_verification_attempt")
		.values({
			id: attempt.id,
			workspace_id: workspaceId,
			voice_id: attempt.voiceId,
			user_id: attempt.reader.userId ?? null,
			sentence: attempt.sentence,
			heard: attempt.transcript,
			word_error_rate: attempt.wordErrorRate,
			similarity: attempt.similarity,
			accepted: attempt.accepted,
			reason: attempt.reason,
		})
		.execute();
}

/** Failed readings within the window since the last accepted one. */
export async function countFailures(
	db: Db,
	workspaceId: string,
	voiceId: string,
	windowSeconds: number,
): Promise<{ failures: number; resetAt: Date | null }> {
	const { rows } = await sql<{ failures: number; reset_at: Date | null }>`
		select count(*)::int as failures, min(attempted_at) + make_interval(secs => ${windowSeconds}) as reset_at
		from voice_verification_attempt attempt
		where workspace_id = ${workspaceId} and voice_id = ${voiceId} and not accepted
			and attempted_at > now() - make_interval(secs => ${windowSeconds})
			and attempted_at > coalesce((
				select max(passed.attempted_at) from voice_verification_attempt passed
				where passed.voice_id = attempt.voice_id and passed.accepted
			), '-infinity')`.execute(db);
	return { failures: rows[0]?.failures ?? 0, resetAt: rows[0]?.reset_at ?? null };
}

export async function insertConsent(
	db: Db,
	workspaceId: string,
	consent: {
		id: string;
		voiceId: string;
		reader: Reader;
		sentence: string;
		language: ConsentLanguage;
		scope: readonly ConsentScope[];
		recordingKey: string;
		transcript: string;
		wordErrorRate: number;
		similarity: number;
		expiresInDays: number | null;
	},
): Promise<void> {
	await db
		.insertInto("voice_consent")
		.values({
			id: consent.id,
			workspace_id: workspaceId,
			voice_id: consent.voiceId,
			given_by: consent.reader.userId ?? null,
			link_id: consent.reader.linkId ?? null,
			sentence: consent.sentence,
			language: consent.language,
			scope: [...consent.scope],
			recording_key: consent.recordingKey,
			heard: consent.transcript,
			word_error_rate: consent.wordErrorRate,
			similarity: consent.similarity,
			expires_at: consent.expiresInDays === null ? null : sql`now() + make_interval(days => ${consent.expiresInDays})`,
		})
		.execute();
}

/**
 * Revokes all consents, so a later one never revives an earlier one. Returns false if there was none to revoke.
 * `userId` is null for a speaker without an account.
 */
export async function revokeConsents(
	db: Db,
	workspaceId: string,
	voiceId: string,
	userId: string | null,
): Promise<boolean> {
	const revoked = await db
		.updateTable("voice_consent")
		.set({ revoked_at: sql`now()`, revoked_by: userId })
		.where("workspace_id", "=", workspaceId)
		.where("voice_id", "=", voiceId)
		.where("revoked_at", "is", null)
		.executeTakeFirst();
	return revoked.numUpdatedRows > 0n;
}

export async function clearCaptcha(db: Db, workspaceId: string, voiceId: string): Promise<void> {
	await db
		.updateTable("voice")
		.set({ safety_control: null })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", voiceId)
		.where("safety_control", "=", "CAPTCHA")
		.execute();
}
