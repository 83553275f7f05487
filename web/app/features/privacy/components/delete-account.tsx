import { useMutation } from "@tanstack/react-query";
import { privacyPaths } from "@timbre/contract/privacy/paths.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { call } from "../../../lib/api/api.ts";
import { confirm } from "../../../lib/forms/confirm.ts";
import { showError, toaster } from "../../../lib/page/toaster.ts";
import { accountDeletedPage } from "../../../lib/session/redirect.ts";
import { useUser } from "../../../shell/session/session.ts";
import { useEndSession } from "../../../shell/session/sign-out.ts";

const lockSeconds = 5;

/** Deletes the account after a confirmation with the user's email. */
export function DeleteAccountCard() {
	const user = useUser();
	const end = useEndSession();
	const removal = useMutation({
		mutationFn: () => call(privacyPaths.deleteUser, {}),
		onSuccess: () => end("Account deleted", accountDeletedPage),
		onError: (error) => showError("Couldn't delete your account", error),
	});
	const ask = async () => {
		const { confirmed, value } = await confirm({
			title: "Delete your account?",
			description:
				"This permanently deletes your texts, audio, API keys, settings and credits. It can't be undone, not even by us.",
			action: "Delete account",
			input: { label: `Enter ${user?.email ?? "your email address"} to confirm`, required: true },
			lockSeconds,
		});
		if (!confirmed) return;
		if (value.trim().toLowerCase() !== user?.email.toLowerCase()) {
			toaster.show({
				tone: "danger",
				title: "Account not deleted",
				detail: "That isn't the email address of this account.",
			});
			return;
		}
		removal.mutate();
	};
	return (
		<Card className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 px-4 py-4 sm:px-5">
			<div className="min-w-0 flex-1 basis-64">
				<p className="font-medium">Delete your account</p>
				<p className="mt-0.5 text-[13px] text-muted leading-5">
					Signs you out everywhere and revokes your API keys immediately. Then your history, its audio and everything
					else in workspaces only you use is deleted. Content you created in shared workspaces stays there without your
					name. Billing records keep amounts, but not your identity.
				</p>
			</div>
			<Button variant="danger" busy={removal.isPending} onClick={() => void ask()}>
				Delete account
			</Button>
		</Card>
	);
}
