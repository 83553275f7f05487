import { useQueryClient } from "@tanstack/react-query";
import type { Voiceover } from "@timbre/contract/voiceover/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { useEffect, useRef, useState } from "react";
import { subscriptionQuery } from "../../usage/usage.public.ts";
import { activeJob, isActive, jobText } from "../model/jobs.ts";
import { useCancelJob } from "../voiceover.queries.ts";

/** Speech that is being generated, and how it ended while this page was open. */
export function SpeechStatus({ voiceover }: { voiceover: Voiceover }) {
	const cancel = useCancelJob(voiceover.voiceover_id);
	const queryClient = useQueryClient();
	const running = activeJob(voiceover, "speech");
	const latest = voiceover.jobs.find(({ kind }) => kind === "speech");
	const followed = useRef<string | null>(null);
	const [ended, setEnded] = useState<{ text: string; failed: boolean } | null>(null);
	useEffect(() => {
		if (!latest) return;
		if (isActive(latest)) {
			followed.current = latest.voiceover_job_id;
			setEnded(null);
		} else if (followed.current === latest.voiceover_job_id) {
			followed.current = null;
			setEnded({ text: jobText(latest), failed: latest.state === "failed" });
			void queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey });
		}
	}, [latest, queryClient]);
	return (
		<>
			<p role="status" className="sr-only">
				{running ? "Generating speech" : ended && !ended.failed ? ended.text : ""}
			</p>
			{running ? (
				<div className="flex items-center gap-4 border-line border-b bg-sunken px-4 py-2.5 md:px-6">
					<div className="flex min-w-0 flex-1 flex-col gap-1.5">
						<p className="truncate tabular">{jobText(running)}</p>
						<Progress label="Progress of the speech" value={running.progress * 100} />
					</div>
					{voiceover.can_edit ? (
						<Button
							size="small"
							busy={cancel.isPending}
							onClick={() => cancel.mutate(running.voiceover_job_id)}
							aria-label="Cancel generating speech"
						>
							Cancel
						</Button>
					) : null}
				</div>
			) : null}
			{!running && ended?.failed ? (
				<p role="alert" className="border-line border-b bg-sunken px-4 py-2.5 text-danger md:px-6">
					{ended.text}
				</p>
			) : null}
		</>
	);
}
