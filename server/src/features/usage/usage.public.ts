// Credits: reserve before the first audio, settle what was delivered, release or refund otherwise.
// Invariant: account.used is the sum of the ledger, account.reserved the sum of open reservations, and a generation is
// closed once.
import { AppError } from "@timbre/contract/errors.ts";
import { plans, type Tier } from "@timbre/contract/plans.ts";
import { extraCharacters } from "@timbre/contract/usage/endpoints.ts";
import { mayExtend } from "@timbre/contract/usage/rules.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { publishEvent } from "../../core/events/events.ts";
import type { OutboxMessage } from "../../core/events/outbox.repo.ts";
import { createKeyedLimiter } from "../../core/keyed-limiter.ts";
import type { Log } from "../../core/log.ts";
import { GLOBAL } from "../../core/tenancy.ts";
import { deletePaidTakes, type PaidTake } from "./usage.paid.repo.ts";
import {
	type CreditLimit,
	closeAbandonedReservation,
	closeReservation,
	type DeliveryProgress,
	ensureAccount,
	findAccount,
	findCharge,
	findCreditStatus,
	holdCredits,
	increaseReservation,
	insertEntry,
	insertReservation,
	listAbandonedReservations,
	markLimitReported,
	recordEntry,
	renewLease,
	renewLeases,
	type UsageDetails,
	updateCreditLimit,
	updateDeliveryProgress,
	updateExtension,
} from "./usage.repo.ts";

export type { UsageDetails as UsageFacts, VoiceShare as SpokenVoice } from "./usage.repo.ts";

export type Reservation = { generationId: string; concurrent: number; maxConcurrent: number };
export type Settlement = { from: number; to: number };

/** Concurrent reservations of a workspace. Leaves room in a pool of ten connections. */
const maxReserving = 6;

type ReservationRequest = {
	generationId: string;
	amount: number;
	tier: Tier;
	holder: string;
	leaseSeconds: number;
	/** Details of the generation, stored with it in case this process dies. */
	facts?: UsageDetails;
	/** Outbox message sent if and only if the credits are reserved. */
	announce?: OutboxMessage;
};

/** Reserves credits for a generation. Throws if over quota or over the plan's concurrency. */
export type ReserveCredits = (workspaceId: string, request: ReservationRequest) => Promise<Reservation>;

/**
 * Reservations of a workspace lock its account row one at a time. Queue here instead of holding a database connection
 * while waiting, or one busy workspace would use up the pool.
 */
export function createCreditReserver(db: Database): ReserveCredits {
	const queueByWorkspace = createKeyedLimiter(maxReserving);
	return (workspaceId, request) => {
		const reserved = queueByWorkspace(workspaceId, () => reserveCredits(db, workspaceId, request));
		return reportReachedLimit(db, workspaceId, reserved);
	};
}

async function reserveCredits(db: Database, workspaceId: string, request: ReservationRequest): Promise<Reservation> {
	const plan = plans[request.tier];
	const extra = extraCredits(request.tier);
	return db.transaction().execute(async (tx) => {
		// Create or renew the account only if the first try fails, to save a round trip before the first audio.
		if (!(await holdCredits(tx, workspaceId, request.amount, extra))) {
			await ensureAccount(tx, workspaceId, plan.characterLimit);
			if (!(await holdCredits(tx, workspaceId, request.amount, extra)))
				throw await quotaError(tx, workspaceId, request.amount, extra);
		}
		// Counted with the account row locked, so two requests can't both take the last slot.
		const status = await findCreditStatus(tx, workspaceId, request.facts ?? {});
		requireWithinLimits(status.limits, request.amount, request.amount);
		const concurrent = status.open + 1;
		if (concurrent > plan.concurrency) {
			throw new AppError(
				"too_many_concurrent_requests",
				`The ${plan.label} plan allows ${plan.concurrency} concurrent requests. Wait for one to finish.`,
				{ retryAfterSeconds: 1 },
			);
		}
		await insertReservation(tx, workspaceId, request);
		return { generationId: request.generationId, concurrent, maxConcurrent: plan.concurrency };
	});
}

/** Over the credit limit of an API key or a member. */
class CreditLimitError extends AppError {
	readonly limit: CreditLimit;

	constructor(limit: CreditLimit, amount: number) {
		const left = Math.max(0, limit.most - limit.spent);
		const subject = limit.kind === "key" ? `The API key “${limit.name}”` : limit.name;
		super(
			"quota_exceeded",
			`${subject} has ${left} of ${limit.most} credits left this month. This request needs ${amount}.`,
		);
		this.limit = limit;
	}
}

/** `more`: the part of the amount not yet counted as spent. Free requests are never rejected. */
function requireWithinLimits(limits: readonly CreditLimit[], amount: number, more: number): void {
	if (amount === 0) return;
	const reached = limits.find(({ most, spent }) => spent + more > most);
	if (reached) throw new CreditLimitError({ ...reached, spent: reached.spent + more - amount }, amount);
}

