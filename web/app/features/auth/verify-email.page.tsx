import { signInPage } from "@timbre/contract/auth.names.ts";
import { type ActionResult, authEndpoints } from "@timbre/contract/auth.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { type ClientLoaderFunctionArgs, useLoaderData, useRevalidator } from "react-router";
import { call } from "../../lib/api.ts";
import { isApiError } from "../../lib/api-error.ts";
import { continueTo } from "./components/continue-to.ts";
import { Outcome } from "./components/outcome.tsx";
import { SendLinkForm } from "./components/send-link-form.tsx";

export const meta = () => [{ title: "Verify your e-mail - Timbre" }, { name: "robots", content: "noindex" }];

type Verified = { result: ActionResult; on: string; why?: string };

/** The link itself verifies: a loader runs once however often the page is drawn, and a code works only once. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Verified> {
	const search = new URL(request.url).searchParams;
	const code = search.get("code");
	const on = continueTo(search);
	if (!code) return { result: "invalidActionCode", on };
	try {
		const { result } = await call(authEndpoints.verifyEmail, { body: { action_code: code } });
		return { result, on };
	} catch (error) {
		const tooMany = isApiError(error) && error.status === 429;
		return { result: "unknownError", on, ...(tooMany ? { why: error.message } : {}) };
	}
}
clientLoader.hydrate = true as const;

export default function VerifyEmailPage() {
	const { result, on, why } = useLoaderData<typeof clientLoader>();
	const revalidator = useRevalidator();
	if (result === "success") {
		return (
			<Outcome tone="good" title="Your address is verified" on={{ to: on, label: "Continue" }}>
				Your account is complete.{on === signInPage ? " Sign in and speak." : ""}
			</Outcome>
		);
	}
	if (result === "invalidActionCode") {
		return (
			<Outcome
				tone="bad"
				title="This link no longer works"
				on={{ to: signInPage, label: "Go to sign-in" }}
				more={<SendLinkForm />}
			>
				It was used before, or it is older than 24 hours. If your address is verified already, just sign in; else have a
				new link sent.
			</Outcome>
		);
	}
	return (
		<Outcome
			tone="unsure"
			title="That did not work"
			on={{ to: signInPage, label: "Go to sign-in" }}
			more={
				<Button
					variant="primary"
					size="large"
					className="mt-6 w-full"
					busy={revalidator.state === "loading"}
					onClick={() => void revalidator.revalidate()}
				>
					Try again
				</Button>
			}
		>
			{why ?? "The server could not be asked about this link. The link itself is not used up."}
		</Outcome>
	);
}

export function HydrateFallback() {
	return (
		<div aria-busy="true">
			<p className="sr-only">Verifying your address</p>
			<Skeleton className="h-8 w-56" />
			<Skeleton className="mt-4 h-5" />
		</div>
	);
}
