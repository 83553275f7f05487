import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { signInForm } from "@timbre/contract/auth/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { z } from "zod";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { toaster } from "../../../../lib/page/toaster.ts";
import { home } from "../../../../lib/session/redirect.ts";
import { refreshSession } from "../../../../shell/session/session.ts";
import { signUpRulesQuery } from "../../auth.queries.ts";
import { CodeField } from "../../components/code-field.tsx";
import { PasswordInput } from "../../components/password-input.tsx";
import { codeForm } from "../../model/code-form.ts";
import { emailNotUpdated, emailUpdated } from "../../model/email-messages.ts";
import { undelivered } from "../../model/undelivered.ts";
import { changeEmail, sendEmailChangeCode } from "../account.queries.ts";

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
	const delivery = useQuery(signUpRulesQuery).data?.email_delivery ?? "mail";
	const { register, handleSubmit, formState, setError } = useForm({
		resolver: zodForm(signInForm),
		defaultValues: { email: "", password: "" },
	});
	const sending = useMutation({
		mutationFn: ({ email, password }: { email: string; password: string }) => sendEmailChangeCode(email, password),
		onSuccess: (_, { email }) => onSent(email),
		onError: (error) => setError("password", { message: emailNotUpdated(messageOf(error)) }),
	});
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Change your email"
			description={
				delivery === "mail"
					? "We'll send a code to the new address. Nothing changes until you enter it."
					: `This server can't send email. ${undelivered[delivery]("code")} Nothing changes until you enter it.`
			}
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={sending.isPending}>
						{delivery === "mail" ? "Send code" : "Create code"}
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
					{(control) => (
						<Input type="email" autoComplete="email" {...control} {...register("email", { deps: "password" })} />
					)}
				</Field>
				<Field label="Your password" error={formState.errors.password?.message}>
					{(control) => <PasswordInput autoComplete="current-password" {...control} {...register("password")} />}
				</Field>
			</form>
		</Dialog>
	);
}

const emailCode = codeForm(z.string().min(1, "Enter the code from the email."));

function CodeStep({ email, onClose }: { email: string; onClose: () => void }) {
	const formId = useId();
	const delivery = useQuery(signUpRulesQuery).data?.email_delivery ?? "mail";
	const navigate = useNavigate();
	const queryClient = useQueryClient();
	const { register, handleSubmit, formState, setError } = useForm({
		resolver: zodForm(emailCode),
		defaultValues: { code: "" },
	});
	const changing = useMutation({
		mutationFn: changeEmail,
		onSuccess: () => {
			toaster.show({ title: emailUpdated, tone: "positive" });
			void refreshSession(queryClient);
			onClose();
			void navigate(home);
		},
		onError: (error) => setError("code", { message: emailNotUpdated(messageOf(error)) }),
	});
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Enter the code"
			description={
				delivery === "mail"
					? `We sent it to ${email}. It expires in 1 hour.`
					: `${undelivered[delivery]("code")} It expires in 1 hour.`
			}
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={changing.isPending}>
						Change email
					</Button>
				</>
			}
		>
			<form
				id={formId}
				method="post"
				noValidate
				onSubmit={handleSubmit(({ code }) => changing.mutate(code))}
				className="px-px pb-px"
			>
				<CodeField label="Verification code" error={formState.errors.code?.message} {...register("code")} />
			</form>
		</Dialog>
	);
}
