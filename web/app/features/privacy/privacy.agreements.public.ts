import { useQuery, useQueryClient } from "@tanstack/react-query";
import { privacyPaths } from "@timbre/contract/privacy/paths.ts";
import { call } from "../../lib/api/api.ts";
import { userQuery } from "../usage/usage.public.ts";

/** Terms that a page asks for before an action. */
export type RequestedTerm = "voice_design" | "licensing";

/** Whether the user agreed to the terms, and how to record it before the action that they are about. */
export function useAgreement(term: RequestedTerm) {
	const queryClient = useQueryClient();
	const { data: user } = useQuery(userQuery);
	const isAgreed = user !== undefined && term in user.terms_agreed_to;
	return {
		isAgreed,
		agree: async () => {
			if (isAgreed) return;
			await call(privacyPaths.agreeToTerms, { body: { terms: [term] } });
			await queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
		},
	};
}
