import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isUnfinished, maxTitleCharacters, sourceLanguageName } from "@timbre/contract/transcription/rules.ts";
import type { TranscriptDetails } from "@timbre/contract/transcription/schemas.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Progress } from "@timbre/ui/primitives/feedback/progress.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { ArrowLeft, CircleAlert, CircleSlash, FileText, Pencil } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useParams } from "react-router";
import { isApiError } from "../../../lib/api/api-error.ts";
import { confirm } from "../../../lib/forms/confirm.ts";
import { counted } from "../../../lib/text/format.ts";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { modelName, progressText } from "../model/transcripts.ts";
import { transcriptionPath, transcriptKey, useCancelTranscript } from "../transcription.queries.ts";
import { EditorView } from "./components/editor-view.tsx";
import { transcriptQuery, useRenameTranscript } from "./editor.queries.ts";

export const meta = () => [{ title: "Transcript - Timbre" }];

export default function TranscriptPage() {
	const { transcriptId = "" } = useParams();
	const found = useQuery(transcriptQuery(transcriptId));
	const queryClient = useQueryClient();
	/** Incremented to open the editor with a transcript that was loaded again. */
	const [version, setVersion] = useState(0);
	const notFound = found.isError && isApiError(found.error) && [404, 422].includes(found.error.status);
	const transcript = found.data;
	if (transcript?.state === "completed") {
		const reload = async () => {
			await queryClient.refetchQueries({ queryKey: transcriptKey(transcriptId) });
			setVersion(version + 1);
		};
		return (
			<EditorView
				key={`${transcriptId} ${version}`}
				transcript={transcript}
				heading={(aside) => <Heading transcript={transcript}>{aside}</Heading>}
				onReload={() => void reload()}
			/>
		);
	}
	return (
		<div className="mx-auto w-full max-w-5xl px-4 pt-4 pb-16 md:px-8">
			{found.isPending ? <Loading /> : null}
			{notFound ? (
				<>
					<h1 className="sr-only">Transcript not found</h1>
					<EmptyState
						icon={<FileText aria-hidden="true" />}
						title="Transcript not found"
						action={
							<Button asChild>
								<Link to={transcriptionPath}>View all transcripts</Link>
							</Button>
						}
					>
						It may have been deleted, or it belongs to another workspace.
					</EmptyState>
				</>
			) : null}
			{found.isError && !notFound && !transcript ? (
				<>
					<h1 className="sr-only">Transcript</h1>
					<LoadFailure title="Couldn't load the transcript" query={found} />
				</>
			) : null}
			{transcript ? <Unfinished transcript={transcript} /> : null}
		</div>
	);
}

function Heading({ transcript, children }: { transcript: TranscriptDetails; children?: ReactNode }) {
	const rename = useRenameTranscript(transcript.transcription_id);
	const ask = async () => {
		const { confirmed, value } = await confirm({
			title: "Rename transcript",
			description: "The title is also the name of exported files.",
			action: "Rename",
			tone: "primary",
			input: { label: "Title", initial: transcript.title, required: true },
		});
		if (confirmed) rename.mutate(value.trim().slice(0, maxTitleCharacters));
	};
	return (
		<div className="flex items-center justify-between gap-x-3 md:gap-x-6">
			<div className="flex min-w-0 flex-1 items-center gap-2">
				<Link
					to={transcriptionPath}
					aria-label="All transcripts"
					className="-ml-2 flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-ink"
				>
					<ArrowLeft aria-hidden="true" className="size-4" />
				</Link>
				<div className="min-w-0">
					<div className="flex items-center gap-1">
						<h1 className="truncate font-semibold text-lg tracking-tight" title={transcript.title}>
							{transcript.title}
						</h1>
						<IconButton label="Rename transcript" size="small" onClick={() => void ask()}>
							<Pencil aria-hidden="true" />
						</IconButton>
					</div>
					<p title={describe(transcript)} className="truncate text-[13px] text-muted tabular max-sm:hidden">
						{describe(transcript)}
					</p>
				</div>
			</div>
			{children ? <div className="flex items-center gap-3">{children}</div> : null}
		</div>
	);
}

function describe({ duration_seconds, language_code, model_id, speaker_count, credits }: TranscriptDetails): string {
	return [
		duration_seconds !== null && formatTime(duration_seconds),
		language_code !== null && sourceLanguageName(language_code),
		speaker_count !== null && counted(speaker_count, "speaker"),
		modelName(model_id),
		credits !== null && counted(credits, "credit"),
	]
		.filter(Boolean)
		.join(" · ");
}

/** A transcript that is in progress, failed or was canceled. */
function Unfinished({ transcript }: { transcript: TranscriptDetails }) {
	const cancel = useCancelTranscript();
	const { state, error } = transcript;
	return (
		<>
			<Heading transcript={transcript} />
			{isUnfinished(state) ? (
				<div className="mx-auto mt-16 flex max-w-md flex-col gap-3 text-center">
					<p role="status" className="font-medium text-[15px]">
						{progressText(transcript)}
					</p>
					<Progress label="Progress of the transcript" value={transcript.progress * 100} />
					<p className="text-muted">You can leave this page or close the tab. The transcript continues.</p>
					<Button
						className="self-center"
						busy={cancel.isPending}
						onClick={() => cancel.mutate(transcript.transcription_id)}
					>
						Cancel transcript
					</Button>
				</div>
			) : null}
			{state === "failed" ? (
				<EmptyState
					icon={<CircleAlert aria-hidden="true" />}
					title="Couldn't transcribe this recording"
					action={<BackButton />}
				>
					{error} It cost nothing.
				</EmptyState>
			) : null}
			{state === "cancelled" ? (
				<EmptyState
					icon={<CircleSlash aria-hidden="true" />}
					title="This transcript was canceled"
					action={<BackButton />}
				>
					It cost nothing. Upload the recording again to transcribe it.
				</EmptyState>
			) : null}
		</>
	);
}

const BackButton = () => (
	<Button asChild>
		<Link to={transcriptionPath}>View all transcripts</Link>
	</Button>
);

function Loading() {
	return (
		<div aria-busy="true">
			<h1 className="sr-only">Transcript</h1>
			<p className="sr-only">Loading transcript</p>
			<Skeleton className="h-7 w-64" />
			<Skeleton className="mt-4 h-10" />
			<Skeleton className="mt-4 h-8 w-80" />
			{["h-16", "h-24", "h-16"].map((height, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
				<Skeleton key={index} className={`mt-6 ${height}`} />
			))}
		</div>
	);
}
