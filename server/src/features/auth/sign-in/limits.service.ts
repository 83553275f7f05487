// Limits on password and code attempts.
// Invariant: an attempt is counted before the secret is checked, in PostgreSQL, so concurrent requests and several API
// processes share one count. Unknown accounts are counted like existing ones.
// There are three limits: per account and network, per network over all accounts, and per account over all networks.
// The last one would let a stranger lock the owner out, so it doesn't apply to networks from which the owner has signed
// in before.
import { createHash } from "node:crypto";
import { tooManyAttempts } from "@timbre/contract/auth/rules.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { createRejectionCache, networkOf } from "../../../core/security/rate-limit.ts";

export type Attempt = {
	/** All codes of an account (TOTP, backup, emailed) share one count, so an attacker can't switch between them. */
	secret: "password" | "code";
	/** The email address as typed, or the user id. Undefined if the code itself identifies the account. */
	account: string | undefined;
	/** The caller's IP address. */
	clientIp: string;
};

export type AttemptLimits = {
	/** Counts one attempt; throws if there were too many. Call it before comparing the secret. */
	consume(attempt: Attempt): Promise<void>;
	/** Call it if the secret was correct: refunds the attempt and marks the network as known for the account. */
	reportSuccess(attempt: Attempt): Promise<void>;
};

const minute = 60;
const hour = 60 * minute;
const rules = {
	password: { perAccountNetwork: { points: 10, duration: 15 * minute }, perAccount: { points: 100, duration: hour } },
	code: { perAccountNetwork: { points: 5, duration: 15 * minute }, perAccount: { points: 25, duration: hour } },
};
const perNetwork = { points: 100, duration: 15 * minute };
const knownForSeconds = 30 * 24 * hour;

export function createAttemptLimits(pool: pg.Pool): AttemptLimits {
	const counter = (name: string, rule: { points: number; duration: number }) =>
		new RateLimiterPostgres({
			...rule,
			keyPrefix: `guess:${name}`,
			storeClient: pool,
			tableName: "rate_limit",
			tableCreated: true,
		});
	const network = counter("network", perNetwork);
	const of = (secret: Attempt["secret"]) => ({
		perAccountNetwork: counter(`${secret}:here`, rules[secret].perAccountNetwork),
		perAccount: counter(`${secret}:everywhere`, rules[secret].perAccount),
		known: counter(`${secret}:known`, { points: 1, duration: knownForSeconds }),
	});
	const counters = { password: of("password"), code: of("code") };
	const rejections = createRejectionCache();

	const consume = async (limiter: RateLimiterPostgres, key: string, unless?: () => Promise<boolean>) => {
		const cacheKey = limiter.getKey(key);
		const remembered = rejections.find(cacheKey);
		const resetAt = remembered ?? (await consumeOrResetAt(limiter, key));
		if (resetAt === undefined || (await unless?.())) return;
		if (remembered === undefined) rejections.add(cacheKey, resetAt);
		throw new AppError("rate_limit_exceeded", tooManyAttempts, {
			retryAfterSeconds: Math.max(1, Math.ceil((resetAt - Date.now()) / 1000)),
		});
	};
	return {
		consume: async (attempt) => {
			const { from, account, accountNetwork } = limiterKeys(attempt);
			const { perAccountNetwork, perAccount, known } = counters[attempt.secret];
			// This order matters: attempts rejected for one network must not use up the limit shared by all networks.
			if (accountNetwork !== undefined) await consume(perAccountNetwork, accountNetwork);
			await consume(network, from);
			if (account !== undefined && accountNetwork !== undefined)
				await consume(perAccount, account, async () => (await known.get(accountNetwork)) !== null);
		},
		reportSuccess: async (attempt) => {
			const { from, account, accountNetwork } = limiterKeys(attempt);
			const { perAccountNetwork, perAccount, known } = counters[attempt.secret];
			await network.reward(from);
			if (account === undefined || accountNetwork === undefined) return;
			await perAccountNetwork.delete(accountNetwork);
			await perAccount.reward(account);
			await known.set(accountNetwork, 1, knownForSeconds);
		},
	};
}

/** Counts the attempt. Returns when the limit resets if it is exceeded, otherwise undefined. */
async function consumeOrResetAt(limiter: RateLimiterPostgres, key: string): Promise<number | undefined> {
	try {
		await limiter.consume(key);
		return undefined;
	} catch (rejection) {
		if (!(rejection instanceof RateLimiterRes)) throw rejection;
		return Date.now() + rejection.msBeforeNext;
	}
}

/** Accounts are hashed so that the counter table can't become a list of tried email addresses. */
function limiterKeys(attempt: Attempt): { from: string; account?: string; accountNetwork?: string } {
	const from = networkOf(attempt.clientIp);
	if (attempt.account === undefined) return { from };
	const account = createHash("sha256").update(attempt.account.trim().toLowerCase()).digest("base64url");
	return { from, account, accountNetwork: `${account}:${from}` };
}
