import { useQuery, useQueryClient } from "@tanstack/react-query";
import { privacyPaths } from "@timbre/contract/privacy/paths.ts";
import { bipaTermsRequired } from "@timbre/contract/privacy/rules.ts";
import { Suspense, useEffect } from "react";
import { call } from "../../lib/api/api.ts";
import { lazyPart } from "../../lib/page/lazy-part.ts";
import { clearPendingTerms, isAgreeing } from "../../lib/session/pending-terms.ts";
import { userQuery } from "../usage/usage.public.ts";

const BipaDialog = lazyPart(async () => (await import("./components/bipa-dialog.tsx")).BipaDialog);

/** Shows the terms the law requires where the user is. */
export function RequiredTerms() {
	const { data: user } = useQuery(userQuery);
	useSignUpTerms(user?.user_id);
	const location = user?.geo_location;
	const required = location ? bipaTermsRequired(location, user.accepted_bipa_terms) : false;
	return <Suspense fallback={null}>{required ? <BipaDialog /> : null}</Suspense>;
}

/** Stores what the sign-up page asked for. If it fails, the next page tries again. */
function useSignUpTerms(userId: string | undefined) {
	const queryClient = useQueryClient();
	useEffect(() => {
		if (!userId || !isAgreeing()) return;
		call(privacyPaths.agreeToTerms, { body: { terms: ["privacy", "content"] }, background: true }).then(
			() => {
				clearPendingTerms();
				return queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
			},
			() => undefined,
		);
	}, [userId, queryClient]);
}
