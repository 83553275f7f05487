import { useMutation } from "@tanstack/react-query";
import { signInRequestCode } from "@timbre/contract/auth.ts";
import { type FormEvent, useState } from "react";
import { verifySignInRequest } from "../auth.queries.ts";
import { AuthForm, textLink } from "./auth-form.tsx";
import { CodeField } from "./code-field.tsx";

type SignInRequestProps = { email: string; onEnter: () => void; onBack: () => void };

/** The password was right, but nobody has signed in to this account from this browser before. */
export function SignInRequest({ email, onEnter, onBack }: SignInRequestProps) {
	const [code, setCode] = useState("");
	const [fault, setFault] = useState<string>();
	const entering = useMutation({ mutationFn: verifySignInRequest, onSuccess: onEnter });
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const written = code.replaceAll(/\s/g, "");
		const checked = signInRequestCode.safeParse({ sign_in_request_verification_code: written });
		setFault(checked.error?.issues[0]?.message);
		if (checked.success) entering.mutate(written);
	};
	return (
		<AuthForm
			title="Is it you?"
			description={
				<>
					You have not signed in from this browser before. We have sent a code to{" "}
					<strong className="break-words font-medium text-ink">{email}</strong>; it works for 10 minutes.
				</>
			}
			submit="Continue"
			busy={entering.isPending}
			error={entering.error?.message}
			onSubmit={submit}
			more={
				<button type="button" className={`mt-6 self-start ${textLink}`} onClick={onBack}>
					Back to the password
				</button>
			}
		>
			<CodeField label="Code of the mail" error={fault} value={code} onChange={setCode} autoFocus />
		</AuthForm>
	);
}
