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
import type { Config } from "./config.ts";

type Caller = { visitor: string; workspaceId?: string };

export type RateLimiter = {
	/** Takes one point of each limit or throws `rate_limit_exceeded`. */
	take(operation: string, limits: readonly RateLimit[], caller: Caller): Promise<void>;
	/** Gives the points back that `take` took, for what could not be served after all. */
	giveBack(operation: string, limits: readonly RateLimit[], caller: Caller): Promise<void>;
};

/** So long whoever is over a limit is refused from memory: a flood must not become a flood of queries. */
const refusedFromMemoryMs = 2_000;
const mostRemembered = 10_000;

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
	const refusals = createRefusals();
	const counted = (operation: string, limits: readonly RateLimit[], caller: Caller) =>
		limits.flatMap((limit) => {
			const key =
				limit.per === "visitor" ? networkOf(caller.visitor) : limit.per === "workspace" ? caller.workspaceId : "all";
			if (key === undefined) return [];
			const name = `${operation}:${limit.per}:${limit.seconds}`;
			return [{ limit, key, place: `${name}:${key}`, limiter: limiterFor(name, limit) }];
		});
	return {
		take: async (operation, limits, caller) => {
			const all = counted(operation, limits, caller);
			for (const { limit, place } of all) {
				const resetAt = refusals.find(place);
				if (resetAt !== undefined) throw tooMany(limit, resetAt);
			}
			for (const { limit, key, place, limiter } of all) {
				try {
					await limiter.consume(key);
				} catch (rejection) {
					if (!(rejection instanceof RateLimiterRes)) throw rejection;
					const resetAt = Date.now() + rejection.msBeforeNext;
					refusals.remember(place, resetAt);
					throw tooMany(limit, resetAt);
				}
			}
		},
		giveBack: async (operation, limits, caller) => {
			for (const { key, limiter } of counted(operation, limits, caller)) await limiter.reward(key);
		},
	};
}

/** Who is over a limit, and until when. */
export function createRefusals() {
	const refused = new Map<string, { until: number; resetAt: number }>();
	return {
		find(place: string): number | undefined {
			const known = refused.get(place);
			return known && known.until > Date.now() ? known.resetAt : undefined;
		},
		remember(place: string, resetAt: number): void {
			if (refused.size >= mostRemembered) refused.clear();
			refused.set(place, { until: Math.min(resetAt, Date.now() + refusedFromMemoryMs), resetAt });
		},
	};
}

function tooMany(limit: RateLimit, resetAt: number): AppError {
	const seconds = Math.max(1, Math.ceil((resetAt - Date.now()) / 1000));
	const reason = limit.per === "everyone" ? "Too many people are using this at the moment." : "Too many requests.";
	return new AppError("rate_limit_exceeded", `${reason} Try again in ${inWords(seconds)}.`, {
		retryAfterSeconds: seconds,
	});
}

function inWords(seconds: number): string {
	if (seconds === 1) return "1 second";
	return seconds <= 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

/** One line of IPv6 has 2^64 addresses, all of them one visitor's. */
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
