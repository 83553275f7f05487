import { useQuery } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { Link } from "react-router";
import { BackLink } from "../../../../shell/page/back-link.tsx";
import { Loading } from "../../../../shell/page/loading.tsx";
import { clonePath } from "../../../voices/voices.public.ts";
import { voiceQuery } from "../../../voices/voices.refresh.public.ts";
import { ConsentStep } from "../../components/consent-step.tsx";
import { ReadyVoice } from "../../components/ready-voice.tsx";
import { Step } from "../../components/step.tsx";
import { TrainingProgress } from "../../components/training-progress.tsx";
import { VoiceFailure } from "../../components/voice-failure.tsx";
import { isTraining } from "../../model/progress.ts";
import { consentQuery, trainingQuery } from "../../voice-making.queries.ts";

/** The steps to a cloned voice: matching, consent, ready. Matching and consent can happen in parallel. */
export function CloneSteps({ voiceId }: { voiceId: string }) {
	const voice = useQuery(voiceQuery(voiceId));
	const { data: training } = useQuery(trainingQuery(voiceId));
	const { data: consent } = useQuery(consentQuery(voiceId));
	if (voice.isPending) return <Loading what="the voice" className="h-64" />;
	if (voice.isError) return <VoiceFailure query={voice} path={clonePath} />;
	const matched = training?.state === "fine_tuned";
	// Don't ask for consent if matching failed or was canceled.
	const ended = training?.state === "failed" || training?.state === "cancelled";
	const allowed = consent !== undefined && consent.given !== null && consent.revoked_at_unix === null;
	return (
		<>
			<BackLink to={clonePath}>Back to instant voice cloning</BackLink>
			<Card className="p-5 md:p-6">
				<p className="mb-6 font-semibold text-lg">{voice.data.name}</p>
				<Step
					number={1}
					title="Match the voice"
					description="We compare blends of the shipped voices with your recordings and use the closest one."
					state={matched ? "done" : "now"}
				>
					<TrainingProgress voiceId={voiceId}>
						{(state) =>
							isTraining(state) || state === "fine_tuned" ? null : (
								<Button asChild className="self-start">
									<Link to={clonePath}>Start over with other recordings</Link>
								</Button>
							)
						}
					</TrainingProgress>
				</Step>
				<Step
					number={2}
					title="Get the speaker's consent"
					description="The person in the recordings reads a sentence aloud. We check the words and the voice."
					state={allowed ? "done" : ended ? "later" : "now"}
				>
					<ConsentStep voiceId={voiceId} />
				</Step>
				<Step number={3} title="Try the voice" state={matched && allowed ? "now" : "later"}>
					<ReadyVoice voice={voice.data} />
				</Step>
			</Card>
		</>
	);
}
