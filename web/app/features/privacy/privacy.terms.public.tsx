import { useQuery } from "@tanstack/react-query";
import { bipaTermsRequired } from "@timbre/contract/privacy.ts";
import { Suspense } from "react";
import { lazyPart } from "../../lib/lazy-part.ts";
import { userQuery } from "../usage/usage.public.tsx";

const BipaDialog = lazyPart(async () => (await import("./components/bipa-dialog.tsx")).BipaDialog);

/** Asks whoever is in the app for what the law asks where they are. */
export function RequiredTerms() {
	const { data: user } = useQuery(userQuery);
	const place = user?.geo_location;
	const required = place ? bipaTermsRequired(place, user.accepted_bipa_terms) : false;
	return <Suspense fallback={null}>{required ? <BipaDialog /> : null}</Suspense>;
}
