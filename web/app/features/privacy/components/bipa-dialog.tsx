import { useMutation, useQueryClient } from "@tanstack/react-query";
import { privacyEndpoints } from "@timbre/contract/privacy.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { call } from "../../../lib/api.ts";
import { toaster } from "../../../lib/toaster.ts";
import { useSignOut } from "../../../shell/sign-out.ts";
import { userQuery } from "../../usage/usage.public.tsx";
import { privacyQuery } from "../privacy.queries.ts";

/** Illinois asks that people agree before their voice may be handled as a mark of who they are. It stays until one agrees, or leaves. */
export function BipaDialog() {
	const queryClient = useQueryClient();
	const signOut = useSignOut();
	const acceptance = useMutation({
		mutationFn: () => call(privacyEndpoints.acceptBipaTerms, {}),
		onSuccess: (state) => {
			queryClient.setQueryData(userQuery.queryKey, (before) => before && { ...before, ...state });
			return queryClient.invalidateQueries({ queryKey: privacyQuery.queryKey });
		},
		onError: () => toaster.show({ tone: "danger", title: "Error accepting bipa terms" }),
	});
	return (
		<Dialog
			open
			onOpenChange={() => {}}
			title="Updated Terms"
			description="You seem to be in Illinois, where the law asks for your consent before a voice is handled as biometric data."
			className="[&_[aria-label=Close]]:hidden"
			footer={
				<>
					<Button onClick={() => signOut()}>Sign out</Button>
					<Button variant="primary" busy={acceptance.isPending} onClick={() => acceptance.mutate()}>
						Accept
					</Button>
				</>
			}
		>
			<p>
				If you record or upload a voice, this server may derive measures from it that could tell whose voice it is. They
				serve only what you ask for, stay with your account, are handed to nobody, and are deleted with it or as soon as
				you ask.
			</p>
			<p className="mt-3 text-[13px] text-muted">
				What is kept and for how long is on the page{" "}
				<a
					href="/privacy"
					target="_blank"
					rel="noreferrer"
					className="text-ink underline underline-offset-4 hover:no-underline"
				>
					Privacy
					<span className="sr-only"> (opens in a new tab)</span>
				</a>
				.
			</p>
		</Dialog>
	);
}
