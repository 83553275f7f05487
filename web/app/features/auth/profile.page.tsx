import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { signUpForm } from "@timbre/contract/auth.ts";
import { publicUserName } from "@timbre/contract/history.ts";
import type { User } from "@timbre/contract/usage.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { Link } from "react-router";
import { confirm } from "../../lib/confirm.ts";
import { showError } from "../../lib/toaster.ts";
import { LoadFailure } from "../../shell/load-failure.tsx";
import { OneFieldForm } from "../../shell/one-field-form.tsx";
import { Page } from "../../shell/page.tsx";
import { type Session, sessionQuery } from "../../shell/session.ts";
import { useEndSession } from "../../shell/sign-out.ts";
import { accountQuery, changePublicName, deleteAccount, useMetadataChange } from "./auth.account.queries.ts";
import { textLink } from "./components/auth-form.tsx";
import { EmailPart } from "./components/email-part.tsx";
import { Part } from "./components/part.tsx";
import { WishesPart } from "./components/wishes-part.tsx";

export const meta = () => [{ title: "Profile - Timbre" }];

export default function ProfilePage() {
	const session = useQuery(sessionQuery);
	const account = useQuery(accountQuery);
	const failed = session.isError ? session : account.isError ? account : null;
	return (
		<Page title="Profile" description="Who you are here, and how you are reached." className="max-w-3xl">
			{failed ? <LoadFailure title="Your profile could not be loaded" query={failed} /> : null}
			{!failed && !(session.data && account.data) ? (
				<div aria-busy="true" className="flex flex-col gap-4">
					<p className="sr-only">Loading your profile</p>
					<Skeleton className="h-56" />
					<Skeleton className="h-36" />
					<Skeleton className="h-24" />
				</div>
			) : null}
			{session.data && account.data ? <Parts user={session.data.user} account={account.data} /> : null}
		</Page>
	);
}

function Parts({ user, account }: { user: Session["user"]; account: User }) {
	const queryClient = useQueryClient();
	const change = useMetadataChange();
	const rename = async (name: string) => {
		await changePublicName(name);
		await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
	};
	return (
		<div className="flex flex-col gap-4">
			<Part title="Names">
				<div className="flex flex-col gap-5">
					<OneFieldForm
						label="Name"
						hint="For you and the members of your workspaces."
						value={user.name}
						schema={signUpForm.shape.name}
						autoComplete="name"
						save={(name) => change.mutateAsync({ name })}
						saved="Name updated"
					/>
					<OneFieldForm
						label="Public name"
						hint="Stands on everything that you share."
						value={account.public_user_name}
						schema={publicUserName}
						autoComplete="nickname"
						save={rename}
						saved="Public name updated"
					/>
					<p className="text-muted">
						A page with this name on it is made under{" "}
						<Link to="/app/profiles" className={textLink}>
							Public profile
						</Link>
						.
					</p>
				</div>
			</Part>
			<EmailPart user={user} />
			<WishesPart language={account.language} news={account.agrees_to_product_updates} />
			<DeletePart email={user.email} />
		</div>
	);
}

const lockSeconds = 5;

function DeletePart({ email }: { email: string }) {
	const end = useEndSession();
	const deletion = useMutation({
		mutationFn: deleteAccount,
		onSuccess: () => end("Your account is being deleted"),
		onError: (error) => showError("Not deleted", error),
	});
	const ask = async () => {
		const { confirmed } = await confirm({
			title: "Delete your account?",
			description:
				"Your workspace, recordings, dictionaries, keys and settings are deleted with it. This cannot be undone. Members you share a workspace with keep what is theirs.",
			action: "Delete account",
			input: { label: `Write ${email} to confirm`, required: true, mustBe: email },
			lockSeconds,
		});
		if (confirmed) deletion.mutate();
	};
	return (
		<Part
			title="Delete account"
			tone="danger"
			text="Everything that is yours here is deleted, for good. Sessions and keys end at once."
			action={
				<Button variant="danger" busy={deletion.isPending} onClick={() => void ask()}>
					Delete account
				</Button>
			}
		/>
	);
}
