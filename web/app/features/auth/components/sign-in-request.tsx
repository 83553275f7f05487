import { useMutation } from "@tanstack/react-query";
import { signInRequestCode } from "@timbre/contract/auth/schemas.ts";
import { useForm } from "react-hook-form";
import { zodForm } from "../../../lib/forms/zod-form.ts";
import { verifySignInRequest } from "../auth.queries.ts";
import { codeForm } from "../model/code-form.ts";
import { AuthForm, textLink } from "./auth-form.tsx";
import { CodeField } from "./code-field.tsx";

type SignInRequestProps = { email: string; onEnter: () => void; onBack: () => void };

const emailCode = codeForm(signInRequestCode.shape.sign_in_request_verification_code);

/** Shown if the password is correct but the user has not signed in from this browser before. */
export function SignInRequest({ email, onEnter, onBack }: SignInRequestProps) {
	const { register, handleSubmit, formState } = useForm({ resolver: zodForm(emailCode), defaultValues: { code: "" } });
	const entering = useMutation({ mutationFn: verifySignInRequest, onSuccess: onEnter });
	return (
		<AuthForm
			title="Verify it's you"
			description={
				<>
					You haven't signed in from this browser before. We sent a code to{" "}
					<strong className="break-words font-medium text-ink">{email}</strong>. It expires in 10 minutes.
				</>
			}
			submit="Continue"
			busy={entering.isPending}
			error={entering.error?.message}
			onSubmit={handleSubmit(({ code }) => entering.mutate(code))}
			more={
				<button type="button" className={`mt-6 self-start ${textLink}`} onClick={onBack}>
					Back to password
				</button>
			}
		>
			<CodeField label="Verification code" error={formState.errors.code?.message} autoFocus {...register("code")} />
		</AuthForm>
	);
}
