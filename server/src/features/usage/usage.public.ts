// Credits: reserve before the first sound, settle at what was really delivered, release or refund otherwise.
// Always: account.used is the sum of the ledger, account.reserved the sum of open reservations, and a generation is closed once.
import { AppError } from "@timbre/contract/errors.ts";
import { plans, type Tier } from "@timbre/contract/plans.ts";
import { extraCharacters, mayExtend } from "@timbre/contract/usage.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { publishEvent } from "../../core/events.ts";
import type { Log } from "../../core/log.ts";
import type { OutboxMessage } from "../../core/outbox.repo.ts";
import { createTurnsByKey } from "../../core/turns.ts";
import {
	bookCredits,
	closeAbandoned,
	closeReservation,
	type Delivered,
	deletePaidTakes,
	enlargeReservation,
	ensureAccount,
	findAbandoned,
	findAccount,
	findCharge,
	findPaidTakes,
	findStanding,
	holdCredits,
	insertEntry,
	insertPaidTake,
	insertReservation,
	markLimitTold,
	type OwnLimit,
	renewLeases,
	setCreditLimit,
	type UsageFacts,
	updateDelivered,
	updateExtension,
} from "./usage.repo.ts";

export type { SpokenVoice, UsageFacts } from "./usage.repo.ts";

export type Reservation = { generationId: string; concurrent: number; maxConcurrent: number };
export type Settlement = { from: number; to: number };

/**
 * All reservations of a workspace lock its account one after the other. Whoever waits for that waits here and not with a connection in the
 * hand, of which there are few: hundreds of requests of one customer would take them all. Six are fewer than the ten of a process.
 */
const inLineOf = createTurnsByKey(6);

/** Sets credits aside for a generation, or refuses: over quota, or more at once than the plan allows. */
export async function reserveCredits(
	db: Database,
	workspaceId: string,
	request: {
		generationId: string;
		amount: number;
		tier: Tier;
		holder: string;
		leaseSeconds: number;
		/** What the generation is about: kept beside it, so that it is known even if this process dies. */
		facts?: UsageFacts;
		/** What to tell others, if and only if the credits are set aside. */
		announce?: OutboxMessage;
	},
): Promise<Reservation> {
	const plan = plans[request.tier];
	const extra = extraCredits(request.tier);
	const reserved = inLineOf(workspaceId, async () =>
		db.transaction().execute(async (tx) => {
			// The account is looked after only when the first try fails: before the first sound every round trip counts.
			if (!(await holdCredits(tx, workspaceId, request.amount, extra))) {
				await ensureAccount(tx, workspaceId, plan.characterLimit);
				if (!(await holdCredits(tx, workspaceId, request.amount, extra)))
					throw await overQuota(tx, workspaceId, request.amount, extra);
			}
			// Counted after the account row is locked, so that two requests cannot both take the last place.
			const standing = await findStanding(tx, workspaceId, request.facts ?? {});
			requireWithin(standing.limits, request.amount, request.amount);
			const concurrent = standing.open + 1;
			if (concurrent > plan.concurrency) {
				throw new AppError(
					"too_many_concurrent_requests",
					`The ${plan.label} plan speaks ${plan.concurrency} texts at once. Wait for one to finish.`,
					{ retryAfterSeconds: 1 },
				);
			}
			await insertReservation(tx, workspaceId, request);
			return { generationId: request.generationId, concurrent, maxConcurrent: plan.concurrency };
		}),
	);
	return tellingOfLimits(db, workspaceId, reserved);
}

/** Over a limit that a key or a person has inside the workspace's own. */
class OwnLimitReached extends AppError {
	readonly limit: OwnLimit;

	constructor(limit: OwnLimit, amount: number) {
		const left = Math.max(0, limit.most - limit.spent);
		const whose = limit.kind === "key" ? `The API key “${limit.name}”` : limit.name;
		super(
			"quota_exceeded",
			`${whose} may spend ${limit.most} credits a month, of which ${left} are left; this request needs ${amount}.`,
		);
		this.limit = limit;
	}
}

/** `more`: what is not yet counted as spent. What costs nothing is never refused. */
function requireWithin(limits: readonly OwnLimit[], amount: number, more: number): void {
	if (amount === 0) return;
	const reached = limits.find(({ most, spent }) => spent + more > most);
	if (reached) throw new OwnLimitReached({ ...reached, spent: reached.spent + more - amount }, amount);
}

