import { type ExportFormat, exportFormats } from "@timbre/contract/voiceover/rules.ts";
import type { Voiceover } from "@timbre/contract/voiceover/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { Label } from "@timbre/ui/primitives/forms/label.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { Download } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { ago, bytes } from "../../../lib/text/format.ts";
import { activeJob, formatNames, jobText, problemsOf } from "../model/jobs.ts";
import { exportUrl, useCancelJob, useExport } from "../voiceover.queries.ts";

type ExportDialogProps = { voiceover: Voiceover; onClose: () => void };

/** Starts an export, shows its progress, and has the files of earlier ones. Mount it only while it is open. */
export function ExportDialog({ voiceover, onClose }: ExportDialogProps) {
	const { voiceover_id: id, source, lines, jobs, can_edit, seconds } = voiceover;
	const hasPicture = source?.state === "ready" && source.has_picture;
	const [format, setFormat] = useState<ExportFormat>(hasPicture ? "mp4" : "mp3");
	const [anyway, setAnyway] = useState(false);
	const start = useExport(id);
	const cancel = useCancelJob(id);
	const running = activeJob(voiceover, "export");
	const problems = problemsOf(lines);
	const files = jobs.filter(({ kind, state }) => kind === "export" && state === "done");
	const failed = jobs.find(({ kind }) => kind === "export");
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Export"
			description="Mixes all tracks. Exports are free, and the picture of a video stays as it is."
			footer={
				<>
					<Button onClick={onClose}>Close</Button>
					{can_edit ? (
						<Button
							variant="primary"
							busy={start.isPending}
							disabled={running !== undefined || seconds === 0 || (problems.length > 0 && !anyway)}
							onClick={() => start.mutate({ format, allow_problems: anyway })}
						>
							Export
						</Button>
					) : null}
				</>
			}
		>
			<div className="flex flex-col gap-4">
				{can_edit ? (
					<div>
						<Label htmlFor="export-format">Format</Label>
						<Select
							id="export-format"
							value={format}
							options={exportFormats.map((value) => ({
								value,
								label: formatNames[value],
								disabled: value === "mp4" && !hasPicture,
								...(value === "mp4" && !hasPicture ? { detail: "There is no video" } : {}),
							}))}
							onChange={(value) => setFormat(value as ExportFormat)}
							className="mt-1.5"
						/>
					</div>
				) : null}
				{can_edit && problems.length > 0 ? (
					<div className="rounded-card border border-line bg-sunken px-4 py-3">
						<ul className="mb-2 text-[13px] text-warning">
							{problems.map((problem) => (
								<li key={problem}>{problem}</li>
							))}
						</ul>
						<Checkbox label="Export anyway" checked={anyway} onChange={setAnyway} />
					</div>
				) : null}
				<p role="status" className={running ? "" : "sr-only"}>
					{running ? jobText(running) : failed ? jobText(failed) : ""}
				</p>
				{running ? (
					<div className="flex items-center gap-3">
						<Progress label="Progress of the export" value={running.progress * 100} />
						<Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate(running.voiceover_job_id)}>
							Cancel export
						</Button>
					</div>
				) : null}
				{!running && failed?.state === "failed" ? <p className="text-danger">{jobText(failed)}</p> : null}
				{start.isError ? (
					<p role="alert" className="text-danger">
						{messageOf(start.error)}
					</p>
				) : null}
				{files.length > 0 ? (
					<ul aria-label="Exports" className="rounded-card border border-line">
						{files.map((job) => (
							<li
								key={job.voiceover_job_id}
								className="flex items-center justify-between gap-3 border-line border-b px-3 py-2 last:border-b-0"
							>
								<span className="min-w-0 truncate">
									{formatNames[job.format ?? "wav"]}{" "}
									<span className="text-[13px] text-muted">
										{bytes(job.bytes ?? 0)}, {ago(job.created_at_unix)}
									</span>
								</span>
								<Button size="small" asChild>
									<a href={exportUrl(id, job.voiceover_job_id)} download>
										<Download aria-hidden="true" />
										Download<span className="sr-only"> {formatNames[job.format ?? "wav"]}</span>
									</a>
								</Button>
							</li>
						))}
					</ul>
				) : null}
			</div>
		</Dialog>
	);
}
