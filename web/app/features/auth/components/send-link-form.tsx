import { signInForm } from "@timbre/contract/auth/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { useForm } from "react-hook-form";
import { zodForm } from "../../../lib/forms/zod-form.ts";
import { useResend } from "./use-resend.ts";

const emailForm = signInForm.pick({ email: true });

/** Requests a new verification link when the old one no longer works. */
export function SendLinkForm() {
	const resend = useResend();
	const { register, handleSubmit, formState } = useForm({
		resolver: zodForm(emailForm),
		defaultValues: { email: "" },
	});
	return (
		<form
			method="post"
			noValidate
			onSubmit={handleSubmit(({ email }) => resend.mutate(email))}
			className="mt-6 flex flex-col gap-4"
		>
			<Field label="Email" error={formState.errors.email?.message}>
				{(control) => <Input type="email" autoComplete="email" {...control} {...register("email")} />}
			</Field>
			<Button type="submit" variant="primary" size="large" busy={resend.isPending}>
				Send new link
			</Button>
		</form>
	);
}
