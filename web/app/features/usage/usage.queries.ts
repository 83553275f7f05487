import { queryOptions } from "@tanstack/react-query";
import { usageEndpoints } from "@timbre/contract/usage.ts";
import { call } from "../../lib/api.ts";

export const breakdowns = [
	{ value: "voice", label: "By voice" },
	{ value: "model", label: "By model" },
	{ value: "product_type", label: "By product" },
	{ value: "all_api_keys", label: "By API key" },
	{ value: "user", label: "By person" },
] as const;
export type Breakdown = (typeof breakdowns)[number]["value"];

const day = 86_400_000;

/** Whole days in UTC, as the server counts them; today is the last. */
export function lastDays(days: number, nowMs = Date.now()): { start_unix: number; end_unix: number } {
	const midnight = nowMs - (nowMs % day);
	return { start_unix: midnight - (days - 1) * day, end_unix: midnight + day - 1 };
}

export const usageStats = (wanted: { days: number; breakdown: Breakdown; workspace: boolean }) => {
	const window = lastDays(wanted.days);
	return queryOptions({
		queryKey: ["usage", "stats", wanted, window.start_unix],
		queryFn: ({ signal }) =>
			call(usageEndpoints.getCharacterStats, {
				query: {
					...window,
					breakdown_type: wanted.breakdown,
					include_workspace_metrics: String(wanted.workspace),
				},
				signal,
			}),
	});
};
