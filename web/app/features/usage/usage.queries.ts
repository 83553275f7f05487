import { queryOptions } from "@tanstack/react-query";
import { usagePaths } from "@timbre/contract/usage/paths.ts";
import { call } from "../../lib/api/api.ts";

export const breakdowns = [
	{ value: "voice", label: "By voice" },
	{ value: "model", label: "By model" },
	{ value: "product_type", label: "By product" },
	{ value: "all_api_keys", label: "By API key" },
	{ value: "user", label: "By user" },
] as const;
export type Breakdown = (typeof breakdowns)[number]["value"];

const day = 86_400_000;

/** Full days in UTC, ending today, as the server counts them. */
export function lastDays(days: number, nowMs = Date.now()): { start_unix: number; end_unix: number } {
	const midnight = nowMs - (nowMs % day);
	return { start_unix: midnight - (days - 1) * day, end_unix: midnight + day - 1 };
}

export const usageStats = (options: { days: number; breakdown: Breakdown; workspace: boolean }) => {
	const window = lastDays(options.days);
	return queryOptions({
		queryKey: ["usage", "stats", options, window.start_unix],
		queryFn: ({ signal }) =>
			call(usagePaths.getCharacterStats, {
				query: {
					...window,
					breakdown_type: options.breakdown,
					include_workspace_metrics: String(options.workspace),
				},
				signal,
			}),
	});
};
