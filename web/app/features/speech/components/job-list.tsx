import { Button } from "@timbre/ui/primitives/button.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { count } from "../../../lib/text/format.ts";
import { useJobs } from "../speech.jobs.queries.ts";

/** Long texts that are generated in the background. */
export function JobList({ onDone }: { onDone: (historyItemId: string) => void }) {
	const { jobs, cancel } = useJobs(onDone);
	if (jobs.length === 0) return null;
	return (
		<section aria-label="Generating in the background" className="border-line border-t bg-sunken">
			<ul className="max-h-48 overflow-y-auto">
				{jobs.map((job) => (
					<li key={job.speech_job_id} className="flex items-center gap-4 px-4 py-3 md:px-8 lg:px-12">
						<div className="min-w-0 flex-1">
							<p className="truncate" title={job.title}>
								{job.title}
							</p>
							<Progress
								label={`Generating: ${job.title.slice(0, 40)}`}
								value={job.delivered_characters}
								max={job.characters}
								className="my-2"
							/>
							<p className="text-[13px] text-muted">
								<span className="tabular">
									{count(job.delivered_characters)} of {count(job.characters)} characters.
								</span>{" "}
								{job.status === "waiting" && "Waiting for a free slot. "}
								You can leave this page.
							</p>
						</div>
						<Button size="small" onClick={() => cancel(job.speech_job_id)}>
							Cancel
						</Button>
					</li>
				))}
			</ul>
		</section>
	);
}
