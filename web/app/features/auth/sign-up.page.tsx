import { useMutation } from "@tanstack/react-query";
import { type SignUpForm, signUpForm } from "@timbre/contract/auth.ts";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { useForm } from "react-hook-form";
import { useSearchParams } from "react-router";
import { afterSignUp } from "../../lib/redirect.ts";
import { zodForm } from "../../lib/zod-form.ts";
import { signUp } from "./auth.queries.ts";
import { AuthForm } from "./components/auth-form.tsx";
import { useEnter } from "./components/destination.ts";
import { PasswordInput } from "./components/password-input.tsx";

export const meta = () => [{ title: "Create an account - Timbre" }, { name: "robots", content: "noindex" }];

export default function SignUpPage() {
	const [search] = useSearchParams();
	const enter = useEnter(afterSignUp);
	const { register, handleSubmit, formState } = useForm<SignUpForm>({ resolver: zodForm(signUpForm) });
	const joining = useMutation({ mutationFn: signUp, onSuccess: enter });
	return (
		<AuthForm
			title="Create your account"
			submit="Create account"
			error={joining.error?.message}
			busy={joining.isPending}
			onSubmit={handleSubmit((input) => joining.mutate(input))}
			other={{ question: "Have an account?", to: `/app/sign-in${search.size ? `?${search}` : ""}`, label: "Sign in" }}
		>
			<Field label="Name" error={formState.errors.name?.message}>
				{(control) => <Input autoComplete="name" {...control} {...register("name")} />}
			</Field>
			<Field label="E-mail" error={formState.errors.email?.message}>
				{(control) => <Input type="email" autoComplete="email" {...control} {...register("email")} />}
			</Field>
			<Field label="Password" hint="At least 8 characters." error={formState.errors.password?.message}>
				{(control) => <PasswordInput autoComplete="new-password" {...control} {...register("password")} />}
			</Field>
		</AuthForm>
	);
}
