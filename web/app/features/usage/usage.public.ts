import { queryOptions } from "@tanstack/react-query";
import { userEndpoints } from "@timbre/contract/account/user.ts";
import { call } from "../../lib/api/api.ts";

export const subscriptionQuery = queryOptions({
	queryKey: ["usage", "subscription"],
	queryFn: ({ signal }) => call(userEndpoints.getSubscription, { signal }),
});

/** The signed-in user, with first name and onboarding status. */
export const userQuery = queryOptions({
	queryKey: ["usage", "user"],
	queryFn: ({ signal }) => call(userEndpoints.getUser, { signal }),
});
