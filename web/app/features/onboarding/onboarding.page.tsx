import { useQuery } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { useNavigate } from "react-router";
import { messageOf } from "../../lib/api/api-error.ts";
import { home } from "../../lib/session/redirect.ts";
import { LoadFailure } from "../../shell/page/load-failure.tsx";
import { Page } from "../../shell/page/page.tsx";
import { userQuery } from "../usage/usage.public.ts";
import { SurveyForm } from "./components/survey-form.tsx";
import { useCompleteSurvey } from "./onboarding.queries.ts";

export const meta = () => [{ title: "Welcome - Timbre" }];

export default function OnboardingPage() {
	const navigate = useNavigate();
	const user = useQuery(userQuery);
	const submit = useCompleteSurvey();
	const skip = useCompleteSurvey();
	return (
		<Page
			title="Welcome to Timbre"
			className="max-w-2xl"
			actions={
				<Button
					onClick={() => {
						// Don't wait for the server.
						skip.mutate({});
						void navigate(home);
					}}
				>
					Skip
				</Button>
			}
		>
			<p className="-mt-4 mb-7 text-muted">
				Answer three short questions so we can tailor your start. Your answers stay on this server.
			</p>
			{user.data ? (
				<SurveyForm
					user={user.data}
					busy={submit.isPending}
					error={submit.error ? messageOf(submit.error) : undefined}
					onSubmit={(answers) => submit.mutate(answers, { onSuccess: () => navigate("/app/onboarding/next") })}
				/>
			) : user.isError ? (
				<LoadFailure title="Couldn't load the questions" query={user} />
			) : (
				<Loading />
			)}
		</Page>
	);
}

function Loading() {
	return (
		<div aria-busy="true" className="flex flex-col gap-8">
			<p className="sr-only">Loading</p>
			<Skeleton className="h-14 max-w-xs" />
			<Skeleton className="h-20" />
			<Skeleton className="h-20" />
		</div>
	);
}
