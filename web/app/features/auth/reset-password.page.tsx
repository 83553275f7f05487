import { useMutation, useQuery } from "@tanstack/react-query";
import { authPaths } from "@timbre/contract/auth/paths.ts";
import { authPages, resetRequested, signInPage } from "@timbre/contract/auth/rules.ts";
import { signInForm, signUpForm } from "@timbre/contract/auth/schemas.ts";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { useForm } from "react-hook-form";
import { type ClientLoaderFunctionArgs, useLoaderData } from "react-router";
import { call } from "../../lib/api/api.ts";
import { isApiError } from "../../lib/api/api-error.ts";
import { zodForm } from "../../lib/forms/zod-form.ts";
import { confirmPasswordReset, sendPasswordReset, signUpRulesQuery } from "./auth.queries.ts";
import { AuthForm } from "./components/auth-form.tsx";
import { Outcome } from "./components/outcome.tsx";
import { PasswordInput } from "./components/password-input.tsx";
import { continueTo } from "./model/continue-to.ts";
import { undelivered } from "./model/undelivered.ts";

export const meta = () => [{ title: "Reset password - Timbre" }, { name: "robots", content: "noindex" }];

type Checked =
	| { state: "request" }
	| { state: "success"; code: string; email: string; on: string }
	| { state: "invalidActionCode" | "unknownError" }
	| { state: "tooMany"; message: string };

export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Checked> {
	const search = new URL(request.url).searchParams;
	const code = search.get("code");
	if (!code) return { state: "request" };
	try {
		const { result, email } = await call(authPaths.checkPasswordResetCode, { body: { action_code: code } });
		if (result === "success") return { state: "success", code, email: email ?? "", on: continueTo(search) };
		return { state: result };
	} catch (error) {
		if (isApiError(error) && error.status === 429) return { state: "tooMany", message: error.message };
		return { state: "unknownError" };
	}
}
clientLoader.hydrate = true as const;

export default function ResetPasswordPage() {
	const checked = useLoaderData<typeof clientLoader>();
	const again = { to: authPages.resetPassword, label: "Request a new link" };
	if (checked.state === "request") return <RequestLink />;
	if (checked.state === "success") return <NewPassword {...checked} />;
	if (checked.state === "tooMany") {
		return (
			<Outcome tone="unsure" title="Too many attempts" on={again}>
				{checked.message}
			</Outcome>
		);
	}
	if (checked.state === "invalidActionCode") return <ExpiredLink />;
	return (
		<Outcome tone="unsure" title="Something went wrong" on={again}>
			We couldn't check this link. Reload the page in a moment, or request a new link.
		</Outcome>
	);
}

function ExpiredLink() {
	return (
		<Outcome
			tone="bad"
			title="This link no longer works"
			on={{ to: authPages.resetPassword, label: "Request a new link" }}
		>
			It was already used, is older than 1 hour, or a newer one was sent. Your password hasn't changed.
		</Outcome>
	);
}

const emailForm = signInForm.pick({ email: true });

function RequestLink() {
	const sending = useMutation({ mutationFn: sendPasswordReset });
	const { register, handleSubmit, formState } = useForm({
		resolver: zodForm(emailForm),
		defaultValues: { email: "" },
	});
	const delivery = useQuery(signUpRulesQuery).data?.email_delivery ?? "mail";
	if (sending.isSuccess && delivery !== "mail") {
		return (
			<Outcome tone="unsure" title={undelivered.title} on={{ to: signInPage, label: "Back to sign in" }}>
				If an account with this email address exists, there is a link to reset its password, which expires in 1 hour.{" "}
				{undelivered[delivery]("link")}
			</Outcome>
		);
	}
	if (sending.isSuccess) {
		return (
			<Outcome tone="good" title="Check your email" on={{ to: signInPage, label: "Back to sign in" }}>
				{resetRequested} The link expires in 1 hour.
			</Outcome>
		);
	}
	const message = isApiError(sending.error) && sending.error.status === 429 ? sending.error.message : requestFailed;
	return (
		<AuthForm
			title="Forgot your password?"
			description={
				delivery === "mail"
					? "Enter your email address and we'll send you a link to reset your password."
					: "This server can't send email. Enter your email address to create a link to reset your password."
			}
			submit={delivery === "mail" ? "Send reset link" : "Create reset link"}
			busy={sending.isPending}
			error={sending.isError ? message : undefined}
			onSubmit={handleSubmit(({ email }) => sending.mutate(email))}
			other={{ question: "Remember your password?", to: signInPage, label: "Sign in" }}
		>
			<Field label="Email" error={formState.errors.email?.message}>
				{(control) => <Input type="email" autoComplete="email" {...control} {...register("email")} />}
			</Field>
		</AuthForm>
	);
}

const requestFailed = "An error occured while requesting the password change.";
const passwordForm = signUpForm.pick({ password: true });

function NewPassword({ code, email, on }: { code: string; email: string; on: string }) {
	const changing = useMutation({ mutationFn: (password: string) => confirmPasswordReset(code, password) });
	const { register, handleSubmit, formState } = useForm({
		resolver: zodForm(passwordForm),
		defaultValues: { password: "" },
	});
	if (changing.data?.result === "success") {
		return (
			<Outcome tone="good" title="Password changed" on={{ to: on, label: "Continue" }}>
				You've been signed out everywhere. Sign in with your new password.
			</Outcome>
		);
	}
	if (changing.data?.result === "invalidActionCode") return <ExpiredLink />;
	return (
		<AuthForm
			title="Choose a new password"
			description={
				<>
					For <strong className="break-words font-medium text-ink">{email}</strong>. This signs you out everywhere.
				</>
			}
			submit="Change password"
			busy={changing.isPending}
			error={changing.error?.message ?? (changing.data ? requestFailed : undefined)}
			onSubmit={handleSubmit(({ password }) => changing.mutate(password))}
		>
			{/* Lets password managers associate the password with the account. */}
			<input type="email" autoComplete="username" value={email} readOnly hidden />
			<Field label="New password" hint="At least 8 characters." error={formState.errors.password?.message}>
				{(control) => <PasswordInput autoComplete="new-password" {...control} {...register("password")} />}
			</Field>
		</AuthForm>
	);
}

export function HydrateFallback() {
	return (
		<div aria-busy="true">
			<p className="sr-only">Loading</p>
			<Skeleton className="h-8 w-56" />
			<Skeleton className="mt-8 h-9" />
		</div>
	);
}
