import { useMutation, useQueryClient } from "@tanstack/react-query";
import { privacyPaths } from "@timbre/contract/privacy/paths.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { call } from "../../../lib/api/api.ts";
import { toaster } from "../../../lib/page/toaster.ts";
import { useSignOut } from "../../../shell/session/sign-out.ts";
import { userQuery } from "../../usage/usage.public.ts";
import { privacyQuery } from "../privacy.queries.ts";

/**
 * Illinois law requires consent before voices are processed as biometric data. Stays open until the user accepts or
 * signs out.
 */
export function BipaDialog() {
	const queryClient = useQueryClient();
	const signOut = useSignOut();
	const acceptance = useMutation({
		mutationFn: () => call(privacyPaths.acceptBipaTerms, {}),
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
			description="It looks like you're in Illinois, where the law requires your consent before voices are processed as biometric data."
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
				If you record or upload a voice, this server may derive measurements that could identify the speaker. They are
				used only for what you request, stay in your account, are never shared with anyone, and are deleted with your
				account or when you ask.
			</p>
			<p className="mt-3 text-[13px] text-muted">
				Learn what is stored and for how long in{" "}
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
