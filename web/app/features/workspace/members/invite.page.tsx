import { useQuery } from "@tanstack/react-query";
import { inviteNotFound } from "@timbre/contract/workspace/rules.ts";
import type { JoinInfo } from "@timbre/contract/workspace/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { type ReactNode, useEffect } from "react";
import { type ClientLoaderFunctionArgs, Link, useLoaderData, useNavigate, useSearchParams } from "react-router";
import { isApiError } from "../../../lib/api/api-error.ts";
import { home } from "../../../lib/session/redirect.ts";
import { notifyOtherTabs } from "../../../lib/session/session-channel.ts";
import { localKeys } from "../../../lib/storage/local-keys.ts";
import { useStored } from "../../../lib/storage/use-stored.ts";
import { dateOf } from "../../../lib/text/format.ts";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { fetchSession, signOut } from "../../../shell/session/session.ts";
import { joinInfoQuery } from "../workspace.queries.ts";
import { JoinDialog } from "./components/join-dialog.tsx";

export const meta = () => [{ title: "Join a workspace - Timbre" }, { name: "robots", content: "noindex" }];

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
	return fetchSession(request.signal);
}
clientLoader.hydrate = true as const;

/** Opened from an invitation: asks users to sign in or sign up first, then whether to join. */
export default function InvitePage() {
	const session = useLoaderData<typeof clientLoader>();
	const [search] = useSearchParams();
	const code = search.get("code") ?? "";
	const [, storeInvite] = useStored(localKeys.workspaceInviteCode, "");
	const invite = useQuery({ ...joinInfoQuery(code, session?.user.email), enabled: code !== "" });
	const signedIn = session !== null;
	// The stored code is only needed until the user is signed in.
	useEffect(() => {
		if (signedIn) storeInvite("");
	}, [signedIn, storeInvite]);
	if (code === "" || isMissing(invite.error)) return <NotFound signedIn={signedIn} />;
	if (invite.isPending) return <Loading />;
	if (invite.isError) return <LoadFailure title="Couldn't load the invitation" query={invite} />;
	if (!session) return <SignedOut code={code} info={invite.data} />;
	if (!invite.data.is_for_email) return <WrongAccount code={code} info={invite.data} email={session.user.email} />;
	return <Join code={code} info={invite.data} />;
}

/** Includes malformed codes, for example from a truncated link. */
function isMissing(error: Error | null): boolean {
	return isApiError(error) && (error.code === "invite_not_found" || error.code === "invalid_parameters");
}

function Loading() {
	return (
		<div aria-busy="true">
			<h1 className="sr-only">Join a workspace</h1>
			<p className="sr-only">Loading invitation</p>
			<Skeleton className="h-8 w-64" />
			<Skeleton className="mt-4 h-16" />
			<Skeleton className="mt-6 h-11" />
		</div>
	);
}

export function HydrateFallback() {
	return <Loading />;
}

function Message({ title, children, actions }: { title: string; children: ReactNode; actions: ReactNode }) {
	return (
		<>
			<h1 className="text-balance font-semibold text-2xl tracking-tight">{title}</h1>
			<div className="mt-3 flex flex-col gap-2 text-muted">{children}</div>
			<div className="mt-8 flex flex-col gap-2">{actions}</div>
		</>
	);
}

function NotFound({ signedIn }: { signedIn: boolean }) {
	return (
		<div role="alert">
			<Message
				title={inviteNotFound}
				actions={
					<Button asChild variant="primary" size="large">
						<Link to={signedIn ? home : "/app/sign-in"}>{signedIn ? "Go to the app" : "Sign in"}</Link>
					</Button>
				}
			>
				<p>
					The invitation was used, was revoked or has expired, or the link is incomplete. Ask the person who invited you
					for a new one.
				</p>
			</Message>
		</div>
	);
}

function SignedOut({ code, info }: { code: string; info: JoinInfo }) {
	const query = new URLSearchParams({ invite: code, email: info.email });
	const signUp = (
		<Button key="up" asChild variant={info.has_account ? "secondary" : "primary"} size="large">
			<Link to={`/app/sign-up?${query}`}>Create an account</Link>
		</Button>
	);
	const signIn = (
		<Button key="in" asChild variant={info.has_account ? "primary" : "secondary"} size="large">
			<Link to={`/app/sign-in?${query}`}>Sign in</Link>
		</Button>
	);
	return (
		<Message title={`Join “${info.workspace_name}”`} actions={info.has_account ? signIn : [signUp, signIn]}>
			<p>
				{info.invited_by ? `${info.invited_by} invited you` : "You've been invited"} to this workspace as{" "}
				{info.role === "admin" ? "an admin" : "an editor"}.
			</p>
			<p>
				The invitation is for <span className="break-all font-medium text-ink">{info.email}</span> and expires on{" "}
				{dateOf(info.expires_at_unix)}.
			</p>
		</Message>
	);
}

function WrongAccount({ code, info, email }: { code: string; info: JoinInfo; email: string }) {
	const leave = async () => {
		await signOut();
		notifyOtherTabs("signed-out");
		window.location.assign(`/app/sign-in?${new URLSearchParams({ invite: code, email: info.email })}`);
	};
	return (
		<Message
			title="This invitation is for someone else"
			actions={
				<>
					<Button variant="primary" size="large" onClick={() => void leave()}>
						Use another account
					</Button>
					<Button asChild size="large">
						<Link to={home}>Keep this account</Link>
					</Button>
				</>
			}
		>
			<p>
				It was sent to <span className="break-all font-medium text-ink">{info.email}</span>, but you're signed in as{" "}
				<span className="break-all font-medium text-ink">{email}</span>.
			</p>
		</Message>
	);
}

function Join({ code, info }: { code: string; info: JoinInfo }) {
	const navigate = useNavigate();
	return (
		<Message title={`Join “${info.workspace_name}”`} actions={null}>
			<p>
				{info.invited_by ? `${info.invited_by} invited you` : "You've been invited"} as{" "}
				{info.role === "admin" ? "an admin" : "an editor"}.
			</p>
			<JoinDialog code={code} info={info} onClose={() => void navigate(home)} />
		</Message>
	);
}
