import type { Comment } from "@timbre/contract/studio/endpoints.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { ago, counted } from "../../../../lib/text/format.ts";
import { useDeleteComment, useResolveComment } from "../editor.queries.ts";

type CommentListProps = {
	chapter: { project_id: string; chapter_id: string };
	comments: readonly Comment[];
	canComment: boolean;
	/** Editors can delete all comments, others their own. */
	canDelete: (comment: Comment) => boolean;
	onShow: (comment: Comment) => void;
};

/** Open comments first, each with its passage. */
export function CommentList({ chapter, comments, canComment, canDelete, onShow }: CommentListProps) {
	const resolve = useResolveComment(chapter);
	const remove = useDeleteComment(chapter);
	const open = comments.filter(({ resolved_at_unix }) => resolved_at_unix === null);
	const resolved = comments.filter(({ resolved_at_unix }) => resolved_at_unix !== null);
	const askToDelete = async (comment: Comment) => {
		const { confirmed } = await confirm({
			title: "Delete comment?",
			description: "This can't be undone.",
			action: "Delete comment",
		});
		if (confirmed) remove.mutate(comment.comment_id);
	};
	if (comments.length === 0) {
		return (
			<p className="text-muted">
				{canComment ? "No comments yet. Select a passage and choose Comment." : "No comments yet."}
			</p>
		);
	}
	return (
		<>
			<p className="mb-2 text-[13px] text-muted">
				{counted(open.length, "open comment")}
				{resolved.length > 0 ? `, ${resolved.length} resolved` : ""}
			</p>
			<ul aria-label="Comments" className="flex flex-col gap-3">
				{[...open, ...resolved].map((comment) => {
					const isResolved = comment.resolved_at_unix !== null;
					const about = `comment by ${comment.user_name}: ${comment.text.slice(0, 40)}`;
					return (
						<li key={comment.comment_id} className="flex flex-col gap-2 rounded-card border border-line bg-raised p-3">
							<p className="flex items-baseline gap-2">
								<bdi className="truncate font-medium">{comment.user_name}</bdi>
								{comment.is_guest ? <Badge className="shrink-0">Guest</Badge> : null}
								<span className="shrink-0 text-[13px] text-muted">{ago(comment.created_at_unix)}</span>
								{isResolved ? <Badge className="ml-auto">Resolved</Badge> : null}
							</p>
							{comment.quote ? (
								<blockquote
									dir="auto"
									title={comment.quote}
									className="line-clamp-2 break-words border-line border-l-2 pl-2 text-[13px] text-muted"
								>
									{comment.quote}
								</blockquote>
							) : null}
							{comment.audio_seconds === null ? null : (
								<p className="text-[13px] text-muted tabular">
									At {formatTime(comment.audio_seconds)} of the recording
								</p>
							)}
							<p dir="auto" className="whitespace-pre-wrap break-words">
								{comment.text}
							</p>
							<div className="-ml-2 flex flex-wrap gap-1">
								<Button
									size="small"
									variant="quiet"
									className="px-2"
									aria-label={`Show in text: ${about}`}
									onClick={() => onShow(comment)}
								>
									Show in text
								</Button>
								{canComment ? (
									<Button
										size="small"
										variant="quiet"
										className="px-2"
										aria-label={`${isResolved ? "Reopen" : "Resolve"} ${about}`}
										onClick={() => resolve.mutate({ id: comment.comment_id, resolved: !isResolved })}
									>
										{isResolved ? "Reopen" : "Resolve"}
									</Button>
								) : null}
								{canDelete(comment) ? (
									<Button
										size="small"
										variant="quiet"
										className="px-2"
										aria-label={`Delete ${about}`}
										onClick={() => void askToDelete(comment)}
									>
										Delete
									</Button>
								) : null}
							</div>
						</li>
					);
				})}
			</ul>
		</>
	);
}
