import { queryOptions } from "@tanstack/react-query";
import { accountPaths } from "@timbre/contract/account/paths.ts";
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
