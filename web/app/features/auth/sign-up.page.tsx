import { useMutation } from "@tanstack/react-query";
import type { SignUpForm } from "@timbre/contract/auth/endpoints.ts";
import { signInPage } from "@timbre/contract/auth/rules.ts";
import { signUpForm } from "@timbre/contract/auth/schemas.ts";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useSearchParams } from "react-router";
import { zodForm } from "../../lib/forms/zod-form.ts";
import { afterSignUp } from "../../lib/session/redirect.ts";
import { signUp } from "./auth.queries.ts";
import { AuthForm, textLink } from "./components/auth-form.tsx";
import { CheckInbox } from "./components/check-inbox.tsx";
import { PasswordInput } from "./components/password-input.tsx";
import { useRedirectAfterSignIn, useStoredInvite } from "./model/destination.ts";

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
	const joining = useMutation({
		mutationFn: signUp,
		onSuccess: (result, { email }) => (result === "in" ? enter() : setUnverified(email)),
	});
	if (unverified !== undefined) return <CheckInbox email={unverified} signIn={firstSignIn(search)} />;
	return (
		<AuthForm
			title="Create your account"
			description={inviteCode ? "You've been invited to a workspace. Create an account to join it." : undefined}
			submit="Create account"
			error={joining.error?.message}
			busy={joining.isPending}
			onSubmit={handleSubmit((input) =>
				joining.mutate({ ...input, inviteCode, continueUrl: firstSignIn(search), from }),
			)}
			other={{
				question: "Already have an account?",
				to: `${signInPage}${search.size ? `?${search}` : ""}`,
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
			<p className="text-[13px] text-muted">
				By creating an account, you agree to the{" "}
				<Link to="/use-policy" target="_blank" className={textLink}>
					use policy
				</Link>{" "}
				and the{" "}
				<Link to="/privacy" target="_blank" className={textLink}>
					privacy policy
				</Link>
				.
			</p>
		</AuthForm>
	);
}

/**
 * The sign-in page for users who return from the verification email. It completes the registration and continues like
 * sign-up.
 */
function firstSignIn(search: URLSearchParams): string {
	const params = new URLSearchParams(search);
	if (!params.has("redirect")) params.set("redirect", afterSignUp);
	params.set("first", "true");
	return `${signInPage}?${params}`;
}
