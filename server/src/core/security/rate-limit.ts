import { isIPv6 } from "node:net";
import type { RateLimit } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type pg from "pg";
import {
	type RateLimiterAbstract,
	RateLimiterMemory,
	RateLimiterPostgres,
	RateLimiterRes,
} from "rate-limiter-flexible";
import type { Config } from "../config.ts";

type RateLimitSubject = { clientIp: string; workspaceId?: string };

export type RateLimiter = {
	/** Consumes one point of each limit or throws `rate_limit_exceeded`. */
	consume(operation: string, limits: readonly RateLimit[], caller: RateLimitSubject): Promise<void>;
	/** Returns the points of a request that could not be served. */
	refund(operation: string, limits: readonly RateLimit[], caller: RateLimitSubject): Promise<void>;
};

/** How long a rejection is served from memory, so a flood of requests doesn't become a flood of queries. */
const rejectionCacheMs = 2_000;
const maxCachedRejections = 10_000;

export function createRateLimiter(config: Config, pool: pg.Pool): RateLimiter {
	const limiters = new Map<string, RateLimiterAbstract>();
	const limiterFor = (name: string, limit: RateLimit): RateLimiterAbstract => {
		const existing = limiters.get(name);
		if (existing) return existing;
		const options = { keyPrefix: name, points: limit.requests, duration: limit.seconds };
		const limiter =
			config.RATE_LIMIT_STORE === "memory" && !limit.shared
				? new RateLimiterMemory(options)
				: new RateLimiterPostgres({ ...options, storeClient: pool, tableName: "rate_limit", tableCreated: true });
		limiters.set(name, limiter);
		return limiter;
	};
	const rejections = createRejectionCache();
	const limitersFor = (operation: string, limits: readonly RateLimit[], caller: RateLimitSubject) =>
		limits.flatMap((limit) => {
			const key =
				limit.per === "visitor" ? networkOf(caller.clientIp) : limit.per === "workspace" ? caller.workspaceId : "all";
			if (key === undefined) return [];
			const name = `${operation}:${limit.per}:${limit.seconds}`;
			return [{ limit, key, id: `${name}:${key}`, limiter: limiterFor(name, limit) }];
		});
	return {
		consume: async (operation, limits, caller) => {
			const all = limitersFor(operation, limits, caller);
			for (const { limit, id } of all) {
				const resetAt = rejections.find(id);
				if (resetAt !== undefined) throw rateLimitError(limit, resetAt);
			}
			for (const { limit, key, id, limiter } of all) {
				try {
					await limiter.consume(key);
				} catch (rejection) {
					if (!(rejection instanceof RateLimiterRes)) throw rejection;
					const resetAt = Date.now() + rejection.msBeforeNext;
					rejections.add(id, resetAt);
					throw rateLimitError(limit, resetAt);
				}
			}
		},
		refund: async (operation, limits, caller) => {
			for (const { key, limiter } of limitersFor(operation, limits, caller)) await limiter.reward(key);
		},
	};
}

/** Remembers which keys are over a limit, and until when. */
export function createRejectionCache() {
	const rejected = new Map<string, { until: number; resetAt: number }>();
	return {
		find(id: string): number | undefined {
			const known = rejected.get(id);
			return known && known.until > Date.now() ? known.resetAt : undefined;
		},
		add(id: string, resetAt: number): void {
			if (rejected.size >= maxCachedRejections) rejected.clear();
			rejected.set(id, { until: Math.min(resetAt, Date.now() + rejectionCacheMs), resetAt });
		},
	};
}

function rateLimitError(limit: RateLimit, resetAt: number): AppError {
	const seconds = Math.max(1, Math.ceil((resetAt - Date.now()) / 1000));
	const reason = limit.per === "everyone" ? "Too many people are using this right now." : "Too many requests.";
	return new AppError("rate_limit_exceeded", `${reason} Try again in ${formatDuration(seconds)}.`, {
		retryAfterSeconds: seconds,
	});
}

function formatDuration(seconds: number): string {
	if (seconds === 1) return "1 second";
	return seconds <= 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

/** The rate limit key of an address. An IPv6 /64 network counts as one visitor: it has 2^64 addresses. */
export function networkOf(address: string): string {
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
	if (mapped?.[1]) return mapped[1];
	if (!isIPv6(address)) return address;
	const [head = "", tail] = address.split("%")[0]?.toLowerCase().split("::") ?? [];
	const left = head === "" ? [] : head.split(":");
	const right = tail === undefined || tail === "" ? [] : tail.split(":");
	const middle =
		tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
	return `${[...left, ...middle, ...right]
		.slice(0, 4)
		.map((group) => group.replace(/^0+(?=.)/, ""))
		.join(":")}::/64`;
}
