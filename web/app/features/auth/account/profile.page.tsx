import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { User } from "@timbre/contract/account/user.ts";
import { signUpForm } from "@timbre/contract/auth/schemas.ts";
import { publicUserName } from "@timbre/contract/history/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Link } from "react-router";
import { confirm } from "../../../lib/forms/confirm.ts";
import { showError } from "../../../lib/page/toaster.ts";
import { accountDeletedPage } from "../../../lib/session/redirect.ts";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { OneFieldForm } from "../../../shell/page/one-field-form.tsx";
import { Page } from "../../../shell/page/page.tsx";
import { type Session, sessionQuery } from "../../../shell/session/session.ts";
import { useEndSession } from "../../../shell/session/sign-out.ts";
import { textLink } from "../components/auth-form.tsx";
import { accountQuery, changePublicName, deleteAccount, useUpdateMetadata } from "./account.queries.ts";
import { EmailSection } from "./components/email-section.tsx";
import { PictureSection } from "./components/picture-section.tsx";
import { PreferencesSection } from "./components/preferences-section.tsx";
import { SettingsSection } from "./components/settings-section.tsx";

export const meta = () => [{ title: "Profile - Timbre" }];

export default function ProfilePage() {
	const session = useQuery(sessionQuery);
	const account = useQuery(accountQuery);
	const failed = session.isError ? session : account.isError ? account : null;
	return (
		<Page title="Profile" description="Your picture, name, email address and preferences." className="max-w-3xl">
			{failed ? <LoadFailure title="Couldn't load your profile" query={failed} /> : null}
			{!failed && !(session.data && account.data) ? (
				<div aria-busy="true" className="flex flex-col gap-4">
					<p className="sr-only">Loading your profile</p>
					<Skeleton className="h-56" />
					<Skeleton className="h-36" />
					<Skeleton className="h-24" />
				</div>
			) : null}
			{session.data && account.data ? <ProfileSections user={session.data.user} account={account.data} /> : null}
		</Page>
	);
}

function ProfileSections({ user, account }: { user: Session["user"]; account: User }) {
	const queryClient = useQueryClient();
	const change = useUpdateMetadata();
	const rename = async (name: string) => {
		await changePublicName(name);
		await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
	};
	return (
		<div className="flex flex-col gap-4">
			<PictureSection user={user} />
			<SettingsSection title="Names">
				<div className="flex flex-col gap-5">
					<OneFieldForm
						label="Name"
						hint="Visible to you and the members of your workspaces."
						value={user.name}
						schema={signUpForm.shape.name}
						autoComplete="name"
						save={(name) => change.mutateAsync({ name })}
						saved="Name updated"
					/>
					<OneFieldForm
						label="Public name"
						hint="Shown on everything you share."
						value={account.public_user_name}
						schema={publicUserName}
						autoComplete="nickname"
						save={rename}
						saved="Public name updated"
					/>
					<p className="text-muted">
						Create a page with this name under{" "}
						<Link to="/app/profiles" className={textLink}>
							Public profile
						</Link>
						.
					</p>
				</div>
			</SettingsSection>
			<EmailSection user={user} />
			<PreferencesSection language={account.language} news={account.agrees_to_product_updates} />
			<DeleteSection email={user.email} />
		</div>
	);
}

const lockSeconds = 5;

function DeleteSection({ email }: { email: string }) {
	const end = useEndSession();
	const deletion = useMutation({
		mutationFn: deleteAccount,
		onSuccess: () => end("Account deleted", accountDeletedPage),
		onError: (error) => showError("Couldn't delete your account", error),
	});
	const confirmDeletion = async () => {
		const { confirmed } = await confirm({
			title: "Delete your account?",
			description:
				"This also deletes your workspace, recordings, dictionaries, keys and settings. It can't be undone. Members of shared workspaces keep what is theirs.",
			action: "Delete account",
			input: { label: `Type ${email} to confirm`, required: true, mustBe: email },
			lockSeconds,
		});
		if (confirmed) deletion.mutate();
	};
	return (
		<SettingsSection
			title="Delete account"
			tone="danger"
			text="Permanently deletes everything you own here. Sessions and API keys stop working immediately."
			action={
				<Button variant="danger" busy={deletion.isPending} onClick={() => void confirmDeletion()}>
					Delete account
				</Button>
			}
		/>
	);
}
