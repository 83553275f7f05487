import type { ActionResult } from "@timbre/contract/auth/endpoints.ts";
import { authPaths } from "@timbre/contract/auth/paths.ts";
import { signInPage } from "@timbre/contract/auth/rules.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { type ClientLoaderFunctionArgs, useLoaderData, useRevalidator } from "react-router";
import { call } from "../../lib/api/api.ts";
import { isApiError } from "../../lib/api/api-error.ts";
import { Outcome } from "./components/outcome.tsx";
import { SendLinkForm } from "./components/send-link-form.tsx";
import { continueTo } from "./model/continue-to.ts";

export const meta = () => [{ title: "Verify your email - Timbre" }, { name: "robots", content: "noindex" }];

type Verified = { result: ActionResult; on: string; reason?: string };

/** Verifies in the loader, which runs once per navigation, because the code works only once. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Verified> {
	const search = new URL(request.url).searchParams;
	const code = search.get("code");
	const on = continueTo(search);
	if (!code) return { result: "invalidActionCode", on };
	try {
		const { result } = await call(authPaths.verifyEmail, { body: { action_code: code } });
		return { result, on };
	} catch (error) {
		const tooMany = isApiError(error) && error.status === 429;
		return { result: "unknownError", on, ...(tooMany ? { reason: error.message } : {}) };
	}
}
clientLoader.hydrate = true as const;

export default function VerifyEmailPage() {
	const { result, on, reason } = useLoaderData<typeof clientLoader>();
	const revalidator = useRevalidator();
	if (result === "success") {
		return (
			<Outcome tone="good" title="Email verified" on={{ to: on, label: "Continue" }}>
				Your account is ready.{on === signInPage ? " Sign in to get started." : ""}
			</Outcome>
		);
	}
	if (result === "invalidActionCode") {
		return (
			<Outcome
				tone="bad"
				title="This link no longer works"
				on={{ to: signInPage, label: "Sign in" }}
				more={<SendLinkForm />}
			>
				It was already used or is older than 24 hours. If your email is already verified, sign in. Otherwise, request a
				new link.
			</Outcome>
		);
	}
	return (
		<Outcome
			tone="unsure"
			title="Something went wrong"
			on={{ to: signInPage, label: "Sign in" }}
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
			{reason ?? "We couldn't check this link. It hasn't been used, so try again in a moment."}
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
