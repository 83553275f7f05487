import { useQuery } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { Link } from "react-router";
import { clonePath, consentQuery, isUnderWay, trainingQuery } from "../voices.making.queries.ts";
import { voiceQuery } from "../voices.own.queries.ts";
import { BackLink } from "./back-link.tsx";
import { ConsentStep } from "./consent-step.tsx";
import { Loading } from "./loading.tsx";
import { MadeVoice } from "./made-voice.tsx";
import { MakingProgress } from "./making-progress.tsx";
import { Step } from "./step.tsx";
import { VoiceFailure } from "./voice-failure.tsx";

/** A voice on its way: found among the shipped ones, allowed by the person, ready to speak. Both can be done at the same time. */
export function CloneSteps({ voiceId }: { voiceId: string }) {
	const voice = useQuery(voiceQuery(voiceId));
	const { data: training } = useQuery(trainingQuery(voiceId));
	const { data: consent } = useQuery(consentQuery(voiceId));
	if (voice.isPending) return <Loading what="the voice" className="h-64" />;
	if (voice.isError) return <VoiceFailure query={voice} path={clonePath} />;
	const made = training?.state === "fine_tuned";
	// Nobody is asked to agree to a voice that will not be.
	const ended = training?.state === "failed" || training?.state === "cancelled";
	const allowed = consent !== undefined && consent.given !== null && consent.revoked_at_unix === null;
	return (
		<>
			<BackLink to={clonePath}>All voices from recordings</BackLink>
			<Card className="p-5 md:p-6">
				<p className="mb-6 font-semibold text-lg">{voice.data.name}</p>
				<Step
					number={1}
					title="Find the voice"
					description="Mixes of this server's voices are spoken and compared with the recordings."
					state={made ? "done" : "now"}
				>
					<MakingProgress voiceId={voiceId}>
						{(state) =>
							isUnderWay(state) || state === "fine_tuned" ? null : (
								<Button asChild className="self-start">
									<Link to={clonePath}>Begin again with other recordings</Link>
								</Button>
							)
						}
					</MakingProgress>
				</Step>
				<Step
					number={2}
					title="Consent of the person"
					description="Only who is heard in the recordings can give it. The words and the voice are compared."
					state={allowed ? "done" : ended ? "later" : "now"}
				>
					<ConsentStep voiceId={voiceId} />
				</Step>
				<Step number={3} title="Hear it" state={made && allowed ? "now" : "later"}>
					<MadeVoice voice={voice.data} />
				</Step>
			</Card>
		</>
	);
}
