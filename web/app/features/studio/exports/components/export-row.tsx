import type { ProjectExport } from "@timbre/contract/studio/exports/export-schemas.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { CircleAlert, CircleCheck, Download, Trash2 } from "lucide-react";
import { ago, bytes, counted } from "../../../../lib/text/format.ts";
import { fileUrl } from "../exports.queries.ts";
import { summary } from "../model/acx.ts";
import { isActive, outdated, percent, stateText, titleOf } from "../model/exports.ts";
import { Measurements } from "./measurements.tsx";

type ExportRowProps = {
	found: ProjectExport;
	editable: boolean;
	canceling: boolean;
	onCancel: () => void;
	onDelete: () => void;
};

export function ExportRow({ found, editable, canceling, onCancel, onDelete }: ExportRowProps) {
	const title = titleOf(found);
	const { state, error, chapters, created_at_unix, bytes: size, files } = found;
	const details = [counted(chapters.length, "chapter"), size === null ? undefined : bytes(size), ago(created_at_unix)];
	return (
		<li className="rounded-card border border-line bg-raised">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
				<div className="min-w-0 flex-1 basis-48">
					<h3 className="flex flex-wrap items-center gap-2 font-medium">
						<span className="break-words">{title}</span>
						{state === "failed" ? <Badge tone="danger">Failed</Badge> : null}
						{state === "canceled" ? <Badge>Canceled</Badge> : null}
					</h3>
					<p className="text-[13px] text-muted tabular">{details.filter(Boolean).join(" · ")}</p>
					{state === "done" ? <Verdict found={found} /> : null}
				</div>
				<div className="flex items-center gap-2">
					{state === "done" ? (
						<Button asChild size="small">
							<a href={fileUrl(found)} download={found.file_name ?? true} aria-label={`Download ${title}`}>
								<Download aria-hidden="true" />
								Download
							</a>
						</Button>
					) : null}
					{isActive(found) && editable ? (
						<Button size="small" busy={canceling} onClick={onCancel} aria-label={`Cancel ${title}`}>
							Cancel
						</Button>
					) : null}
					{editable && !isActive(found) ? (
						<IconButton label={`Delete ${title}`} size="small" onClick={onDelete}>
							<Trash2 aria-hidden="true" />
						</IconButton>
					) : null}
				</div>
			</div>
			{isActive(found) ? (
				<div className="flex items-center gap-3 px-4 pb-3">
					<Progress label={`Progress of ${title}`} value={percent(found)} />
					<span className="shrink-0 text-[13px] text-muted tabular">{stateText(found)}</span>
				</div>
			) : null}
			{state === "failed" && error ? <p className="break-words px-4 pb-3 text-[13px] text-danger">{error}</p> : null}
			{state === "done" && files.length > 0 ? (
				<Measurements files={files} title={title} open={found.loudness === "acx"} />
			) : null}
		</li>
	);
}

/** Whether the files pass ACX, in words, and which chapters are older than their text. */
function Verdict({ found }: { found: ProjectExport }) {
	const text = summary(found.files);
	const passed = found.files.every(({ acx_passed }) => acx_passed !== false);
	const missed = text === "" && found.files.some(({ target_met }) => !target_met);
	const old = outdated(found);
	const Icon = passed ? CircleCheck : CircleAlert;
	// Without the levels of ACX it is no mistake.
	const failedTone = found.loudness === "acx" ? "text-danger" : "text-muted";
	return (
		<>
			{text === "" ? null : (
				<p className={`mt-1 flex items-center gap-1.5 text-[13px] ${passed ? "text-positive" : failedTone}`}>
					<Icon aria-hidden="true" className="size-4 shrink-0" />
					{text}
				</p>
			)}
			{missed ? <p className="mt-1 text-[13px] text-danger">Doesn't reach the chosen loudness</p> : null}
			{old.length > 0 ? (
				<p className="mt-1 break-words text-[13px] text-muted">
					The text was changed after its audio was generated: {old.join(", ")}
				</p>
			) : null}
		</>
	);
}
