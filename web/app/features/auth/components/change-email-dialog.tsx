import { useMutation, useQueryClient } from "@tanstack/react-query";
import { signInForm } from "@timbre/contract/auth/endpoints.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/dialog.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { type FormEvent, useId, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { home } from "../../../lib/redirect.ts";
import { toaster } from "../../../lib/toaster.ts";
import { zodForm } from "../../../lib/zod-form.ts";
import { sessionQuery } from "../../../shell/session.ts";
import { changeEmail, sendEmailChangeCode } from "../auth.account.queries.ts";
import { CodeField } from "./code-field.tsx";
import { emailNotUpdated, emailUpdated } from "./email-messages.ts";
import { PasswordInput } from "./password-input.tsx";

/** Two steps: new address and password, then the code sent to the new address. */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
	const [email, setEmail] = useState<string>();
	return email === undefined ? (
		<EmailStep onClose={onClose} onSent={setEmail} />
	) : (
		<CodeStep email={email} onClose={onClose} />
	);
}

function EmailStep({ onClose, onSent }: { onClose: () => void; onSent: (email: string) => void }) {
	const formId = useId();
	const sending = useMutation({
		mutationFn: ({ email, password }: { email: string; password: string }) => sendEmailChangeCode(email, password),
		onSuccess: (_, { email }) => onSent(email),
	});
	const { register, handleSubmit, formState } = useForm({
		resolver: zodForm(signInForm),
		defaultValues: { email: "", password: "" },
	});
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Change your email"
			description="We'll send a code to the new address. Nothing changes until you enter it."
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={sending.isPending}>
						Send code
					</Button>
				</>
			}
		>
			<form
				id={formId}
				method="post"
				noValidate
				className="flex flex-col gap-4 px-px pb-px"
				onSubmit={handleSubmit((input) => sending.mutate(input))}
			>
				<Field label="New email" error={formState.errors.email?.message}>
					{(control) => <Input type="email" autoComplete="email" {...control} {...register("email")} />}
				</Field>
				<Field
					label="Your password"
					error={
						formState.errors.password?.message ?? (sending.error ? emailNotUpdated(sending.error.message) : undefined)
					}
				>
					{(control) => <PasswordInput autoComplete="current-password" {...control} {...register("password")} />}
				</Field>
			</form>
		</Dialog>
	);
}

function CodeStep({ email, onClose }: { email: string; onClose: () => void }) {
	const formId = useId();
	const navigate = useNavigate();
	const queryClient = useQueryClient();
	const [code, setCode] = useState("");
	const [validationError, setValidationError] = useState<string>();
	const changing = useMutation({
		mutationFn: changeEmail,
		onSuccess: () => {
			toaster.show({ title: emailUpdated, tone: "positive" });
			void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
			onClose();
			void navigate(home);
		},
	});
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const entered = code.replaceAll(/\s/g, "");
		setValidationError(entered === "" ? "Enter the code from the email." : undefined);
		if (entered !== "") changing.mutate(entered);
	};
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Enter the code"
			description={`We sent it to ${email}. It expires in 1 hour.`}
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={changing.isPending}>
						Change email
					</Button>
				</>
			}
		>
			<form id={formId} method="post" noValidate onSubmit={submit} className="px-px pb-px">
				<CodeField
					label="Verification code"
					error={validationError ?? (changing.error ? emailNotUpdated(changing.error.message) : undefined)}
					value={code}
					onChange={setCode}
				/>
			</form>
		</Dialog>
	);
}
