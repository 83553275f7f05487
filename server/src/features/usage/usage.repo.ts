import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { type OutboxMessage, outboxValues } from "../../core/events/outbox.repo.ts";
import { readRow } from "../../core/json-columns/column.ts";
import {
	creditEntryColumns,
	creditReservationColumns,
	type UsageDetails,
	type VoiceShare,
} from "../../core/json-columns/usage.ts";
import type { Global } from "../../core/tenancy.ts";
import { increasedCharacters, type PaidTake } from "./usage.paid.repo.ts";

/** Details of a charge, apart from the amount. */
export type { UsageDetails, VoiceShare } from "../../core/json-columns/usage.ts";

/** Creates the account on first use and starts a new period when the old one has ended. */
export async function ensureAccount(db: Db, workspaceId: string, creditLimit: number): Promise<void> {
	await db
		.insertInto("credit_account")
		.values({ workspace_id: workspaceId, credit_limit: creditLimit, period_end: sql`now() + interval '1 month'` })
		.onConflict((conflict) =>
			conflict
				.column("workspace_id")
				.doUpdateSet({ used: 0, period_start: sql`now()`, period_end: sql`now() + interval '1 month'` })
				.where("credit_account.period_end", "<", sql<Date>`now()`),
		)
		.execute();
}

export async function findAccount(db: Db, workspaceId: string) {
	return db.selectFrom("credit_account").selectAll().where("workspace_id", "=", workspaceId).executeTakeFirst();
}

export async function updateCreditLimit(db: Db, workspaceId: string, creditLimit: number): Promise<void> {
	await db
		.updateTable("credit_account")
		.set({ credit_limit: creditLimit })
		.where("workspace_id", "=", workspaceId)
		.execute();
}

export async function updateExtension(
	db: Db,
	workspaceId: string,
	extension: { allowed: boolean; max: number | null },
): Promise<void> {
	await db
		.updateTable("credit_account")
		.set({ extension_allowed: extension.allowed, max_extension: extension.max })
		.where("workspace_id", "=", workspaceId)
		.execute();
}

/**
 * Returns false if the amount exceeds the limit, or the account is missing or past its period. `extra` is the plan's
 * maximum extension. The update locks the row, so concurrent reservations are serialized.
 */
export async function holdCredits(db: Db, workspaceId: string, amount: number, extra: number): Promise<boolean> {
	const held = await db
		.updateTable("credit_account")
		.set((eb) => ({ reserved: eb("reserved", "+", amount) }))
		.where("workspace_id", "=", workspaceId)
		.where("period_end", ">", sql<Date>`now()`)
		.where(
			sql<boolean>`used + reserved + ${amount}::bigint <= credit_limit
				+ case when extension_allowed then least(coalesce(max_extension, ${extra}::bigint), ${extra}::bigint) else 0 end`,
		)
		.returning("workspace_id")
		.executeTakeFirst();
	return held !== undefined;
}

/** The credit limit of an API key or a member. `spent` includes reserved credits. */
export type CreditLimit = { kind: "key" | "member"; id: string; name: string; most: number; spent: number };

/**
 * Open generations, and the limits of the key and the member. Call it with the account row locked, so concurrent
 * requests don't see stale numbers.
 */
export async function findCreditStatus(
	db: Db,
	workspaceId: string,
	subject: { userId?: string; apiKeyId?: string },
): Promise<{ open: number; limits: CreditLimit[] }> {
	const spentBy = (column: "api_key_id" | "user_id", fact: "apiKeyId" | "userId", id: string | null) => sql<number>`(
		select coalesce(sum(e.amount), 0) from credit_entry e
		where e.workspace_id = ${workspaceId} and ${sql.ref(`e.${column}`)} = ${id} and e.created_at >= account.period_start
	) + (
		select coalesce(sum(r.amount), 0) from credit_reservation r
		where r.workspace_id = ${workspaceId} and r.state = 'open' and r.facts ->> ${sql.lit(fact)} = ${id}
	)`;
	const keyId = subject.apiKeyId ?? null;
	const userId = subject.userId ?? null;
	const { rows } = await sql<{ open: number } & (CreditLimit | { kind: null })>`
		with account as (select period_start from credit_account where workspace_id = ${workspaceId}),
		own as (
			select 'key' as kind, k.id, k.name, k.character_limit as most, (${spentBy("api_key_id", "apiKeyId", keyId)})::bigint as spent
			from api_key k, account
			where k.workspace_id = ${workspaceId} and k.id = ${keyId} and k.character_limit is not null
			union all
			select 'member', m.user_id, u.name, m.usage_limit, (${spentBy("user_id", "userId", userId)})::bigint
			from workspace_member m join auth_user u on u.id = m.user_id, account
			where m.workspace_id = ${workspaceId} and m.user_id = ${userId} and m.usage_limit is not null
		)
		select counted.open, own.* from (
			select count(*) as open from credit_reservation where workspace_id = ${workspaceId} and state = 'open'
		) counted left join own on true`.execute(db);
	return {
		open: rows[0]?.open ?? 0,
		limits: rows.flatMap(({ open: _open, ...limit }) => (limit.kind === null ? [] : [limit])),
	};
}

