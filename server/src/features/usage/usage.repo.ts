import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { type OutboxMessage, outboxValues } from "../../core/outbox.repo.ts";

/** What a charge is for. Everything but the credits themselves, which are the ledger's. */
export type UsageFacts = {
	userId?: string;
	apiKeyId?: string;
	via?: "session" | "api-key";
	voiceId?: string;
	voiceName?: string;
	modelId?: string;
	/** As in the history. */
	source?: string;
	characters?: number;
	seconds?: number;
	firstAudioMs?: number;
	/** Where more than one voice speaks, or one whose owner asks for more than is usual. */
	voices?: readonly SpokenVoice[];
};

/** A voice's part of a generation. `worth`: its characters that are to be paid for, times its rate. */
export type SpokenVoice = { id: string; name: string; rate: number; characters?: number; worth?: number };

/** Opens the account on first use and begins a new period when the old one is over. */
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

export async function setCreditLimit(db: Db, workspaceId: string, creditLimit: number): Promise<void> {
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
 * False when the amount does not fit, or the account is not there or past its period. `extra` is what the plan gives beyond the limit to
 * an account that extends it. The update locks the row, so concurrent reservations queue up here.
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

/** A limit inside the workspace's own: of a key, or of a person. `spent` counts what is set aside as well. */
export type OwnLimit = { kind: "key" | "member"; id: string; name: string; most: number; spent: number };

/**
 * How many generations are open, and which limits of their own the key and the person have. Asked while the account's row is locked, so
 * that of many who come at once none is judged by figures that another is changing.
 */
export async function findStanding(
	db: Db,
	workspaceId: string,
	who: { userId?: string; apiKeyId?: string },
): Promise<{ open: number; limits: OwnLimit[] }> {
	const spentBy = (column: "api_key_id" | "user_id", fact: "apiKeyId" | "userId", id: string | null) => sql<number>`(
		select coalesce(sum(e.amount), 0) from credit_entry e
		where e.workspace_id = ${workspaceId} and ${sql.ref(`e.${column}`)} = ${id} and e.created_at >= account.period_start
	) + (
		select coalesce(sum(r.amount), 0) from credit_reservation r
		where r.workspace_id = ${workspaceId} and r.state = 'open' and r.facts ->> ${sql.lit(fact)} = ${id}
	)`;
	const keyId = who.apiKeyId ?? null;
	const userId = who.userId ?? null;
	const { rows } = await sql<{ open: number } & (OwnLimit | { kind: null })>`
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

/** Whose key it is, for the first who finds its limit reached in this period. */
export async function markLimitTold(db: Db, workspaceId: string, keyId: string): Promise<string | undefined> {
	const told = await db
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
	return told?.user_id;
}

export async function insertReservation(
	db: Db,
	workspaceId: string,
	values: {
		generationId: string;
		amount: number;
		holder: string;
		leaseSeconds: number;
		facts?: UsageFacts;
		announce?: OutboxMessage;
	},
): Promise<void> {
	const { announce } = values;
	// One statement: before the first sound every round trip counts.
	const writing = announce
		? db.with("announced", (beside) => beside.insertInto("outbox").values(outboxValues(announce)))
		: db;
	await writing
		.insertInto("credit_reservation")
		.values({
			generation_id: values.generationId,
			workspace_id: workspaceId,
			amount: values.amount,
			holder: values.holder,
			facts: values.facts === undefined ? null : JSON.stringify(values.facts),
			lease_until: sql`now() + make_interval(secs => ${values.leaseSeconds})`,
		})
		.execute();
}

/** `paid` names the sentences that are paid for with this; told once each. */
export type Delivered = { workspaceId: string; generationId: string; delivered: number; paid: readonly string[] };

/**
 * Across workspaces by design: the progress of all streams of a process in one statement. Only ever forward: progress written late must
 * not undo progress written before.
 */
export async function updateDelivered(db: Db, rows: readonly Delivered[]): Promise<void> {
	const generations = rows.map((row) => row.generationId);
	const workspaces = rows.map((row) => row.workspaceId);
	const amounts = rows.map((row) => row.delivered);
	const paid = rows.flatMap((row) => row.paid.map((key) => ({ key, generation: row.generationId })));
	const paidKeys = paid.map(({ key }) => key);
	const paidGenerations = paid.map(({ generation }) => generation);
	// Locked in order, as `renewLeases` does: two statements over the same rows must not wait for each other.
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
			insert into credit_paid_take (workspace_id, key, generation_id)
			select locked.workspace_id, p.key, locked.generation_id
			from unnest(${paidKeys}::text[], ${paidGenerations}::text[]) as p (key, generation_id)
			join locked on locked.generation_id = p.generation_id
			on conflict do nothing
		)
		update credit_reservation r set delivered = greatest(r.delivered, locked.delivered)
		from locked where r.generation_id = locked.generation_id`.execute(db);
}

/** Which of these sentences the workspace has paid for. */
export async function findPaidTakes(db: Db, workspaceId: string, keys: readonly string[]): Promise<string[]> {
	if (keys.length === 0) return [];
	const rows = await db
		.selectFrom("credit_paid_take")
		.select("key")
		.where("workspace_id", "=", workspaceId)
		.where("key", "=", sql<string>`any(${keys as string[]}::text[])`)
		.execute();
	return rows.map((row) => row.key);
}

export async function insertPaidTake(db: Db, workspaceId: string, key: string, generationId: string): Promise<void> {
	await db
		.insertInto("credit_paid_take")
		.values({ workspace_id: workspaceId, key, generation_id: generationId })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/** What was given back is not paid for any more. */
export async function deletePaidTakes(db: Db, workspaceId: string, generationId: string): Promise<void> {
	await db
		.deleteFrom("credit_paid_take")
		.where("workspace_id", "=", workspaceId)
		.where("generation_id", "=", generationId)
		.execute();
}

/** What the generation is about; undefined when its reservation is not open any more. */
export async function enlargeReservation(
	db: Db,
	workspaceId: string,
	generationId: string,
	amount: number,
): Promise<UsageFacts | undefined> {
	const grown = await db
		.updateTable("credit_reservation")
		.set((eb) => ({ amount: eb("amount", "+", amount) }))
		.where("workspace_id", "=", workspaceId)
		.where("generation_id", "=", generationId)
		.where("state", "=", "open")
		.returning("facts")
		.executeTakeFirst();
	return grown && ((grown.facts as UsageFacts | null) ?? {});
}

/** Undefined when it was closed already: whoever closes it does the rest, nobody else. */
export async function closeReservation(
	db: Db,
	workspaceId: string,
	generationId: string,
	state: "settled" | "released",
) {
	return db
		.updateTable("credit_reservation")
		.set({ state, closed_at: sql`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("generation_id", "=", generationId)
		.where("state", "=", "open")
		.returning(["amount", "delivered", "facts"])
		.executeTakeFirst();
}

/** Undefined when it was closed, or its process gave a sign after all. What it had delivered is read in the same stroke. */
export async function closeAbandoned(db: Db, workspaceId: string, generationId: string) {
	return db
		.updateTable("credit_reservation")
		.set({ state: sql`case when delivered > 0 then 'settled' else 'released' end`, closed_at: sql`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("generation_id", "=", generationId)
		.where("state", "=", "open")
		.where("lease_until", "<", sql<Date>`now()`)
		.returning(["amount", "delivered", "facts"])
		.executeTakeFirst();
}

export async function bookCredits(db: Db, workspaceId: string, change: { reserved: number; used: number }) {
	return db
		.updateTable("credit_account")
		.set((eb) => ({ reserved: eb("reserved", "+", change.reserved), used: eb("used", "+", change.used) }))
		.where("workspace_id", "=", workspaceId)
		.returning(["used"])
		.executeTakeFirstOrThrow();
}

/** False when an entry of this kind exists for the generation: nothing is booked twice. */
export async function insertEntry(
	db: Db,
	workspaceId: string,
	entry: { generationId: string; kind: "charge" | "refund"; amount: number; facts: UsageFacts },
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
			voices: facts.voices?.length ? JSON.stringify(shareOut(facts.voices, entry.amount)) : null,
		})
		.onConflict((conflict) => conflict.columns(["generation_id", "kind"]).doNothing())
		.returning("id")
		.executeTakeFirst();
	return inserted !== undefined;
}

/** To each voice what it cost, or is given back: whole credits that sum to the amount. */
function shareOut(voices: readonly SpokenVoice[], amount: number) {
	const worth = voices.reduce((sum, voice) => sum + (voice.worth ?? 0), 0);
	let [heard, given] = [0, 0];
	return voices.map(({ id, name, rate, characters, worth: own = 0 }) => {
		heard += own;
		const upTo = worth === 0 ? Math.abs(amount) : Math.round((Math.abs(amount) * heard) / worth);
		const part = Math.sign(amount) * (upTo - given);
		given = upTo;
		return { id, name, rate, characters, worth: own, amount: part };
	});
}

/** With its facts, so that what is given back is taken off the same voice, model and person. */
export async function findCharge(
	db: Db,
	workspaceId: string,
	generationId: string,
): Promise<{ amount: number; facts: UsageFacts } | undefined> {
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
			voices: (row.voices as SpokenVoice[] | null) ?? undefined,
		},
	};
}

/** Across workspaces by design: a process keeps all of its own reservations alive. */
export async function renewLeases(db: Db, holder: string, leaseSeconds: number): Promise<void> {
	await sql`
		with locked as (
			select generation_id from credit_reservation where holder = ${holder} and state = 'open' order by generation_id for update
		)
		update credit_reservation r set lease_until = now() + make_interval(secs => ${leaseSeconds})
		from locked where r.generation_id = locked.generation_id`.execute(db);
}

/** Across workspaces by design: reservations whose process died. */
export async function findAbandoned(db: Db) {
	return db
		.selectFrom("credit_reservation")
		.select(["generation_id", "workspace_id"])
		.where("state", "=", "open")
		.where("lease_until", "<", sql<Date>`now()`)
		.limit(100)
		.execute();
}