/** Reports a reached key limit once per period, in its own transaction, because the error rolls back the other one. */
async function reportReachedLimit<T>(db: Database, workspaceId: string, work: Promise<T>): Promise<T> {
	try {
		return await work;
	} catch (error) {
		if (error instanceof CreditLimitError && error.limit.kind === "key") {
			const { id: keyId, name, most: limit } = error.limit;
			await db.transaction().execute(async (tx) => {
				const userId = await markLimitReported(tx, workspaceId, keyId);
				if (userId !== undefined)
					await publishEvent(tx, { name: "api_key_limit_reached", workspaceId, userId, data: { keyId, name, limit } });
			});
		}
		throw error;
	}
}

async function quotaError(tx: Db, workspaceId: string, amount: number, extra: number): Promise<AppError> {
	const account = await findAccount(tx, workspaceId);
	const extension = account?.extension_allowed ? Math.min(account.max_extension ?? extra, extra) : 0;
	const left = account ? Math.max(0, account.credit_limit + extension - account.used - account.reserved) : 0;
	return new AppError(
		"quota_exceeded",
		`This request needs ${amount} credits, but ${left} are left. Shorten it or wait until your credits renew.`,
	);
}

/** Throws if the credits would not suffice now. For work that reserves them later. */
export async function requireCredits(db: Db, workspaceId: string, tier: Tier, amount: number): Promise<void> {
	const { used, reserved, credit_limit, extension_allowed, max_extension } = await getAccount(db, workspaceId, tier);
	const extra = extraCredits(tier);
	const extension = extension_allowed ? Math.min(max_extension ?? extra, extra) : 0;
	if (amount > 0 && used + reserved + amount > credit_limit + extension)
		throw await quotaError(db, workspaceId, amount, extra);
}

/** Credits a workspace on this plan can spend beyond its limit, if it extends it. */
function extraCredits(tier: Tier): number {
	if (!mayExtend({ permits: true, status: subscriptionStatus(tier), tier })) return 0;
	const extra = extraCharacters[tier];
	return extra === "unlimited" ? Number.MAX_SAFE_INTEGER : extra;
}

/** Without billing, an assigned plan counts as active. */
export function subscriptionStatus(tier: Tier): "free" | "trialing" | "active" {
	return tier === "free" ? "free" : tier === "trial" ? "trialing" : "active";
}

/** Sets whether a workspace can exceed its limit, by at most `max` (null: the plan's maximum). */
export async function setExtension(
	db: Db,
	workspaceId: string,
	tier: Tier,
	extension: { allowed: boolean; max: number | null },
): Promise<void> {
	await ensureAccount(db, workspaceId, plans[tier].characterLimit);
	await updateExtension(db, workspaceId, extension);
}

/** Reserves more credits for a generation whose text is still arriving. */
export async function growReservation(
	db: Database,
	workspaceId: string,
	request: { generationId: string; amount: number; tier: Tier },
): Promise<void> {
	if (request.amount === 0) return;
	const extra = extraCredits(request.tier);
	const grown = db.transaction().execute(async (tx) => {
		if (!(await holdCredits(tx, workspaceId, request.amount, extra)))
			throw await quotaError(tx, workspaceId, request.amount, extra);
		const facts = await increaseReservation(tx, workspaceId, request.generationId, request.amount);
		if (!facts)
			throw new AppError("service_unavailable", "This generation was closed because its server stopped responding.");
		requireWithinLimits((await findCreditStatus(tx, workspaceId, facts)).limits, request.amount, 0);
	});
	await reportReachedLimit(db, workspaceId, grown);
}

/** Records delivered credits and paid sentences, so they survive a crash. Resolves when committed. */
export type RecordDelivery = (
	workspaceId: string,
	generationId: string,
	delivered: number,
	paid?: readonly PaidTake[],
) => Promise<void>;

/**
 * Batches progress reports: hundreds of streams report at once and each waits for its record. One statement at a time
 * writes everything queued so far, so a stream waits for at most two statements.
 */
export function createDeliveryRecorder(db: Database): RecordDelivery {
	let queue = new Map<string, DeliveryProgress>();
	let current: Promise<void> | undefined;
	let next: Promise<void> | undefined;
	const write = async () => {
		const rows = [...queue.values()];
		queue = new Map();
		await updateDeliveryProgress(db, GLOBAL, rows);
	};
	return (workspaceId, generationId, delivered, paid = []) => {
		const before = queue.get(generationId)?.paid ?? [];
		// The later report of a sentence includes the earlier one.
		const merged = new Map([...before, ...paid].map((take) => [take.key, take]));
		queue.set(generationId, { workspaceId, generationId, delivered, paid: [...merged.values()] });
		next ??= (current ?? Promise.resolve())
			.catch(() => {})
			.then(() => {
				current = next;
				next = undefined;
				return write();
			});
		return next;
	};
}

/**
 * Charges what was delivered and releases the rest, in the caller's transaction. `facts` extends those of the
 * reservation; if they have characters, free speech is recorded too. Undefined if the reservation was already closed,
 * for example by another process.
 */
