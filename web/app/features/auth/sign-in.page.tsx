import { useMutation } from "@tanstack/react-query";
import { type SignInForm, signInForm } from "@timbre/contract/auth.ts";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { useForm } from "react-hook-form";
import { useSearchParams } from "react-router";
import { home } from "../../lib/redirect.ts";
import { zodForm } from "../../lib/zod-form.ts";
import { signIn } from "./auth.queries.ts";
import { AuthForm } from "./components/auth-form.tsx";
import { useEnter } from "./components/destination.ts";
import { PasswordInput } from "./components/password-input.tsx";

export const meta = () => [{ title: "Sign in - Timbre" }, { name: "robots", content: "noindex" }];

export default function SignInPage() {
	const [search] = useSearchParams();
	const enter = useEnter(home);
	const { register, handleSubmit, formState } = useForm<SignInForm>({ resolver: zodForm(signInForm) });
	const entering = useMutation({ mutationFn: signIn, onSuccess: enter });
	return (
		<AuthForm
			title="Sign in"
			submit="Sign in"
			error={entering.error?.message}
			busy={entering.isPending}
			onSubmit={handleSubmit((input) => entering.mutate(input))}
			other={{
				question: "New here?",
				to: `/app/sign-up${search.size ? `?${search}` : ""}`,
				label: "Create an account",
			}}
		>
			<Field label="E-mail" error={formState.errors.email?.message}>
				{(control) => <Input type="email" autoComplete="email" {...control} {...register("email")} />}
			</Field>
			<Field label="Password" error={formState.errors.password?.message}>
				{(control) => <PasswordInput autoComplete="current-password" {...control} {...register("password")} />}
			</Field>
		</AuthForm>
	);
}
