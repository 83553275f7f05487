import { useMutation } from "@tanstack/react-query";
import { signInForm } from "@timbre/contract/auth/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Building2 } from "lucide-react";
import { useSearchParams } from "react-router";
import { messageOf } from "../../../lib/api/api-error.ts";
import { agreeOnEntry } from "../../../lib/session/pending-terms.ts";
import { home } from "../../../lib/session/redirect.ts";
import { findSsoProvider, redirectToSso } from "../auth.queries.ts";
import { destinationFor } from "../model/destination.ts";
import { SignUpTerms } from "./sign-up-terms.tsx";

const emailSchema = signInForm.shape.email;

/** Signs in through the identity provider of the email address's domain. */
export function SsoButton({ email, onError }: { email: () => string; onError: (message: string) => void }) {
	const [search] = useSearchParams();
	const redirecting = useMutation({
		mutationFn: async () => {
			const checked = emailSchema.safeParse(email());
			if (!checked.success) throw new Error(checked.error.issues[0]?.message);
			const { provider_id } = await findSsoProvider(checked.data);
			if (provider_id === null)
				throw new Error("Single sign-on isn't set up for this email address. Use your password.");
			agreeOnEntry();
			await redirectToSso(provider_id, destinationFor(search, home));
		},
		onError: (error) => onError(messageOf(error)),
	});
	return (
		<div className="mt-3 flex flex-col gap-3">
			<Button size="large" className="w-full" busy={redirecting.isPending} onClick={() => redirecting.mutate()}>
				<Building2 aria-hidden="true" />
				Continue with SSO
			</Button>
			{/* The first sign-in creates an account. */}
			<SignUpTerms doing="continuing with SSO" />
		</div>
	);
}
