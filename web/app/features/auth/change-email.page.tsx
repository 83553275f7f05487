import { authPaths } from "@timbre/contract/auth/paths.ts";
import { authPages, signInPage } from "@timbre/contract/auth/rules.ts";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { type ClientLoaderFunctionArgs, useLoaderData } from "react-router";
import { call } from "../../lib/api/api.ts";
import { messageOf } from "../../lib/api/api-error.ts";
import { parseEntryParams } from "../../lib/session/entry-params.ts";
import { home } from "../../lib/session/redirect.ts";
import { Outcome } from "./components/outcome.tsx";
import { emailNotUpdated, emailUpdated } from "./model/email-messages.ts";

export const meta = () => [{ title: "Change email - Timbre" }, { name: "robots", content: "noindex" }];

type Result = { reverting: boolean } & ({ email: string } | { error: string });

/** Opened from an email: to the new address to confirm the change, or to the old one to undo it. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Result> {
	const { search: query, searchParams: search } = new URL(request.url);
	// Only of this link: an earlier one in the same tab says nothing about this change.
	const reverting = search.get("is_reverting") === "true" || parseEntryParams(query).params.isReverting === true;
	const code = search.get("code");
	if (!code) return { reverting, error: "the link is incomplete." };
	try {
		const { email } = await call(authPaths.updateEmail, {
			query: { verification_code: code, is_reverting: String(reverting) },
		});
		return { reverting, email };
	} catch (error) {
		return { reverting, error: messageOf(error) };
	}
}
clientLoader.hydrate = true as const;

export default function ChangeEmailPage() {
	const result = useLoaderData<typeof clientLoader>();
	if ("error" in result) {
		const again = { to: authPages.resetPassword, label: "Reset password" };
		return (
			<Outcome
				tone="bad"
				title={result.reverting ? "Couldn't undo the change" : "Couldn't change your email"}
				on={result.reverting ? again : { to: "/app/settings/profile", label: "Go to your profile" }}
			>
				{emailNotUpdated(result.error)}
			</Outcome>
		);
	}
	if (result.reverting) {
		return (
			<Outcome tone="good" title="Email change undone" on={{ to: signInPage, label: "Sign in" }}>
				Your account uses {result.email} again, and all sessions were signed out. If you didn't make the change, reset
				your password now.
			</Outcome>
		);
	}
	return (
		<Outcome tone="good" title="Email changed" on={{ to: home, label: "Go to home" }}>
			{emailUpdated} Your email address is now {result.email}.
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
