import { z } from "zod";

// Sign-up and sign-in are calls of the identity library under /api/auth; these schemas give both sides one validation text.

const email = z.email("Enter an e-mail address, such as name@example.com.");

export const signUpForm = z.object({
	name: z.string().trim().min(1, "Enter your name.").max(80, "At most 80 characters."),
	email,
	password: z.string().min(8, "Use at least 8 characters.").max(128, "At most 128 characters."),
});
export type SignUpForm = z.output<typeof signUpForm>;

export const signInForm = z.object({ email, password: z.string().min(1, "Enter your password.") });
export type SignInForm = z.output<typeof signInForm>;
