import { useMutation, useQuery } from "@tanstack/react-query";
import type { SignUpForm } from "@timbre/contract/auth/endpoints.ts";
import { type SignUpMode, signInPage } from "@timbre/contract/auth/rules.ts";
import { signUpForm } from "@timbre/contract/auth/schemas.ts";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { useState, useSyncExternalStore } from "react";
import { useForm } from "react-hook-form";
import { Link, useSearchParams } from "react-router";
import { zodForm } from "../../lib/forms/zod-form.ts";
import { entryParams } from "../../lib/session/entry-params.ts";
import { afterSignUp } from "../../lib/session/redirect.ts";
import { signUp, signUpRulesQuery } from "./auth.queries.ts";
import { AuthForm, textLink } from "./components/auth-form.tsx";
import { CheckInbox } from "./components/check-inbox.tsx";
import { PasswordInput } from "./components/password-input.tsx";
import { SignUpTerms } from "./components/sign-up-terms.tsx";
import { SocialButtons } from "./components/social-buttons.tsx";
import { firstSignIn, useRedirectAfterSignIn, useStoredInvite } from "./model/destination.ts";

export const meta = () => [{ title: "Create an account - Timbre" }, { name: "robots", content: "noindex" }];

export default function SignUpPage() {
	const [search] = useSearchParams();
	const enter = useRedirectAfterSignIn(afterSignUp);
	const inviteCode = useStoredInvite();
	const from = { pid: search.get("pid"), xid: search.get("xid") };
	const [unverified, setUnverified] = useState<string>();
	const { register, handleSubmit, formState } = useForm<SignUpForm>({
		resolver: zodForm(signUpForm),
		defaultValues: { name: "", email: search.get("email") ?? "", password: "" },
	});
	const [otherError, setOtherError] = useState<string>();
	const joining = useMutation({
		mutationFn: signUp,
		onMutate: () => setOtherError(undefined),
		onSuccess: (result, { email }) => (result === "in" ? enter() : setUnverified(email)),
	});
	const rules = useQuery(signUpRulesQuery);
	const signIn = `${signInPage}${search.size ? `?${search}` : ""}`;
	if (unverified !== undefined) return <CheckInbox email={unverified} signIn={firstSignIn(search)} />;
	const closed = rules.data && closedReason(rules.data.sign_up, inviteCode !== null);
	if (closed) return <SignUpClosed reason={closed} signIn={signIn} />;
	return (
		<AuthForm
			title="Create your account"
			description={inviteCode ? invited : domainHint(rules.data?.domains ?? [])}
			submit="Create account"
			error={otherError ?? joining.error?.message}
			busy={joining.isPending}
			onSubmit={handleSubmit((input) =>
				joining.mutate({ ...input, inviteCode, continueUrl: firstSignIn(search), from }),
			)}
			more={<SocialButtons create inviteCode={inviteCode} onError={setOtherError} />}
			other={{
				question: "Already have an account?",
				to: signIn,
				label: "Sign in",
			}}
		>
			<Field label="Name" error={formState.errors.name?.message}>
				{(control) => <Input autoComplete="name" {...control} {...register("name")} />}
			</Field>
			<Field label="Email" error={formState.errors.email?.message}>
				{(control) => <Input type="email" autoComplete="email" {...control} {...register("email")} />}
			</Field>
			<Field label="Password" hint="At least 8 characters." error={formState.errors.password?.message}>
				{(control) => <PasswordInput autoComplete="new-password" {...control} {...register("password")} />}
			</Field>
			<MarketplaceOrder />
			<SignUpTerms doing="creating an account" />
		</AuthForm>
	);
}

const invited = "You've been invited to a workspace. Create an account to join it.";

/** Why there is no form, or undefined if the visitor can sign up. */
function closedReason(mode: SignUpMode, isInvited: boolean): string | undefined {
	if (mode === "closed") return "New accounts can't be created on this server. Ask the person who runs it for access.";
	if (mode === "invite" && !isInvited)
		return "You need an invite to create an account. Ask an admin of your workspace for one, then open the link in it.";
	return undefined;
}

function domainHint(domains: readonly string[]): string | undefined {
	return domains.length > 0 ? `Use your email address at ${domains.join(" or ")}.` : undefined;
}

function SignUpClosed({ reason, signIn }: { reason: string; signIn: string }) {
	return (
		<>
			<h1 className="font-semibold text-2xl tracking-tight">Sign-up is closed</h1>
			<p className="mt-2 text-muted">{reason}</p>
			<p className="mt-6 text-muted">
				Already have an account, or single sign-on?{" "}
				<Link to={signIn} className={textLink}>
					Sign in
				</Link>
			</p>
		</>
	);
}

const neverChanges = () => () => undefined;
const hasOrder = () => entryParams().gcp_jwt !== undefined;

/** For visitors who come from a marketplace with an order. */
function MarketplaceOrder() {
	const ordered = useSyncExternalStore(neverChanges, hasOrder, () => false);
	if (!ordered) return null;
	return (
		<p role="note" className="rounded-control border border-line bg-sunken px-3 py-2.5 text-[13px]">
			This server isn't connected to Google Cloud Marketplace, so your order won't be linked to your account. Ask the
			person who runs the server before you pay.
		</p>
	);
}
