import { useMutation, useQueryClient } from "@tanstack/react-query";
import { signInForm } from "@timbre/contract/auth.ts";
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
import { askForEmailChange, changeEmail } from "../auth.account.queries.ts";
import { CodeField } from "./code-field.tsx";
import { emailNotUpdated, emailUpdated } from "./email-words.ts";
import { PasswordInput } from "./password-input.tsx";

/** The new address and the password, then the code that was mailed to the new address. */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
	const [email, setEmail] = useState<string>();
	return email === undefined ? (
		<AskStep onClose={onClose} onSent={setEmail} />
	) : (
		<CodeStep email={email} onClose={onClose} />
	);
}

function AskStep({ onClose, onSent }: { onClose: () => void; onSent: (email: string) => void }) {
	const formId = useId();
	const asking = useMutation({
		mutationFn: ({ email, password }: { email: string; password: string }) => askForEmailChange(email, password),
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
			title="Change your e-mail"
			description="We send a code to the new address. Until you enter it, nothing changes."
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={asking.isPending}>
						Send the code
					</Button>
				</>
			}
		>
			<form
				id={formId}
				method="post"
				noValidate
				className="flex flex-col gap-4 px-px pb-px"
				onSubmit={handleSubmit((input) => asking.mutate(input))}
			>
				<Field label="New e-mail" error={formState.errors.email?.message}>
					{(control) => <Input type="email" autoComplete="email" {...control} {...register("email")} />}
				</Field>
				<Field
					label="Your password"
					error={
						formState.errors.password?.message ?? (asking.error ? emailNotUpdated(asking.error.message) : undefined)
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
	const [fault, setFault] = useState<string>();
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
		const written = code.replaceAll(/\s/g, "");
		setFault(written === "" ? "Enter the code of the mail." : undefined);
		if (written !== "") changing.mutate(written);
	};
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Enter the code"
			description={`It was sent to ${email} and works for an hour.`}
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant="primary" busy={changing.isPending}>
						Change e-mail
					</Button>
				</>
			}
		>
			<form id={formId} method="post" noValidate onSubmit={submit} className="px-px pb-px">
				<CodeField
					label="Code of the mail"
					error={fault ?? (changing.error ? emailNotUpdated(changing.error.message) : undefined)}
					value={code}
					onChange={setCode}
				/>
			</form>
		</Dialog>
	);
}
