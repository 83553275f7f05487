// Usage over time. Always: every figure comes from the ledger, so that the sum of a chart is what was charged.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { AggregationInterval, usageEndpoints } from "@timbre/contract/usage.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Context } from "../../core/context.ts";
import { aggregateConcurrency, aggregateEntries, type UsageWindow } from "./usage.stats.repo.ts";

type Query = InputOf<typeof usageEndpoints.getCharacterStats>["query"];
type Answer = ResponseOf<typeof usageEndpoints.getCharacterStats>;

const maxBuckets = 10_000;

export async function readUsage(
	db: Database,
	caller: Pick<Context, "workspaceId" | "userId" | "role">,
	query: Query,
): Promise<Answer> {
	const start = milliseconds(query.start_unix);
	const end = milliseconds(query.end_unix);
	if (end < start) throw new AppError("invalid_request", "The window ends before it starts.", { param: "end_unix" });
	const wholeWorkspace = query.include_workspace_metrics;
	if (wholeWorkspace && caller.role !== "admin")
		throw new AppError("missing_permissions", "Only workspace admins can see the usage of the whole workspace.");
	if (query.breakdown_type === "user" && !wholeWorkspace) {
		throw new AppError("invalid_request", "A breakdown by user needs include_workspace_metrics=true.", {
			param: "breakdown_type",
		});
	}
	const bounds = bucketStarts(start, end, query.aggregation_interval, query.aggregation_bucket_size);
	const window: UsageWindow = {
		start: new Date(start),
		end: new Date(end),
		bounds: bounds.map((bound) => bound / 1000),
		userId: wholeWorkspace ? undefined : caller.userId,
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

/** The API says milliseconds; many callers send seconds. Seconds of our time are milliseconds of early 1970, where nothing was spoken. */
function milliseconds(value: number): number {
	return value < 1e11 ? value * 1000 : value;
}

const hour = 3_600_000;

/** Where each bucket begins, in UTC. The first may begin before the window: it holds only what is inside. */
export function bucketStarts(
	start: number,
	end: number,
	interval: AggregationInterval,
	bucketSeconds?: number,
): number[] {
	if (bucketSeconds !== undefined) return steps(start - (start % (bucketSeconds * 1000)), end, bucketSeconds * 1000);
	if (interval === "cumulative") return [start];
	if (interval === "hour") return steps(start - (start % hour), end, hour);
	const midnight = start - (start % (24 * hour));
	if (interval === "day") return steps(midnight, end, 24 * hour);
	// 1 January 1970 was a Thursday; weeks begin on Monday.
	if (interval === "week") return steps(midnight - ((midnight / (24 * hour) + 3) % 7) * 24 * hour, end, 7 * 24 * hour);
	const first = new Date(start);
	const months: number[] = [];
	for (let month = 0; ; month++) {
		const bound = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, 1);
		if (bound > end) return months;
		months.push(bound);
		if (months.length > maxBuckets) throw tooFine();
	}
}

function steps(from: number, to: number, size: number): number[] {
	const count = Math.floor((to - from) / size) + 1;
	if (count > maxBuckets) throw tooFine();
	return Array.from({ length: count }, (_, index) => from + index * size);
}

function tooFine(): AppError {
	return new AppError(
		"invalid_request",
		`This window has more than ${maxBuckets} steps. Choose a longer interval or a shorter window.`,
	);
}

const zeros = (length: number) => new Array<number>(length).fill(0);