export async function settleCredits(
	tx: Db,
	workspaceId: string,
	generationId: string,
	delivered: number,
	facts?: UsageDetails,
): Promise<Settlement | undefined> {
	const state = delivered > 0 || (facts?.characters ?? 0) > 0 ? "settled" : "released";
	const reservation = await closeReservation(tx, workspaceId, generationId, state);
	if (!reservation) return undefined;
	return charge(tx, workspaceId, generationId, {
		reserved: reservation.amount,
		delivered,
		facts: { ...reservation.facts, ...facts },
		onRecord: state === "settled",
	});
}

async function charge(
	tx: Db,
	workspaceId: string,
	generationId: string,
	{
		reserved,
		delivered,
		facts,
		onRecord,
	}: { reserved: number; delivered: number; facts: UsageDetails; onRecord: boolean },
): Promise<Settlement> {
	const inserted =
		onRecord && (await insertEntry(tx, workspaceId, { generationId, kind: "charge", amount: delivered, facts }));
	const charged = inserted ? delivered : 0;
	const account = await recordEntry(tx, workspaceId, { reserved: -reserved, used: charged });
	return { from: account.used - charged, to: account.used };
}

/** Refunds a charge once. */
export async function refundCredits(db: Database, workspaceId: string, generationId: string): Promise<number> {
	return db.transaction().execute(async (tx) => {
		const charge = await findCharge(tx, workspaceId, generationId);
		if (!charge || charge.amount === 0) return 0;
		const refund = { generationId, kind: "refund" as const, amount: -charge.amount, facts: charge.facts };
		if (!(await insertEntry(tx, workspaceId, refund))) return 0;
		await deletePaidTakes(tx, workspaceId, generationId);
		await recordEntry(tx, workspaceId, { reserved: 0, used: -charge.amount });
		return charge.amount;
	});
}

/** Settles reservations of crashed processes for what they had delivered. Safe to run concurrently. */
export async function settleAbandoned(db: Database): Promise<number> {
	let settled = 0;
	for (const row of await listAbandonedReservations(db, GLOBAL)) {
		if (await chargeDelivered(db, row.workspace_id, row.generation_id, { expired: true })) settled++;
	}
	return settled;
}

/**
 * Settles a generation that is known to be interrupted for what it had delivered, without waiting for its lease. Whoever still runs it
 * can no longer charge for it.
 */
export async function settleInterrupted(db: Database, workspaceId: string, generationId: string): Promise<void> {
	await chargeDelivered(db, workspaceId, generationId, { expired: false });
}

async function chargeDelivered(
	db: Database,
	workspaceId: string,
	generationId: string,
	which: { expired: boolean },
): Promise<Settlement | undefined> {
	return db.transaction().execute(async (tx) => {
		const reservation = await closeAbandonedReservation(tx, workspaceId, generationId, which);
		if (!reservation) return undefined;
		const { amount: reserved, delivered } = reservation;
		const facts = reservation.facts ?? {};
		return charge(tx, workspaceId, generationId, { reserved, delivered, facts, onRecord: delivered > 0 });
	});
}

/** Keeps the credits of a job reserved that no process holds. Returns false if they were released. */
export async function extendReservation(
	db: Database,
	workspaceId: string,
	generationId: string,
	leaseSeconds: number,
): Promise<boolean> {
	return renewLease(db, workspaceId, generationId, leaseSeconds);
}

/** Renews this process's leases and settles those of crashed processes. */
export function startLeaseRenewal(
	db: Database,
	log: Log,
	options: { holder: string; leaseSeconds: number },
): { stop(): Promise<void> } {
	let busy: Promise<void> = Promise.resolve();
	const tick = async () => {
		try {
			await renewLeases(db, GLOBAL, options.holder, options.leaseSeconds);
			const settled = await settleAbandoned(db);
			if (settled > 0) log.warn({ settled }, "settled generations of a crashed process");
		} catch (error) {
			log.warn({ err: error }, "could not renew leases; retrying");
		}
	};
	const timer = setInterval(
		() => {
			busy = busy.then(tick);
		},
		(options.leaseSeconds * 1000) / 4,
	);
	busy = tick();
	return {
		stop: async () => {
			clearInterval(timer);
			await busy;
		},
	};
}

/** The credit account of a workspace, in its current period. */
export async function getAccount(db: Db, workspaceId: string, tier: Tier) {
	await ensureAccount(db, workspaceId, plans[tier].characterLimit);
	const account = await findAccount(db, workspaceId);
	if (!account) throw new Error(`workspace ${workspaceId} has no credit account`);
	return account;
}

/** The start of the current credit period. */
export async function getPeriodStart(db: Db, workspaceId: string, tier: Tier): Promise<Date> {
	return (await getAccount(db, workspaceId, tier)).period_start;
}

/** Sets the credits per period, for plans and tests. */
export async function grantCredits(db: Db, workspaceId: string, creditLimit: number): Promise<void> {
	await ensureAccount(db, workspaceId, creditLimit);
	await updateCreditLimit(db, workspaceId, creditLimit);
}
