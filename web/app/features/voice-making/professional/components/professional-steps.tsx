import { useQuery } from "@tanstack/react-query";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { FormError } from "@timbre/ui/primitives/forms/form-error.tsx";
import { Label } from "@timbre/ui/primitives/forms/label.tsx";
import { Switch } from "@timbre/ui/primitives/forms/switch.tsx";
import { useId, useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { showError } from "../../../../lib/page/toaster.ts";
import { counted } from "../../../../lib/text/format.ts";
import { BackLink } from "../../../../shell/page/back-link.tsx";
import { Loading } from "../../../../shell/page/loading.tsx";
import { professionalPath } from "../../../voices/voices.public.ts";
import { voiceQuery } from "../../../voices/voices.refresh.public.ts";
import { ConsentStep } from "../../components/consent-step.tsx";
import { ManualVerification } from "../../components/manual-verification.tsx";
import { ReadyVoice } from "../../components/ready-voice.tsx";
import { SampleChooser } from "../../components/sample-chooser.tsx";
import { Step } from "../../components/step.tsx";
import { TrainingProgress } from "../../components/training-progress.tsx";
import { VoiceFailure } from "../../components/voice-failure.tsx";
import { isTraining } from "../../model/progress.ts";
import { trainingQuery } from "../../voice-making.queries.ts";
import { recommendedMinutes, recordedMinutes, recordingsState } from "../model/recordings.ts";
import { useAddSamples, useTrain } from "../professional.queries.ts";
import { SampleRow } from "./sample-row.tsx";

/** The steps to a professional voice, in order: recordings, consent, matching, result. */
export function ProfessionalSteps({ voiceId }: { voiceId: string }) {
	const voice = useQuery(voiceQuery(voiceId));
	const { data: training } = useQuery(trainingQuery(voiceId));
	if (voice.isPending) return <Loading what="the voice" className="h-64" />;
	if (voice.isError) return <VoiceFailure query={voice} path={professionalPath} />;
	const samples = voice.data.samples ?? [];
	const verified = voice.data.voice_verification?.is_verified ?? false;
	const matched = training?.state === "fine_tuned";
	const locked = isTraining(training?.state);
	return (
		<>
			<BackLink to={professionalPath}>All professional voices</BackLink>
			<Card className="p-5 md:p-6">
				<p className="mb-6 font-semibold text-lg">{voice.data.name}</p>
				<Step
					number={1}
					title="Recordings"
					description="Add 30 minutes or more of one speaker, recorded consistently. Trim unwanted parts, and select the speaker if there are several."
					state={recordingsState(samples)}
				>
					<Samples voice={voice.data} locked={locked} />
				</Step>
				<Step
					number={2}
					title="Get the speaker's consent"
					description="The person in the recordings reads a sentence aloud and chooses how the voice can be used."
					state={verified ? "done" : samples.length > 0 ? "now" : "later"}
				>
					<ConsentStep voiceId={voiceId} />
					{verified ? null : <ManualVerification voice={voice.data} />}
				</Step>
				<Step
					number={3}
					title="Create the voice"
					description="This takes several minutes. You can close the page."
					state={matched ? "done" : verified && samples.length > 0 ? "now" : "later"}
				>
					<TrainingProgress voiceId={voiceId}>
						{(state) => (isTraining(state) ? null : <TrainButton voiceId={voiceId} again={state !== "not_started"} />)}
					</TrainingProgress>
				</Step>
				<Step number={4} title="Try the voice" state={matched && verified ? "now" : "later"}>
					<ReadyVoice voice={voice.data} />
				</Step>
			</Card>
		</>
	);
}

function TrainButton({ voiceId, again }: { voiceId: string; again: boolean }) {
	const training = useTrain(voiceId);
	return (
		<Button
			variant={again ? "secondary" : "primary"}
			className="self-start"
			busy={training.isPending}
			onClick={() => training.mutate(undefined, { onError: (error) => showError("Couldn't start", error) })}
		>
			{again ? "Create voice again" : "Create voice"}
		</Button>
	);
}

function Samples({ voice, locked }: { voice: Voice; locked: boolean }) {
	const [files, setFiles] = useState<File[]>([]);
	const [clean, setClean] = useState(false);
	const adding = useAddSamples(voice.voice_id);
	const cleanId = useId();
	const samples = voice.samples ?? [];
	const minutes = recordedMinutes(samples);
	return (
		<div className="flex flex-col gap-5">
			{samples.length > 0 ? (
				<div>
					<p className="mb-2 text-[13px] text-muted tabular">
						{counted(samples.length, "recording")}, {minutes.toFixed(1)} of {recommendedMinutes} recommended minutes
					</p>
					<ul aria-label="Recordings" className="rounded-card border border-line">
						{samples.map((sample) => (
							<SampleRow key={sample.sample_id} voiceId={voice.voice_id} sample={sample} locked={locked} />
						))}
					</ul>
				</div>
			) : null}
			{locked ? null : (
				<>
					<SampleChooser
						files={files}
						onChange={setFiles}
						advice="You can exclude other speakers afterwards."
						disabled={adding.isPending}
					/>
					{files.length > 0 ? (
						<div className="flex flex-wrap items-center justify-between gap-4">
							<div className="flex items-center gap-2.5">
								<Switch id={cleanId} checked={clean} onCheckedChange={setClean} />
								<Label htmlFor={cleanId} className="font-normal">
									Remove background noise
								</Label>
							</div>
							<Button
								variant="primary"
								busy={adding.isPending}
								onClick={() => adding.mutate({ files, clean }, { onSuccess: () => setFiles([]) })}
							>
								Add {counted(files.length, "recording")}
							</Button>
						</div>
					) : null}
					{adding.isError ? <FormError>{messageOf(adding.error)}</FormError> : null}
				</>
			)}
		</div>
	);
}
