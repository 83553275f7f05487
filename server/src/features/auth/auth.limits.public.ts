// How often a password or a code may be tried. Always: a try is counted before the secret is looked at, in PostgreSQL, so that many at
// once and many api processes count as one; an address nobody has is counted as one that somebody has.
// Three counts: tries for one account from one network, tries from one network for all accounts, tries for one account from everywhere.
// The last one would let a stranger lock the owner out, so it does not bind networks from which the owner has come before.
import { createHash } from "node:crypto";
import { tooManyAttempts } from "@timbre/contract/auth.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { createRefusals, networkOf } from "../../core/rate-limit.ts";

export type Guess = {
	/** All codes of an account (second factor, backup, mailed ones) count as one kind: there is no second purse to guess from. */
	secret: "password" | "code";
	/** Whose secret: the e-mail address as it was typed, or the user's id. Undefined where a code itself names the account. */
	account: string | undefined;
	/** The network address of the caller. */
	visitor: string;
};

export type GuessLimits = {
	/** Counts one try; throws when there were too many. Call it before the secret is compared. */
	take(guess: Guess): Promise<void>;
	/** The secret was right: this try is given back, and the network is known for the account. */
	right(guess: Guess): Promise<void>;
};

const minute = 60;
const hour = 60 * minute;
const rules = {
	password: { here: { points: 10, duration: 15 * minute }, everywhere: { points: 100, duration: hour } },
	code: { here: { points: 5, duration: 15 * minute }, everywhere: { points: 25, duration: hour } },
};
const anyAccount = { points: 100, duration: 15 * minute };
const knownFor = 30 * 24 * hour;

export function createGuessLimits(pool: pg.Pool): GuessLimits {
	const counter = (name: string, rule: { points: number; duration: number }) =>
		new RateLimiterPostgres({
			...rule,
			keyPrefix: `guess:${name}`,
			storeClient: pool,
			tableName: "rate_limit",
			tableCreated: true,
		});
	const network = counter("network", anyAccount);
	const of = (secret: Guess["secret"]) => ({
		here: counter(`${secret}:here`, rules[secret].here),
		everywhere: counter(`${secret}:everywhere`, rules[secret].everywhere),
		known: counter(`${secret}:known`, { points: 1, duration: knownFor }),
	});
	const counters = { password: of("password"), code: of("code") };
	const refusals = createRefusals();

	const spend = async (limiter: RateLimiterPostgres, key: string, unless?: () => Promise<boolean>) => {
		const place = limiter.getKey(key);
		const remembered = refusals.find(place);
		const resetAt = remembered ?? (await overUntil(limiter, key));
		if (resetAt === undefined || (await unless?.())) return;
		if (remembered === undefined) refusals.remember(place, resetAt);
		throw new AppError("rate_limit_exceeded", tooManyAttempts, {
			retryAfterSeconds: Math.max(1, Math.ceil((resetAt - Date.now()) / 1000)),
		});
	};
	return {
		take: async (guess) => {
			const { from, account, place } = keysOf(guess);
			const { here, everywhere, known } = counters[guess.secret];
			// In this order: what is refused for one network must not use up what all others have.
			if (place !== undefined) await spend(here, place);
			await spend(network, from);
			if (account !== undefined && place !== undefined)
				await spend(everywhere, account, async () => (await known.get(place)) !== null);
		},
		right: async (guess) => {
			const { from, account, place } = keysOf(guess);
			const { here, everywhere, known } = counters[guess.secret];
			await network.reward(from);
			if (account === undefined || place === undefined) return;
			await here.delete(place);
			await everywhere.reward(account);
			await known.set(place, 1, knownFor);
		},
	};
}

/** When the limit ends that this try has gone over; undefined while it is within. */
async function overUntil(limiter: RateLimiterPostgres, key: string): Promise<number | undefined> {
	try {
		await limiter.consume(key);
		return undefined;
	} catch (rejection) {
		if (!(rejection instanceof RateLimiterRes)) throw rejection;
		return Date.now() + rejection.msBeforeNext;
	}
}

/** Accounts are kept as hashes: the table of counts must not become a list of addresses that were tried. */
function keysOf(guess: Guess): { from: string; account?: string; place?: string } {
	const from = networkOf(guess.visitor);
	if (guess.account === undefined) return { from };
	const account = createHash("sha256").update(guess.account.trim().toLowerCase()).digest("base64url");
	return { from, account, place: `${account}:${from}` };
}
