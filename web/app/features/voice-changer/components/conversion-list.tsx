import type { ConversionJob } from "@timbre/contract/voice-changer/endpoints.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";

type ConversionListProps = { jobs: readonly ConversionJob[]; onCancel: (jobId: string) => void };

/** Recordings that are being converted. */
export function ConversionList({ jobs, onCancel }: ConversionListProps) {
	if (jobs.length === 0) return null;
	return (
		<section aria-label="Converting" className="rounded-card border border-line bg-raised">
			<ul>
				{jobs.map((job) => (
					<li key={job.conversion_job_id} className="flex items-center gap-4 px-4 py-3">
						<div className="min-w-0 flex-1">
							<p className="truncate font-medium" title={job.file_name}>
								{job.file_name}
							</p>
							<Progress
								label={`Converting ${job.file_name}`}
								value={Math.round(job.progress * 100)}
								max={100}
								className="my-2"
							/>
							<p className="text-[13px] text-muted">
								{stateOf(job)} You can leave this page; the result appears in your history.
							</p>
						</div>
						<Button size="small" aria-label={`Cancel ${job.file_name}`} onClick={() => onCancel(job.conversion_job_id)}>
							Cancel
						</Button>
					</li>
				))}
			</ul>
		</section>
	);
}

function stateOf({ status, seconds, progress }: ConversionJob): string {
	if (status === "waiting" && seconds !== null) return "Waiting for a free slot.";
	if (seconds === null) return "Reading the recording.";
	return `Converting: ${Math.round(progress * 100)}%.`;
}
