import { authPages, signInPage } from "@timbre/contract/auth.names.ts";
import { authEndpoints } from "@timbre/contract/auth.ts";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { type ClientLoaderFunctionArgs, useLoaderData } from "react-router";
import { call } from "../../lib/api.ts";
import { messageOf } from "../../lib/api-error.ts";
import { home } from "../../lib/redirect.ts";
import { emailNotUpdated, emailUpdated } from "./components/email-words.ts";
import { Outcome } from "./components/outcome.tsx";

export const meta = () => [{ title: "Change of e-mail - Timbre" }, { name: "robots", content: "noindex" }];

type Result = { reverting: boolean } & ({ email: string } | { fault: string });

/** The link of a mail: to the new address, which confirms the change, or to the old one, which takes it back. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Result> {
	const search = new URL(request.url).searchParams;
	const reverting = (search.get("is_reverting") ?? search.get("isReverting")) === "true";
	const code = search.get("code");
	if (!code) return { reverting, fault: "the link is not whole." };
	try {
		const { email } = await call(authEndpoints.updateEmail, {
			query: { verification_code: code, is_reverting: String(reverting) },
		});
		return { reverting, email };
	} catch (error) {
		return { reverting, fault: messageOf(error) };
	}
}
clientLoader.hydrate = true as const;

export default function ChangeEmailPage() {
	const result = useLoaderData<typeof clientLoader>();
	if ("fault" in result) {
		const again = { to: authPages.resetPassword, label: "Choose a new password" };
		return (
			<Outcome
				tone="bad"
				title={result.reverting ? "Not taken back" : "Not changed"}
				on={result.reverting ? again : { to: "/app/settings/profile", label: "Go to your profile" }}
			>
				{emailNotUpdated(result.fault)}
			</Outcome>
		);
	}
	if (result.reverting) {
		return (
			<Outcome tone="good" title="The change is taken back" on={{ to: signInPage, label: "Sign in" }}>
				Your account has the address {result.email} again, and everyone was signed out of it. If it was not you who
				changed it, choose a new password now.
			</Outcome>
		);
	}
	return (
		<Outcome tone="good" title="Your address is changed" on={{ to: home, label: "Home" }}>
			{emailUpdated} You are now {result.email}.
		</Outcome>
	);
}

export function HydrateFallback() {
	return (
		<div aria-busy="true">
			<p className="sr-only">Loading</p>
			<Skeleton className="h-8 w-56" />
			<Skeleton className="mt-4 h-5" />
		</div>
	);
}