/** Returns the key's owner if the limit has not been reported in this period yet. */
export async function markLimitReported(db: Db, workspaceId: string, keyId: string): Promise<string | undefined> {
	const updated = await db
		.updateTable("api_key")
		.set({ limit_told_at: sql`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", keyId)
		.where((eb) =>
			eb.or([
				eb("limit_told_at", "is", null),
				eb(
					"limit_told_at",
					"<",
					eb.selectFrom("credit_account").select("period_start").where("workspace_id", "=", workspaceId),
				),
			]),
		)
		.returning("user_id")
		.executeTakeFirst();
	return updated?.user_id;
}

export async function insertReservation(
	db: Db,
	workspaceId: string,
	values: {
		generationId: string;
		amount: number;
		holder: string;
		leaseSeconds: number;
		facts?: UsageDetails;
		announce?: OutboxMessage;
	},
): Promise<void> {
	const { announce } = values;
	// One statement, to save a round trip before the first audio.
	const writing = announce
		? db.with("announced", (cte) => cte.insertInto("outbox").values(outboxValues(announce)))
		: db;
	await writing
		.insertInto("credit_reservation")
		.values({
			generation_id: values.generationId,
			workspace_id: workspaceId,
			amount: values.amount,
			holder: values.holder,
			facts: creditReservationColumns.facts.write(values.facts ?? null),
			lease_until: sql`now() + make_interval(secs => ${values.leaseSeconds})`,
		})
		.execute();
}

/** `paid`: what this progress pays for, each sentence at most once. */
export type DeliveryProgress = {
	workspaceId: string;
	generationId: string;
	delivered: number;
	paid: readonly PaidTake[];
};

/**
 * Across workspaces by design: writes the progress of all streams of a process in one statement. Progress only
 * increases, so late writes can't undo earlier ones.
 */
export async function updateDeliveryProgress(db: Db, _scope: Global, rows: readonly DeliveryProgress[]): Promise<void> {
	const generations = rows.map((row) => row.generationId);
	const workspaces = rows.map((row) => row.workspaceId);
	const amounts = rows.map((row) => row.delivered);
	const paid = rows.flatMap((row) => row.paid.map((take) => ({ ...take, generation: row.generationId })));
	const paidKeys = paid.map(({ key }) => key);
	const paidCharacters = paid.map(({ characters }) => characters);
	const paidGenerations = paid.map(({ generation }) => generation);
	// Lock in the same order as `renewLeases` to avoid deadlocks.
	await sql`
		with progress as (
			select * from unnest(${generations}::text[], ${workspaces}::text[], ${amounts}::bigint[]) as p (generation_id, workspace_id, delivered)
		), locked as (
			select r.generation_id, r.workspace_id, progress.delivered
			from credit_reservation r join progress on progress.generation_id = r.generation_id and progress.workspace_id = r.workspace_id
			where r.state = 'open'
			order by r.generation_id
			for update of r
		), paid as (
			insert into credit_paid_take (workspace_id, key, generation_id, characters)
			select locked.workspace_id, p.key, locked.generation_id, p.characters
			from unnest(${paidKeys}::text[], ${paidGenerations}::text[], ${paidCharacters}::integer[]) as p (key, generation_id, characters)
			join locked on locked.generation_id = p.generation_id
			on conflict (workspace_id, key, generation_id) do update set characters = ${increasedCharacters}
			where credit_paid_take.characters is not null
		)
		update credit_reservation r set delivered = greatest(r.delivered, locked.delivered)
		from locked where r.generation_id = locked.generation_id`.execute(db);
}

/** Returns the generation's details; undefined if its reservation is closed. */
export async function increaseReservation(
	db: Db,
	workspaceId: string,
	generationId: string,
	amount: number,
): Promise<UsageDetails | undefined> {
	const updated = await db
		.updateTable("credit_reservation")
		.set((eb) => ({ amount: eb("amount", "+", amount) }))
		.where("workspace_id", "=", workspaceId)
		.where("generation_id", "=", generationId)
		.where("state", "=", "open")
		.returning("facts")
		.executeTakeFirst();
	return updated && (readRow(creditReservationColumns, updated).facts ?? {});
}

/** Undefined if already closed; only the process that closes it settles it. */
export async function closeReservation(
	db: Db,
	workspaceId: string,
	generationId: string,
	state: "settled" | "released",
) {
	const row = await db
		.updateTable("credit_reservation")
		.set({ state, closed_at: sql`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("generation_id", "=", generationId)
		.where("state", "=", "open")
		.returning(["amount", "delivered", "facts"])
		.executeTakeFirst();
	return row && readRow(creditReservationColumns, row);
}

/** Undefined if closed or, with `expired`, if its lease was renewed. Reads the delivered amount atomically. */
export async function closeAbandonedReservation(
	db: Db,
	workspaceId: string,
	generationId: string,
	{ expired }: { expired: boolean },
) {
	const row = await db
		.updateTable("credit_reservation")
		.set({ state: sql`case when delivered > 0 then 'settled' else 'released' end`, closed_at: sql`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("generation_id", "=", generationId)
		.where("state", "=", "open")
		.$if(expired, (query) => query.where("lease_until", "<", sql<Date>`now()`))
		.returning(["amount", "delivered", "facts"])
		.executeTakeFirst();
	return row && readRow(creditReservationColumns, row);
}

export async function recordEntry(db: Db, workspaceId: string, change: { reserved: number; used: number }) {
	return db
		.updateTable("credit_account")
		.set((eb) => ({ reserved: eb("reserved", "+", change.reserved), used: eb("used", "+", change.used) }))
		.where("workspace_id", "=", workspaceId)
		.returning(["used"])
		.executeTakeFirstOrThrow();
}

/** Returns false if the generation already has an entry of this kind. */
export async function insertEntry(
	db: Db,
	workspaceId: string,
	entry: { generationId: string; kind: "charge" | "refund"; amount: number; facts: UsageDetails },
): Promise<boolean> {
	const { facts } = entry;
	const inserted = await db
		.insertInto("credit_entry")
		.values({
			workspace_id: workspaceId,
			generation_id: entry.generationId,
			kind: entry.kind,
			amount: entry.amount,
			user_id: facts.userId,
			api_key_id: facts.apiKeyId,
			via: facts.via,
			voice_id: facts.voiceId,
			voice_name: facts.voiceName,
			model_id: facts.modelId,
			source: facts.source,
			characters: facts.characters,
			seconds: facts.seconds,
			first_audio_ms: facts.firstAudioMs,
			voices: facts.voices?.length
				? creditEntryColumns.voices.write(allocateByVoice(facts.voices, entry.amount))
				: null,
		})
		.onConflict((conflict) => conflict.columns(["generation_id", "kind"]).doNothing())
		.returning("id")
		.executeTakeFirst();
	return inserted !== undefined;
}

/** Splits an amount between voices in whole credits that sum to it. */
function allocateByVoice(voices: readonly VoiceShare[], amount: number) {
	const worth = voices.reduce((sum, voice) => sum + (voice.worth ?? 0), 0);
	let [cumulativeWorth, allocated] = [0, 0];
	return voices.map(({ id, name, rate, characters, worth: own = 0 }) => {
		cumulativeWorth += own;
		const upTo = worth === 0 ? Math.abs(amount) : Math.round((Math.abs(amount) * cumulativeWorth) / worth);
		const part = Math.sign(amount) * (upTo - allocated);
		allocated = upTo;
		return { id, name, rate, characters, worth: own, amount: part };
	});
}

/** With its details, so a refund is attributed to the same voice, model and user. */
export async function findCharge(
	db: Db,
	workspaceId: string,
	generationId: string,
): Promise<{ amount: number; facts: UsageDetails } | undefined> {
	const row = await db
		.selectFrom("credit_entry")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("generation_id", "=", generationId)
		.where("kind", "=", "charge")
		.executeTakeFirst();
	if (!row) return undefined;
	return {
		amount: row.amount,
		facts: {
			userId: row.user_id ?? undefined,
			apiKeyId: row.api_key_id ?? undefined,
			via: row.via === "session" || row.via === "api-key" ? row.via : undefined,
			voiceId: row.voice_id ?? undefined,
			voiceName: row.voice_name ?? undefined,
			modelId: row.model_id ?? undefined,
			source: row.source ?? undefined,
			voices: creditEntryColumns.voices.read(row.voices) ?? undefined,
		},
	};
}

/** Across workspaces by design: renews all leases of a process. */
export async function renewLeases(db: Db, _scope: Global, holder: string, leaseSeconds: number): Promise<void> {
	await sql`
		with locked as (
			select generation_id from credit_reservation where holder = ${holder} and state = 'open' order by generation_id for update
		)
		update credit_reservation r set lease_until = now() + make_interval(secs => ${leaseSeconds})
		from locked where r.generation_id = locked.generation_id`.execute(db);
}

/** Returns false if the reservation is closed. */
export async function renewLease(
	db: Db,
	workspaceId: string,
	generationId: string,
	leaseSeconds: number,
): Promise<boolean> {
	const updated = await db
		.updateTable("credit_reservation")
		.set({ lease_until: sql`now() + make_interval(secs => ${leaseSeconds})` })
		.where("workspace_id", "=", workspaceId)
		.where("generation_id", "=", generationId)
		.where("state", "=", "open")
		.returning("generation_id")
		.executeTakeFirst();
	return updated !== undefined;
}

/** Across workspaces by design: reservations of crashed processes. */
export async function listAbandonedReservations(db: Db, _scope: Global) {
	return db
		.selectFrom("credit_reservation")
		.select(["generation_id", "workspace_id"])
		.where("state", "=", "open")
		.where("lease_until", "<", sql<Date>`now()`)
		.limit(100)
		.execute();
}
