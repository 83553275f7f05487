// Usage over time.
// Invariant: all numbers come from the ledger, so a chart sums to what was charged.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { AggregationInterval, usageEndpoints } from "@timbre/contract/usage/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Context } from "../../core/http/context.ts";
import { aggregateConcurrency, aggregateEntries, type UsageWindow } from "./usage.stats.repo.ts";

type Query = InputOf<typeof usageEndpoints.getCharacterStats>["query"];
type UsageStats = ResponseOf<typeof usageEndpoints.getCharacterStats>;

const maxBuckets = 10_000;

export async function getUsageStats(
	db: Database,
	caller: Pick<Context, "workspaceId" | "userId" | "role">,
	query: Query,
): Promise<UsageStats> {
	const start = milliseconds(query.start_unix);
	const end = milliseconds(query.end_unix);
	if (end < start) throw new AppError("invalid_request", "end_unix is before start_unix.", { param: "end_unix" });
	const entireWorkspace = query.include_workspace_metrics;
	if (entireWorkspace && caller.role !== "admin")
		throw new AppError("missing_permissions", "Only workspace admins can view workspace usage.");
	if (query.breakdown_type === "user" && !entireWorkspace) {
		throw new AppError("invalid_request", "A breakdown by user requires include_workspace_metrics=true.", {
			param: "breakdown_type",
		});
	}
	const bounds = bucketStarts(start, end, query.aggregation_interval, query.aggregation_bucket_size);
	const window: UsageWindow = {
		start: new Date(start),
		end: new Date(end),
		bounds: bounds.map((bound) => bound / 1000),
		userId: entireWorkspace ? undefined : caller.userId,
		breakdown: query.breakdown_type,
	};
	const rows =
		query.metric === "concurrency" || query.metric === "concurrency_average"
			? await aggregateConcurrency(db, caller.workspaceId, window, query.metric)
			: await aggregateEntries(db, caller.workspaceId, window, query.metric);
	const usage: Record<string, number[]> = query.breakdown_type === "none" ? { All: zeros(bounds.length) } : {};
	for (const row of rows) {
		usage[row.label] ??= zeros(bounds.length);
		const line = usage[row.label];
		if (line && row.bucket >= 1) line[row.bucket - 1] = Number(row.value);
	}
	return { time: bounds, usage };
}

/**
 * The API takes milliseconds, but many clients send seconds. Values this small would be in early 1970 as milliseconds.
 */
function milliseconds(value: number): number {
	return value < 1e11 ? value * 1000 : value;
}

const hour = 3_600_000;

/** Bucket starts in UTC. The first may start before the range, but contains only entries within it. */
export function bucketStarts(
	start: number,
	end: number,
	interval: AggregationInterval,
	bucketSeconds?: number,
): number[] {
	if (bucketSeconds !== undefined)
		return fixedBuckets(start - (start % (bucketSeconds * 1000)), end, bucketSeconds * 1000);
	if (interval === "cumulative") return [start];
	if (interval === "hour") return fixedBuckets(start - (start % hour), end, hour);
	const midnight = start - (start % (24 * hour));
	if (interval === "day") return fixedBuckets(midnight, end, 24 * hour);
	// 1 January 1970 was a Thursday; weeks begin on Monday.
	if (interval === "week")
		return fixedBuckets(midnight - ((midnight / (24 * hour) + 3) % 7) * 24 * hour, end, 7 * 24 * hour);
	const first = new Date(start);
	const months: number[] = [];
	for (let month = 0; ; month++) {
		const bound = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, 1);
		if (bound > end) return months;
		months.push(bound);
		if (months.length > maxBuckets) throw tooManyBuckets();
	}
}

function fixedBuckets(from: number, to: number, size: number): number[] {
	const count = Math.floor((to - from) / size) + 1;
	if (count > maxBuckets) throw tooManyBuckets();
	return Array.from({ length: count }, (_, index) => from + index * size);
}

function tooManyBuckets(): AppError {
	return new AppError(
		"invalid_request",
		`This range has more than ${maxBuckets} buckets. Choose a longer interval or a shorter range.`,
	);
}

const zeros = (length: number) => new Array<number>(length).fill(0);
