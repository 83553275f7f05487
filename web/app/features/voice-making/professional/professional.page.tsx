import { useQuery } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Lock } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { Loading } from "../../../shell/page/loading.tsx";
import { Page } from "../../../shell/page/page.tsx";
import { subscriptionQuery } from "../../usage/usage.public.ts";
import { clonePath } from "../../voices/voices.public.ts";
import { ProfessionalStart } from "./components/professional-start.tsx";
import { ProfessionalSteps } from "./components/professional-steps.tsx";

export const meta = () => [{ title: "Professional voice cloning - Timbre" }];

export default function ProfessionalPage() {
	const [search] = useSearchParams();
	const voiceId = search.get("voice");
	return (
		<Page
			title="Professional voice cloning"
			description="Create a voice from many recordings of one person. It runs a longer search for the closest match and doesn't train a model on the recordings."
			className="max-w-4xl"
		>
			{voiceId ? <ProfessionalSteps key={voiceId} voiceId={voiceId} /> : <Start />}
		</Page>
	);
}

function Start() {
	const subscription = useQuery(subscriptionQuery);
	if (subscription.isPending) return <Loading what="your plan" className="h-64" />;
	if (subscription.isError) return <LoadFailure title="Couldn't load your plan" query={subscription} />;
	if (subscription.data.can_use_professional_voice_cloning) return <ProfessionalStart />;
	return (
		<EmptyState
			icon={<Lock aria-hidden="true" />}
			title="Your plan doesn't include professional voices"
			action={
				<div className="flex gap-2">
					<Button asChild>
						<Link to="/pricing">Compare plans</Link>
					</Button>
					<Button asChild variant="primary">
						<Link to={clonePath}>Use instant voice cloning</Link>
					</Button>
				</div>
			}
		>
			They're included in Creator and higher plans, or with extra slots.
		</EmptyState>
	);
}