/** Once a period, and apart from the refusal, which undoes everything it was part of. */
async function tellingOfLimits<T>(db: Database, workspaceId: string, work: Promise<T>): Promise<T> {
	try {
		return await work;
	} catch (error) {
		if (error instanceof OwnLimitReached && error.limit.kind === "key") {
			const { id: keyId, name, most: limit } = error.limit;
			await db.transaction().execute(async (tx) => {
				const userId = await markLimitTold(tx, workspaceId, keyId);
				if (userId !== undefined)
					await publishEvent(tx, { name: "api_key_limit_reached", workspaceId, userId, data: { keyId, name, limit } });
			});
		}
		throw error;
	}
}

async function overQuota(tx: Db, workspaceId: string, amount: number, extra: number): Promise<AppError> {
	const account = await findAccount(tx, workspaceId);
	const extension = account?.extension_allowed ? Math.min(account.max_extension ?? extra, extra) : 0;
	const left = account ? Math.max(0, account.credit_limit + extension - account.used - account.reserved) : 0;
	return new AppError(
		"quota_exceeded",
		`This request needs ${amount} credits and ${left} are left. Shorten the text, or wait until the credits renew.`,
	);
}

/** What a workspace of this plan may spend beyond its limit, once it has chosen to extend it. */
function extraCredits(tier: Tier): number {
	if (!mayExtend({ permits: true, status: subscriptionStatus(tier), tier })) return 0;
	const extra = extraCharacters[tier];
	return extra === "unlimited" ? Number.MAX_SAFE_INTEGER : extra;
}

/** Until somebody is billed, a plan that was given is a plan that is active. */
export function subscriptionStatus(tier: Tier): "free" | "trialing" | "active" {
	return tier === "free" ? "free" : tier === "trial" ? "trialing" : "active";
}

/** Lets a workspace spend beyond its limit, by at most `max` (null: as much as its plan gives), or stops it. */
export async function setExtension(
	db: Db,
	workspaceId: string,
	tier: Tier,
	extension: { allowed: boolean; max: number | null },
): Promise<void> {
	await ensureAccount(db, workspaceId, plans[tier].characterLimit);
	await updateExtension(db, workspaceId, extension);
}

/** Sets aside more for a generation whose text is still being written. */
export async function growReservation(
	db: Database,
	workspaceId: string,
	request: { generationId: string; amount: number; tier: Tier },
): Promise<void> {
	if (request.amount === 0) return;
	const extra = extraCredits(request.tier);
	const grown = db.transaction().execute(async (tx) => {
		if (!(await holdCredits(tx, workspaceId, request.amount, extra)))
			throw await overQuota(tx, workspaceId, request.amount, extra);
		const facts = await enlargeReservation(tx, workspaceId, request.generationId, request.amount);
		if (!facts)
			throw new AppError("service_unavailable", "This generation was closed because its server gave no sign of life.");
		requireWithin((await findStanding(tx, workspaceId, facts)).limits, request.amount, 0);
	});
	await tellingOfLimits(db, workspaceId, grown);
}

/** Which of these sentences need not be paid for again. */
export async function findPaid(db: Db, workspaceId: string, keys: readonly string[]): Promise<Set<string>> {
	return new Set(await findPaidTakes(db, workspaceId, keys));
}

/** A sentence that comes free of charge, as a new take of a misread one does. */
export async function markPaid(db: Db, workspaceId: string, key: string, generationId: string): Promise<void> {
	await insertPaidTake(db, workspaceId, key, generationId);
}

/** Remembers how much has left and which sentences are paid for with it, so that the truth survives this process. Settles when it is on disk. */
export type RecordDelivered = (
	workspaceId: string,
	generationId: string,
	delivered: number,
	paid?: readonly string[],
) => Promise<void>;

/**
 * Hundreds of streams report at the same moment, and each waits for its record before it goes on. One statement at a time carries
 * whatever has gathered meanwhile, so that the wait is that of two statements and not of hundreds.
 */
