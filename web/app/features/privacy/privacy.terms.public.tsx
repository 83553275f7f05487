import { useQuery } from "@tanstack/react-query";
import { bipaTermsRequired } from "@timbre/contract/privacy/rules.ts";
import { Suspense } from "react";
import { lazyPart } from "../../lib/page/lazy-part.ts";
import { userQuery } from "../usage/usage.public.ts";

const BipaDialog = lazyPart(async () => (await import("./components/bipa-dialog.tsx")).BipaDialog);

/** Shows the terms the law requires where the user is. */
export function RequiredTerms() {
	const { data: user } = useQuery(userQuery);
	const location = user?.geo_location;
	const required = location ? bipaTermsRequired(location, user.accepted_bipa_terms) : false;
	return <Suspense fallback={null}>{required ? <BipaDialog /> : null}</Suspense>;
}
