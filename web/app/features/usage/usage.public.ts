import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { accountPaths } from "@timbre/contract/account/paths.ts";
import { useEffect, useRef } from "react";
import { call } from "../../lib/api/api.ts";

export const subscriptionQuery = queryOptions({
	queryKey: ["usage", "subscription"],
	queryFn: ({ signal }) => call(accountPaths.getSubscription, { signal }),
});

/** The signed-in user, with first name and onboarding status. */
export const userQuery = queryOptions({
	queryKey: ["usage", "user"],
	queryFn: ({ signal }) => call(accountPaths.getUser, { signal }),
});

/** Shows what is left of the credits again when work that costs some has ended: when the number of running jobs falls. */
export function useRefreshedCredits(running: number): void {
	const queryClient = useQueryClient();
	const before = useRef(running);
	useEffect(() => {
		if (running < before.current) void queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey });
		before.current = running;
	}, [running, queryClient]);
}
