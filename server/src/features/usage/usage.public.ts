// Credits: reserve before the first sound, settle at what was really delivered, release or refund otherwise.
// Always: account.used is the sum of the ledger, account.reserved the sum of open reservations, and a generation is closed once.
import { AppError } from "@timbre/contract/errors.ts";
import { plans, type Tier } from "@timbre/contract/plans.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { Log } from "../../core/log.ts";
import {
	bookCredits,
	closeAbandoned,
	closeReservation,
	countOpenReservations,
	type Delivered,
	ensureAccount,
	findAbandoned,
	findAccount,
	findCharge,
	holdCredits,
	insertEntry,
	insertReservation,
	renewLeases,
	setCreditLimit,
	updateDelivered,
} from "./usage.repo.ts";

export type Reservation = { generationId: string; concurrent: number; maxConcurrent: number };
export type Settlement = { from: number; to: number };

/** Sets credits aside for a generation, or refuses: over quota, or more at once than the plan allows. */
export async function reserveCredits(
	db: Database,
	workspaceId: string,
	request: { generationId: string; amount: number; tier: Tier; holder: string; leaseSeconds: number },
): Promise<Reservation> {
	const plan = plans[request.tier];
	return db.transaction().execute(async (tx) => {
		// The account is looked after only when the first try fails: before the first sound every round trip counts.
		if (!(await holdCredits(tx, workspaceId, request.amount))) {
			await ensureAccount(tx, workspaceId, plan.characterLimit);
			if (!(await holdCredits(tx, workspaceId, request.amount))) throw await overQuota(tx, workspaceId, request.amount);
		}
		// Counted after the account row is locked, so that two requests cannot both take the last place.
		const concurrent = (await countOpenReservations(tx, workspaceId)) + 1;
		if (concurrent > plan.concurrency) {
			throw new AppError(
				"too_many_concurrent_requests",
				`The ${plan.label} plan speaks ${plan.concurrency} texts at once. Wait for one to finish.`,
				{ retryAfterSeconds: 1 },
			);
		}
		await insertReservation(tx, workspaceId, request);
		return { generationId: request.generationId, concurrent, maxConcurrent: plan.concurrency };
	});
}

async function overQuota(tx: Db, workspaceId: string, amount: number): Promise<AppError> {
	const account = await findAccount(tx, workspaceId);
	const left = account ? Math.max(0, account.credit_limit - account.used - account.reserved) : 0;
	return new AppError(
		"quota_exceeded",
		`This request needs ${amount} credits and ${left} are left. Shorten the text, or wait until the credits renew.`,
	);
}

/** Remembers how much has left, so that the truth survives this process. Settles when it is on disk. */
export type RecordDelivered = (workspaceId: string, generationId: string, delivered: number) => Promise<void>;

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
	return (workspaceId, generationId, delivered) => {
		waiting.set(generationId, { workspaceId, generationId, delivered });
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
 * Undefined when the reservation was closed before (for instance by the sweep of another process).
 */
export async function settleCredits(
	tx: Db,
	workspaceId: string,
	generationId: string,
	delivered: number,
): Promise<Settlement | undefined> {
	const reservation = await closeReservation(tx, workspaceId, generationId, delivered > 0 ? "settled" : "released");
	return reservation && charge(tx, workspaceId, generationId, { reserved: reservation.amount, delivered });
}

async function charge(
	tx: Db,
	workspaceId: string,
	generationId: string,
	{ reserved, delivered }: { reserved: number; delivered: number },
): Promise<Settlement> {
	const charged =
		delivered > 0 && (await insertEntry(tx, workspaceId, { generationId, kind: "charge", amount: delivered }))
			? delivered
			: 0;
	const account = await bookCredits(tx, workspaceId, { reserved: -reserved, used: charged });
	return { from: account.used - charged, to: account.used };
}

/** Gives back a charge, once. */
export async function refundCredits(db: Database, workspaceId: string, generationId: string): Promise<number> {
	return db.transaction().execute(async (tx) => {
		const charge = await findCharge(tx, workspaceId, generationId);
		if (!charge || charge.amount === 0) return 0;
		if (!(await insertEntry(tx, workspaceId, { generationId, kind: "refund", amount: -charge.amount }))) return 0;
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
			return charge(tx, row.workspace_id, row.generation_id, { reserved, delivered });
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

/** For plans and tests: how many credits a period brings. */
export async function grantCredits(db: Db, workspaceId: string, creditLimit: number): Promise<void> {
	await ensureAccount(db, workspaceId, creditLimit);
	await setCreditLimit(db, workspaceId, creditLimit);
}
