import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import type { MisreadSentence, Take } from "@timbre/contract/studio/take-schemas.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Check, RefreshCw } from "lucide-react";
import type { Ref } from "react";
import { Link } from "react-router";
import { PlayButton } from "../../components/play-button.tsx";
import { usePlaying } from "../../components/use-playing.ts";
import { projectPath } from "../../studio.queries.ts";
import { piecesOf, wordText } from "../model/misread.ts";
import { takeItemId } from "../model/sentences.ts";

type MisreadCardProps = {
	ref: Ref<HTMLElement>;
	project: ProjectDetails;
	sentence: MisreadSentence;
	outcome: "accepted" | Take | undefined;
	/** "3 of 12". */
	position: string;
	editable: boolean;
	busy: boolean;
	/** The take that is heard. */
	takeId: string;
	onPlay: () => void;
	onAccept: () => void;
	onAgain: () => void;
	onBack: () => void;
};

/** A misread sentence with its words, and what can be done about it. */
export function MisreadCard({
	ref,
	project,
	sentence,
	outcome,
	position,
	editable,
	busy,
	takeId,
	...on
}: MisreadCardProps) {
	const { chapter_id, block_id, text, misread } = sentence;
	const chapter = project.chapters.find((one) => one.chapter_id === chapter_id);
	const playing = usePlaying(takeItemId(takeId)) === "playing";
	const isReread = outcome !== undefined && outcome !== "accepted";
	const explained = isReread
		? "Read again. Take check hasn't listened to the new take."
		: misread.map(wordText).join(" ");
	return (
		<article
			ref={ref}
			tabIndex={-1}
			aria-label={`Sentence ${position}: ${text.slice(0, 200)} ${explained}`}
			className="flex scroll-my-4 flex-col gap-3 rounded-card p-4 focus-visible:-outline-offset-2"
		>
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-[13px]">
				<p className="min-w-0">
					{outcome === undefined ? (
						<Badge tone="danger">Misread</Badge>
					) : (
						<Badge tone="positive">{isReread ? "Read again" : "Accepted"}</Badge>
					)}
				</p>
				<p className="flex min-w-0 items-baseline gap-3 text-muted">
					<span className="shrink-0 tabular">{position}</span>
					<Link
						to={`${projectPath(project.project_id)}?chapter=${chapter_id}&block=${block_id}`}
						title={chapter?.name}
						className="truncate rounded-sm underline underline-offset-4 hover:text-ink"
					>
						Open in the text<span className="max-sm:sr-only">: {chapter?.name ?? "chapter"}</span>
					</Link>
				</p>
			</div>
			<div className="flex items-start gap-3">
				<PlayButton what="sentence" playing={playing} onClick={on.onPlay} aria-keyshortcuts="P" />
				<p dir="auto" className="max-w-2xl whitespace-pre-wrap break-words pt-0.5 text-base/7">
					{(isReread ? piecesOf(text, []) : piecesOf(text, misread)).map((piece) =>
						piece.word ? (
							<mark
								key={piece.key}
								title={wordText(piece.word)}
								className="bg-transparent text-ink underline decoration-2 decoration-danger decoration-wavy underline-offset-4"
							>
								{piece.text}
							</mark>
						) : (
							<span key={piece.key}>{piece.text}</span>
						),
					)}
				</p>
			</div>
			<p className="text-[13px] text-muted">{explained}</p>
			{editable ? (
				<div className="flex flex-wrap items-center gap-2">
					{outcome === undefined ? (
						<>
							<Button size="small" variant="primary" busy={busy} aria-keyshortcuts="R" onClick={on.onAgain}>
								<RefreshCw aria-hidden="true" />
								Read again: free
							</Button>
							<Button size="small" aria-keyshortcuts="A" onClick={on.onAccept}>
								<Check aria-hidden="true" />
								Accept
							</Button>
						</>
					) : null}
					{isReread ? (
						<Button size="small" onClick={on.onBack}>
							Back to the first take
						</Button>
					) : null}
				</div>
			) : null}
		</article>
	);
}
