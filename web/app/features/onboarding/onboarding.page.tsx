import { useQuery } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import { useNavigate } from "react-router";
import { messageOf } from "../../lib/api-error.ts";
import { home } from "../../lib/redirect.ts";
import { LoadFailure } from "../../shell/load-failure.tsx";
import { Page } from "../../shell/page.tsx";
import { userQuery } from "../usage/usage.public.tsx";
import { SurveyForm } from "./components/survey-form.tsx";
import { useCompleteSurvey } from "./onboarding.queries.ts";

export const meta = () => [{ title: "Welcome - Timbre" }];

export default function OnboardingPage() {
	const navigate = useNavigate();
	const user = useQuery(userQuery);
	const answer = useCompleteSurvey();
	const skip = useCompleteSurvey();
	return (
		<Page
			title="Welcome to Timbre"
			className="max-w-2xl"
			actions={
				<Button
					onClick={() => {
						// Nobody waits here for a server that does not answer.
						skip.mutate({});
						void navigate(home);
					}}
				>
					Skip
				</Button>
			}
		>
			<p className="-mt-4 mb-7 text-muted">
				Three short questions, so that the right things come first. The answers stay on this server.
			</p>
			{user.data ? (
				<SurveyForm
					user={user.data}
					busy={answer.isPending}
					error={answer.error ? messageOf(answer.error) : undefined}
					onAnswer={(answers) => answer.mutate(answers, { onSuccess: () => navigate("/app/onboarding/next") })}
				/>
			) : user.isError ? (
				<LoadFailure title="The questions could not be loaded" query={user} />
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
