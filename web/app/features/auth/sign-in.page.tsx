import { useMutation } from "@tanstack/react-query";
import type { SignInForm } from "@timbre/contract/auth/endpoints.ts";
import { authPages } from "@timbre/contract/auth/rules.ts";
import { signInForm, signInStep } from "@timbre/contract/auth/schemas.ts";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useSearchParams } from "react-router";
import { isApiError } from "../../lib/api/api-error.ts";
import { zodForm } from "../../lib/forms/zod-form.ts";
import { home } from "../../lib/session/redirect.ts";
import { completeSignUp, signIn } from "./auth.queries.ts";
import { AuthForm, textLink } from "./components/auth-form.tsx";
import { CheckInbox } from "./components/check-inbox.tsx";
import { PasskeyButton } from "./components/passkey-button.tsx";
import { PasswordInput } from "./components/password-input.tsx";
import { SecondFactor } from "./components/second-factor.tsx";
import { SignInRequest } from "./components/sign-in-request.tsx";
import { SocialButtons } from "./components/social-buttons.tsx";
import { SsoButton } from "./components/sso-button.tsx";
import { useRedirectAfterSignIn, useStoredInvite } from "./model/destination.ts";
import { useSignInError } from "./model/sign-in-error.ts";

export const meta = () => [{ title: "Sign in - Timbre" }, { name: "robots", content: "noindex" }];

type Step = { at: "password" } | { at: "second factor" } | { at: "request" | "unverified"; email: string };

export default function SignInPage() {
	const enter = useCompleteSignUp(useRedirectAfterSignIn(home));
	const [step, setStep] = useState<Step>({ at: "password" });
	useStoredInvite();
	const back = () => setStep({ at: "password" });
	if (step.at === "second factor") return <SecondFactor onEnter={enter} onBack={back} />;
	if (step.at === "request") return <SignInRequest email={step.email} onEnter={enter} onBack={back} />;
	if (step.at === "unverified") return <CheckInbox email={step.email} signIn={back} />;
	return <Password onStep={setStep} onEnter={enter} />;
}

/** Completes the registration on the first sign-in after verifying the address. */
function useCompleteSignUp(enter: () => void): () => void {
	const [search] = useSearchParams();
	if (!search.has("first")) return enter;
	return () => void completeSignUp({ pid: search.get("pid"), xid: search.get("xid") }).then(enter);
}

function Password({ onStep, onEnter }: { onStep: (step: Step) => void; onEnter: () => void }) {
	const [search] = useSearchParams();
	const [rememberMe, setRememberMe] = useState(true);
	const { register, handleSubmit, formState, getValues } = useForm<SignInForm>({ resolver: zodForm(signInForm) });
	const [otherError, setOtherError] = useState(useSignInError());
	const entering = useMutation({
		mutationFn: signIn,
		onMutate: () => setOtherError(undefined),
		onSuccess: (body, { email }) => {
			const { data: next } = signInStep.safeParse(body);
			if (!next) onEnter();
			else onStep("twoFactorRedirect" in next ? { at: "second factor" } : { at: "request", email });
		},
		onError: (error, { email }) => {
			if (isApiError(error) && error.type === "EMAIL_NOT_VERIFIED") onStep({ at: "unverified", email });
		},
	});
	return (
		<AuthForm
			title="Sign in"
			submit="Sign in"
			error={otherError ?? entering.error?.message}
			busy={entering.isPending}
			onSubmit={handleSubmit((input) => entering.mutate({ ...input, rememberMe }))}
			more={
				<>
					<SocialButtons create={false} inviteCode={null} onError={setOtherError} />
					<PasskeyButton rememberMe={rememberMe} onEnter={onEnter} onError={setOtherError} />
					<SsoButton email={() => getValues("email")} onError={setOtherError} />
				</>
			}
			other={{
				question: "New to Timbre?",
				to: `/app/sign-up${search.size ? `?${search}` : ""}`,
				label: "Create an account",
			}}
		>
			<Field label="Email" error={formState.errors.email?.message}>
				{(control) => <Input type="email" autoComplete="username webauthn" {...control} {...register("email")} />}
			</Field>
			<Field label="Password" error={formState.errors.password?.message}>
				{(control) => <PasswordInput autoComplete="current-password" {...control} {...register("password")} />}
			</Field>
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<Checkbox label="Stay signed in" checked={rememberMe} onChange={setRememberMe} />
				<Link to={authPages.resetPassword} className={textLink}>
					Forgot password?
				</Link>
			</div>
		</AuthForm>
	);
}
