import { useMutation } from "@tanstack/react-query";
import { signInForm } from "@timbre/contract/auth.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Building2 } from "lucide-react";
import { useSearchParams } from "react-router";
import { home } from "../../../lib/redirect.ts";
import { findSso, goToSso } from "../auth.queries.ts";
import { whereTo } from "./destination.ts";

const emailShape = signInForm.shape.email;

/** Through one's organisation, found by the domain of the address. */
export function SsoButton({ email, onFault }: { email: () => string; onFault: (message: string) => void }) {
	const [search] = useSearchParams();
	const leaving = useMutation({
		mutationFn: async () => {
			const checked = emailShape.safeParse(email());
			if (!checked.success) throw new Error(checked.error.issues[0]?.message);
			const { provider_id } = await findSso(checked.data);
			if (provider_id === null) throw new Error("Single sign-on is not set up for this address. Use your password.");
			await goToSso(provider_id, whereTo(search, home));
		},
		onError: (error) => onFault(error.message),
	});
	return (
		<Button size="large" className="mt-3 w-full" busy={leaving.isPending} onClick={() => leaving.mutate()}>
			<Building2 aria-hidden="true" />
			Single sign-on
		</Button>
	);
}
