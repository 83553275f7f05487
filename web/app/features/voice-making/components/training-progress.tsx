import { useQuery } from "@tanstack/react-query";
import type { VoiceTraining } from "@timbre/contract/voice-making/cloning.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { CircleAlert, CircleCheck, CircleSlash } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { showError } from "../../../lib/page/toaster.ts";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { Loading } from "../../../shell/page/loading.tsx";
import { isTraining } from "../model/progress.ts";
import { timeLeft } from "../model/time-left.ts";
import { trainingQuery, useCancelTraining, useRefreshVoice } from "../voice-making.queries.ts";

type TrainingProgressProps = {
	voiceId: string;
	/** Actions for the current state, such as starting over. */
	children?: (state: VoiceTraining["state"]) => ReactNode;
};

/** Progress of voice training, which runs on the server independently of this page. */
export function TrainingProgress({ voiceId, children }: TrainingProgressProps) {
	const training = useQuery(trainingQuery(voiceId));
	const refresh = useRefreshVoice(voiceId);
	const finished = training.data?.state === "fine_tuned";
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when training finishes
	useEffect(() => {
		if (finished) void refresh();
	}, [finished]);
	if (training.isPending) return <Loading what="progress" className="h-14" />;
	if (training.isError) return <LoadFailure title="Couldn't load progress" query={training} />;
	const { data } = training;
	return (
		<div className="flex flex-col gap-3">
			{isTraining(data.state) ? <Running training={data} /> : <Outcome training={data} />}
			{children?.(data.state)}
		</div>
	);
}

function Running({ training }: { training: VoiceTraining }) {
	const cancel = useCancelTraining(training.voice_id);
	const percent = Math.round(training.progress * 100);
	const left = timeLeft(training, Date.now() / 1000);
	return (
		<div className="flex flex-col gap-2.5">
			<div className="flex items-center justify-between gap-4">
				<p role="status" className="min-w-0">
					{training.state === "queued" ? "Queued" : (training.message ?? "Processing")}
				</p>
				<span className="shrink-0 text-muted tabular">
					{left ? `${left}, ` : ""}
					{percent}%
				</span>
			</div>
			<Progress label="Voice creation progress" value={percent} />
			<div className="flex flex-wrap items-center justify-between gap-3">
				<p className="text-[13px] text-muted">You can close this page. Processing continues on the server.</p>
				<Button
					size="small"
					busy={cancel.isPending}
					onClick={() => cancel.mutate(undefined, { onError: (error) => showError("Couldn't cancel", error) })}
				>
					Cancel
				</Button>
			</div>
		</div>
	);
}

const outcomes: Partial<Record<VoiceTraining["state"], { icon: ReactNode; title: string }>> = {
	fine_tuned: { icon: <CircleCheck className="text-positive" />, title: "Done" },
	failed: { icon: <CircleAlert className="text-danger" />, title: "Failed" },
	cancelled: { icon: <CircleSlash className="text-muted" />, title: "Canceled" },
	delayed: { icon: <CircleAlert className="text-warning" />, title: "Delayed" },
};

function Outcome({ training }: { training: VoiceTraining }) {
	const outcome = outcomes[training.state];
	if (!outcome) return null;
	return (
		<div role="status" className="flex gap-3">
			<span aria-hidden="true" className="mt-0.5 shrink-0 [&_svg]:size-5">
				{outcome.icon}
			</span>
			<div className="min-w-0">
				<p className="font-medium">{training.state === "fine_tuned" ? doneLabels[training.origin] : outcome.title}</p>
				{training.message ? <p className="mt-0.5 text-muted">{training.message}</p> : null}
			</div>
		</div>
	);
}

/** Never claim more than was done: a blend of shipped voices is "matched", not cloned. */
const doneLabels: Record<VoiceTraining["origin"], string> = {
	matched: "Matched",
	cloned: "Cloned",
	trained: "Trained",
};
