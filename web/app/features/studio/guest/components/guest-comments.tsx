import { useQuery } from "@tanstack/react-query";
import type { GuestComment } from "@timbre/contract/studio/review/guest-schemas.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Play } from "lucide-react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { ago } from "../../../../lib/text/format.ts";
import { guestCommentsQuery } from "../guest.queries.ts";

type GuestCommentsProps = {
	token: string;
	chapterId: string;
	snapshotId: string;
	mayComment: boolean;
	onPlayFrom: (seconds: number) => void;
};

/** Comments of all guests of the link, each at its time. */
export function GuestComments({ token, chapterId, snapshotId, mayComment, onPlayFrom }: GuestCommentsProps) {
	const { data: comments = [], error } = useQuery(guestCommentsQuery({ token, chapter_id: chapterId }));
	if (!mayComment && comments.length === 0) return null;
	return (
		<section aria-labelledby="comments" className="mt-10 border-line border-t pt-6">
			<h3 id="comments" className="font-medium text-[15px]">
				Comments
			</h3>
			{error ? (
				<p role="alert" className="mt-2 text-danger">
					Couldn't load comments. {messageOf(error)}
				</p>
			) : null}
			{comments.length === 0 && !error ? (
				<p className="mt-2 text-muted">No comments yet. Pause where you hear something, and choose Comment here.</p>
			) : null}
			{comments.length > 0 ? (
				<ul aria-label="Comments" className="mt-3 flex flex-col gap-3">
					{comments.map((comment) => (
						<Comment
							key={comment.comment_id}
							comment={comment}
							isCurrent={comment.chapter_snapshot_id === snapshotId}
							onPlayFrom={onPlayFrom}
						/>
					))}
				</ul>
			) : null}
		</section>
	);
}

type CommentProps = { comment: GuestComment; isCurrent: boolean; onPlayFrom: (seconds: number) => void };

function Comment({ comment, isCurrent, onPlayFrom }: CommentProps) {
	const { guest_name, text, quote, audio_seconds, is_resolved, created_at_unix } = comment;
	return (
		<li className="rounded-card border border-line bg-raised px-3 py-2.5">
			<p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px] text-muted">
				<bdi className="font-medium text-ink text-sm [overflow-wrap:anywhere]">{guest_name}</bdi>
				<span>{ago(created_at_unix)}</span>
				{is_resolved ? <Badge>Resolved</Badge> : null}
			</p>
			{quote ? (
				<blockquote
					dir="auto"
					className="mt-1 line-clamp-2 break-words border-line border-l-2 pl-2 text-[13px] text-muted"
				>
					{quote}
				</blockquote>
			) : null}
			<p dir="auto" className="mt-1 whitespace-pre-wrap break-words">
				{text}
			</p>
			{isCurrent ? (
				<Button
					size="small"
					variant="quiet"
					className="-ml-2 px-2"
					aria-label={`Play from ${formatTime(audio_seconds)}`}
					onClick={() => onPlayFrom(audio_seconds)}
				>
					<Play aria-hidden="true" fill="currentColor" strokeWidth={0} />
					<span className="tabular">{formatTime(audio_seconds)}</span>
				</Button>
			) : (
				<p className="mt-1 text-[13px] text-muted">At {formatTime(audio_seconds)} of an earlier recording</p>
			)}
		</li>
	);
}
