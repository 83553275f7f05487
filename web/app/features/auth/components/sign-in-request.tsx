import { useMutation } from "@tanstack/react-query";
import { signInRequestCode } from "@timbre/contract/auth/endpoints.ts";
import { type FormEvent, useState } from "react";
import { verifySignInRequest } from "../auth.queries.ts";
import { AuthForm, textLink } from "./auth-form.tsx";
import { CodeField } from "./code-field.tsx";

type SignInRequestProps = { email: string; onEnter: () => void; onBack: () => void };

/** Shown if the password is correct but the user has not signed in from this browser before. */
export function SignInRequest({ email, onEnter, onBack }: SignInRequestProps) {
	const [code, setCode] = useState("");
	const [validationError, setValidationError] = useState<string>();
	const entering = useMutation({ mutationFn: verifySignInRequest, onSuccess: onEnter });
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const entered = code.replaceAll(/\s/g, "");
		const checked = signInRequestCode.safeParse({ sign_in_request_verification_code: entered });
		setValidationError(checked.error?.issues[0]?.message);
		if (checked.success) entering.mutate(entered);
	};
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
			onSubmit={submit}
			more={
				<button type="button" className={`mt-6 self-start ${textLink}`} onClick={onBack}>
					Back to password
				</button>
			}
		>
			<CodeField label="Verification code" error={validationError} value={code} onChange={setCode} autoFocus />
		</AuthForm>
	);
}
