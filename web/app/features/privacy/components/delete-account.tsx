import { useMutation } from "@tanstack/react-query";
import { privacyEndpoints } from "@timbre/contract/privacy.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { call } from "../../../lib/api.ts";
import { confirm } from "../../../lib/confirm.ts";
import { showError, toaster } from "../../../lib/toaster.ts";
import { useUser } from "../../../shell/session.ts";
import { useEndSession } from "../../../shell/sign-out.ts";

const lockSeconds = 5;

/** The end of the account: said plainly, asked twice, and then at once. */
export function DeleteAccountCard() {
	const user = useUser();
	const end = useEndSession();
	const removal = useMutation({
		mutationFn: () => call(privacyEndpoints.deleteUser, {}),
		onSuccess: () => end("Your account is deleted"),
		onError: (error) => showError("Not deleted", error),
	});
	const ask = async () => {
		const { confirmed, value } = await confirm({
			title: "Delete your account?",
			description:
				"Your texts, your sound, your keys and your settings are deleted for good, and your credits with them. Nobody can bring them back, nor can we.",
			action: "Delete account",
			input: { label: `Write ${user?.email ?? "your e-mail address"} to confirm`, required: true },
			lockSeconds,
		});
		if (!confirmed) return;
		if (value.trim().toLowerCase() !== user?.email.toLowerCase()) {
			toaster.show({ tone: "danger", title: "Not deleted", detail: "That is not the e-mail address of this account." });
			return;
		}
		removal.mutate();
	};
	return (
		<Card className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 px-4 py-4 sm:px-5">
			<div className="min-w-0 flex-1 basis-64">
				<p className="font-medium">Delete your account</p>
				<p className="mt-0.5 text-[13px] text-muted leading-5">
					You are signed out everywhere and your keys stop at once. Then your history, its sound and everything else in
					workspaces that are yours alone are removed. What you made in a workspace of others stays with them, without
					your name. The ledger keeps amounts, without you.
				</p>
			</div>
			<Button variant="danger" busy={removal.isPending} onClick={() => void ask()}>
				Delete account
			</Button>
		</Card>
	);
}
