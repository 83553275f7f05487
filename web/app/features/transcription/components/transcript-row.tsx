import { isUnfinished, sourceLanguageName } from "@timbre/contract/transcription/rules.ts";
import type { TranscriptSummary } from "@timbre/contract/transcription/schemas.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Trash2 } from "lucide-react";
import { Link } from "react-router";
import { ago, counted } from "../../../lib/text/format.ts";
import { progressText } from "../model/transcripts.ts";
import { transcriptPath } from "../transcription.queries.ts";

type TranscriptRowProps = {
	transcript: TranscriptSummary;
	canceling: boolean;
	onCancel: () => void;
	onDelete: () => void;
};

export function TranscriptRow({ transcript, canceling, onCancel, onDelete }: TranscriptRowProps) {
	const { transcription_id, title, state } = transcript;
	const unfinished = isUnfinished(state);
	return (
		<li className="relative flex items-start gap-3 border-line border-b py-3 pr-2 pl-4 last:border-b-0 hover:bg-hover">
			<div className="min-w-0 flex-1">
				<p className="flex min-w-0 items-center gap-2">
					<Link
						to={transcriptPath(transcription_id)}
						className="truncate font-medium before:absolute before:inset-0"
						title={title}
					>
						{title}
					</Link>
					{state === "failed" ? <Badge tone="danger">Failed</Badge> : null}
					{state === "cancelled" ? <Badge>Canceled</Badge> : null}
					{transcript.is_edited ? <Badge>Edited</Badge> : null}
				</p>
				{transcript.preview ? (
					<p dir="auto" className="truncate text-muted" title={transcript.preview}>
						{transcript.preview}
					</p>
				) : null}
				{state === "failed" && transcript.error ? (
					<p className="break-words text-[13px] text-danger">{transcript.error}</p>
				) : null}
				{unfinished ? (
					<div className="mt-1.5 flex max-w-md flex-col gap-1.5">
						<p className="text-[13px] text-muted tabular">{progressText(transcript)}</p>
						<Progress label={`Progress of ${title}`} value={transcript.progress * 100} />
					</div>
				) : null}
				<p className="mt-0.5 text-[13px] text-muted tabular">{describe(transcript)}</p>
			</div>
			<div className="relative flex shrink-0 items-center gap-1">
				{unfinished ? (
					<Button size="small" variant="quiet" busy={canceling} onClick={onCancel} aria-label={`Cancel ${title}`}>
						Cancel
					</Button>
				) : null}
				<IconButton label={`Delete ${title}`} size="small" onClick={onDelete}>
					<Trash2 aria-hidden="true" />
				</IconButton>
			</div>
		</li>
	);
}

function describe(transcript: TranscriptSummary): string {
	const { duration_seconds, language_code, speaker_count, credits, created_at_unix } = transcript;
	return [
		ago(created_at_unix),
		duration_seconds !== null && formatTime(duration_seconds),
		language_code !== null && sourceLanguageName(language_code),
		speaker_count !== null && counted(speaker_count, "speaker"),
		credits !== null && counted(credits, "credit"),
	]
		.filter(Boolean)
		.join(" · ");
}
