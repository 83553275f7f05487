import { useMutation, useQuery } from "@tanstack/react-query";
import type { SocialProviderId } from "@timbre/contract/auth/rules.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { useSearchParams } from "react-router";
import { messageOf } from "../../../lib/api/api-error.ts";
import { home } from "../../../lib/session/redirect.ts";
import { redirectToSocial, signUpRulesQuery } from "../auth.queries.ts";
import { destinationFor, firstSignIn } from "../model/destination.ts";
import { ProviderLogo } from "./provider-logo.tsx";

type SocialButtonsProps = {
	/** Whether an account is created for users who have none. */
	create: boolean;
	inviteCode: string | null;
	onError: (message: string) => void;
};

/** A button for each provider that the operator has set up. */
export function SocialButtons({ create, inviteCode, onError }: SocialButtonsProps) {
	const [search] = useSearchParams();
	const { data: settings } = useQuery(signUpRulesQuery);
	const redirecting = useMutation({
		mutationFn: (provider: SocialProviderId) =>
			redirectToSocial({
				provider,
				to: destinationFor(search, home),
				newUserTo: firstSignIn(search),
				create,
				inviteCode,
			}),
		onError: (error) => onError(messageOf(error)),
	});
	return settings?.social_providers.map(({ id, name }) => (
		<Button
			key={id}
			size="large"
			className="mt-3 w-full"
			busy={redirecting.isPending && redirecting.variables === id}
			onClick={() => redirecting.mutate(id)}
		>
			<ProviderLogo id={id} />
			Continue with {name}
		</Button>
	));
}
