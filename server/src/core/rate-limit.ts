import type { RateLimit } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type pg from "pg";
import {
	type RateLimiterAbstract,
	RateLimiterMemory,
	RateLimiterPostgres,
	RateLimiterRes,
} from "rate-limiter-flexible";
import type { Config } from "./config.ts";

export type RateLimiter = {
	/** Takes one point of each limit or throws `rate_limit_exceeded`. */
	take(
		operation: string,
		limits: readonly RateLimit[],
		caller: { visitor: string; workspaceId?: string },
	): Promise<void>;
};

export function createRateLimiter(config: Config, pool: pg.Pool): RateLimiter {
	const limiters = new Map<string, RateLimiterAbstract>();
	const limiterFor = (name: string, limit: RateLimit): RateLimiterAbstract => {
		const existing = limiters.get(name);
		if (existing) return existing;
		const options = { keyPrefix: name, points: limit.requests, duration: limit.seconds };
		const limiter =
			config.RATE_LIMIT_STORE === "memory"
				? new RateLimiterMemory(options)
				: new RateLimiterPostgres({ ...options, storeClient: pool, tableName: "rate_limit", tableCreated: true });
		limiters.set(name, limiter);
		return limiter;
	};
	return {
		take: async (operation, limits, caller) => {
			for (const limit of limits) {
				const key = limit.per === "visitor" ? caller.visitor : limit.per === "workspace" ? caller.workspaceId : "all";
				if (key === undefined) continue;
				try {
					await limiterFor(`${operation}:${limit.per}`, limit).consume(key);
				} catch (rejection) {
					if (!(rejection instanceof RateLimiterRes)) throw rejection;
					const seconds = Math.max(1, Math.ceil(rejection.msBeforeNext / 1000));
					throw new AppError(
						"rate_limit_exceeded",
						`Too many requests. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
						{
							retryAfterSeconds: seconds,
						},
					);
				}
			}
		},
	};
}
