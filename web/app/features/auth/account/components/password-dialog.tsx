import { useMutation } from "@tanstack/react-query";
import { signInForm } from "@timbre/contract/auth/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { PasswordInput } from "../../components/password-input.tsx";

type PasswordDialogProps<Result> = {
	title: string;
	description: string;
	action: string;
	tone?: "primary" | "danger";
	onClose: () => void;
	/** Rejects if the password is wrong; the dialog then stays open and shows the error. */
	send: (password: string) => Promise<Result>;
	onDone: (result: Result) => void;
};

const passwordForm = signInForm.pick({ password: true });

/** Asks for the password again before a sensitive action, in case the browser was left unattended. */
export function PasswordDialog<Result>(props: PasswordDialogProps<Result>) {
	const { title, description, action, tone = "primary", onClose, send, onDone } = props;
	const formId = useId();
	const { register, handleSubmit, formState, setError } = useForm({
		resolver: zodForm(passwordForm),
		defaultValues: { password: "" },
	});
	const sending = useMutation({
		mutationFn: send,
		onSuccess: onDone,
		onError: (error) => setError("password", { message: messageOf(error) }),
	});
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title={title}
			description={description}
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" form={formId} variant={tone} busy={sending.isPending}>
						{action}
					</Button>
				</>
			}
		>
			<form
				id={formId}
				method="post"
				noValidate
				className="px-px pb-px"
				onSubmit={handleSubmit(({ password }) => sending.mutate(password))}
			>
				<Field label="Your password" error={formState.errors.password?.message}>
					{(control) => <PasswordInput autoComplete="current-password" {...control} {...register("password")} />}
				</Field>
			</form>
		</Dialog>
	);
}