export function createDeliveryRecorder(db: Database): RecordDelivered {
	let waiting = new Map<string, Delivered>();
	let current: Promise<void> | undefined;
	let next: Promise<void> | undefined;
	const write = async () => {
		const rows = [...waiting.values()];
		waiting = new Map();
		await updateDelivered(db, rows);
	};
	return (workspaceId, generationId, delivered, paid = []) => {
		const before = waiting.get(generationId)?.paid ?? [];
		waiting.set(generationId, { workspaceId, generationId, delivered, paid: [...before, ...paid] });
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
 * Charges what was delivered and frees the rest. Runs in the caller's transaction, beside what it pays for.
 * `facts` adds to what the reservation knew; with characters in it, speech that cost nothing is on record too.
 * Undefined when the reservation was closed before (for instance by the sweep of another process).
 */
export async function settleCredits(
	tx: Db,
	workspaceId: string,
	generationId: string,
	delivered: number,
	facts?: UsageFacts,
): Promise<Settlement | undefined> {
	const state = delivered > 0 || (facts?.characters ?? 0) > 0 ? "settled" : "released";
	const reservation = await closeReservation(tx, workspaceId, generationId, state);
	if (!reservation) return undefined;
	return charge(tx, workspaceId, generationId, {
		reserved: reservation.amount,
		delivered,
		facts: { ...(reservation.facts as UsageFacts | null), ...facts },
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
	}: { reserved: number; delivered: number; facts: UsageFacts; onRecord: boolean },
): Promise<Settlement> {
	const booked =
		onRecord && (await insertEntry(tx, workspaceId, { generationId, kind: "charge", amount: delivered, facts }));
	const charged = booked ? delivered : 0;
	const account = await bookCredits(tx, workspaceId, { reserved: -reserved, used: charged });
	return { from: account.used - charged, to: account.used };
}

/** Gives back a charge, once. */
export async function refundCredits(db: Database, workspaceId: string, generationId: string): Promise<number> {
	return db.transaction().execute(async (tx) => {
		const charge = await findCharge(tx, workspaceId, generationId);
		if (!charge || charge.amount === 0) return 0;
		const refund = { generationId, kind: "refund" as const, amount: -charge.amount, facts: charge.facts };
		if (!(await insertEntry(tx, workspaceId, refund))) return 0;
		await deletePaidTakes(tx, workspaceId, generationId);
		await bookCredits(tx, workspaceId, { reserved: 0, used: -charge.amount });
		return charge.amount;
	});
}

/** Settles reservations whose process died, at what they had delivered by then. Any number of processes may run it. */
export async function sweepAbandoned(db: Database): Promise<number> {
	let settled = 0;
	for (const row of await findAbandoned(db)) {
		const done = await db.transaction().execute(async (tx) => {
			const reservation = await closeAbandoned(tx, row.workspace_id, row.generation_id);
			if (!reservation) return undefined;
			const { amount: reserved, delivered } = reservation;
			const facts = (reservation.facts as UsageFacts | null) ?? {};
			return charge(tx, row.workspace_id, row.generation_id, { reserved, delivered, facts, onRecord: delivered > 0 });
		});
		if (done) settled++;
	}
	return settled;
}

/** Keeps this process's reservations alive and buries those of dead ones. */
export function startLeaseKeeper(
	db: Database,
	log: Log,
	options: { holder: string; leaseSeconds: number },
): { stop(): Promise<void> } {
	let busy: Promise<void> = Promise.resolve();
	const tick = async () => {
		try {
			await renewLeases(db, options.holder, options.leaseSeconds);
			const settled = await sweepAbandoned(db);
			if (settled > 0) log.warn({ settled }, "settled generations of a process that died");
		} catch (error) {
			log.warn({ err: error }, "could not renew leases; trying again");
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

/** When the period began that credits and limits are counted in. */
export async function getPeriodStart(db: Db, workspaceId: string, tier: Tier): Promise<Date> {
	await ensureAccount(db, workspaceId, plans[tier].characterLimit);
	const account = await findAccount(db, workspaceId);
	if (!account) throw new Error(`workspace ${workspaceId} has no credit account`);
	return account.period_start;
}

/** For plans and tests: how many credits a period brings. */
export async function grantCredits(db: Db, workspaceId: string, creditLimit: number): Promise<void> {
	await ensureAccount(db, workspaceId, creditLimit);
	await setCreditLimit(db, workspaceId, creditLimit);
}
