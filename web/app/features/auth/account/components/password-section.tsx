import { useMutation, useQueryClient } from "@tanstack/react-query";
import { signInForm, signUpForm } from "@timbre/contract/auth/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { toaster } from "../../../../lib/page/toaster.ts";
import { PasswordInput } from "../../components/password-input.tsx";
import { changePassword, sessionsQuery } from "../account.queries.ts";
import { SettingsSection } from "./settings-section.tsx";

const passwordsForm = z.object({ current: signInForm.shape.password, next: signUpForm.shape.password });

export function PasswordSection({ email }: { email: string }) {
	const queryClient = useQueryClient();
	const { register, handleSubmit, formState, reset, setError } = useForm({
		resolver: zodForm(passwordsForm),
		defaultValues: { current: "", next: "" },
	});
	const changing = useMutation({
		mutationFn: ({ current, next }: z.output<typeof passwordsForm>) => changePassword(current, next),
		onSuccess: () => {
			reset();
			toaster.show({ title: "Password changed", detail: "You've been signed out everywhere else.", tone: "positive" });
			return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
		},
		onError: (error) => setError("next", { message: messageOf(error) }),
	});
	return (
		<SettingsSection title="Password" text="Changing your password signs you out everywhere else.">
			<form
				method="post"
				noValidate
				onSubmit={handleSubmit((input) => changing.mutate(input))}
				className="flex max-w-sm flex-col gap-4"
			>
				{/* Lets password managers associate the password with the account. */}
				<input type="email" autoComplete="username" value={email} readOnly hidden />
				<Field label="Current password" error={formState.errors.current?.message}>
					{(control) => (
						<PasswordInput autoComplete="current-password" {...control} {...register("current", { deps: "next" })} />
					)}
				</Field>
				<Field label="New password" hint="At least 8 characters." error={formState.errors.next?.message}>
					{(control) => <PasswordInput autoComplete="new-password" {...control} {...register("next")} />}
				</Field>
				<Button type="submit" className="self-start" busy={changing.isPending}>
					Change password
				</Button>
			</form>
		</SettingsSection>
	);
}
