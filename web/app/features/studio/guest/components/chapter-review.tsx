import { useQuery } from "@tanstack/react-query";
import type { GuestChapter, GuestReview, Recording } from "@timbre/contract/studio/review/guest-schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { MessageSquarePlus } from "lucide-react";
import { useCallback, useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { player } from "../../../../lib/audio/player.ts";
import { sentenceAt } from "../../conversion/model/spoken.ts";
import { CommentDialog } from "../../editor/components/comment-dialog.tsx";
import { recordingQuery, recordingUrl, useGuestComment } from "../guest.queries.ts";
import { recordingItemId } from "../model/paragraphs.ts";
import { Approval } from "./approval.tsx";
import { GuestComments } from "./guest-comments.tsx";
import { ReadAlong } from "./read-along.tsx";
import { RecordingPlayer } from "./recording-player.tsx";
import type { GuestSession } from "./use-guest.ts";

type ChapterReviewProps = { token: string; review: GuestReview; chapter: GuestChapter; session: GuestSession };

/** One chapter: its recording with the text, approval and comments. */
export function ChapterReview({ token, review, chapter, session }: ChapterReviewProps) {
	const snapshotId = chapter.recording?.chapter_snapshot_id ?? "";
	const ref = { token, chapter_id: chapter.chapter_id, chapter_snapshot_id: snapshotId };
	const { data, error } = useQuery({ ...recordingQuery(ref), enabled: chapter.recording !== null });
	return (
		<section aria-labelledby="chapter" className="mt-6">
			<h2 id="chapter" dir="auto" className="break-words font-serif text-2xl">
				{chapter.name}
			</h2>
			{chapter.recording ? null : <p className="mt-3 text-muted">This chapter has no recording yet.</p>}
			{error && !data ? (
				<p role="alert" className="mt-3 text-danger">
					Couldn't load the recording. {messageOf(error)}
				</p>
			) : null}
			{chapter.recording && !data && !error ? (
				<div aria-busy="true" className="mt-4">
					<p className="sr-only">Loading the recording</p>
					<Skeleton className="h-14 rounded-card" />
					<Skeleton className="mt-6 h-32" />
				</div>
			) : null}
			{data ? (
				<Listening
					token={token}
					review={review}
					chapter={chapter}
					session={session}
					recording={data}
					url={recordingUrl(ref)}
				/>
			) : null}
		</section>
	);
}

function Listening(props: ChapterReviewProps & { recording: Recording; url: string }) {
	const { token, review, chapter, session, recording, url } = props;
	const { chapter_id, name } = chapter;
	const snapshotId = chapter.recording?.chapter_snapshot_id ?? "";
	const itemId = recordingItemId(snapshotId);
	const comment = useGuestComment({ token, chapter_id });
	/** Where the new comment belongs, in seconds. */
	const [commentAt, setCommentAt] = useState<number | null>(null);
	const [announcement, setAnnouncement] = useState("");
	const { project_name: projectName } = review;
	const load = useCallback(() => {
		if (player.state().item?.id === itemId) return;
		void player.load(
			{
				id: itemId,
				type: "voicePreview",
				peaks: recording.peaks.map((peak) => peak / 255),
				player: { title: name, description: projectName, duration: recording.audio_duration_secs * 1000 },
			},
			{ url },
		);
	}, [itemId, name, projectName, recording, url]);
	const seek = useCallback(
		(seconds: number) => {
			load();
			player.seek(seconds);
		},
		[load],
	);
	const playFrom = useCallback(
		(seconds: number) => {
			load();
			if (seconds > 0 || player.time() > 0) player.seek(seconds);
			player.play();
		},
		[load],
	);
	const startComment = () => {
		const isLoaded = player.state().item?.id === itemId;
		if (isLoaded && player.state().status === "playing") player.toggle();
		setCommentAt(isLoaded ? player.time() : 0);
	};
	const sentence =
		commentAt === null ? undefined : recording.sentences[Math.max(0, sentenceAt(recording.sentences, commentAt))];
	const { guest } = session;
	return (
		<>
			<RecordingPlayer name={name} itemId={itemId} recording={recording} onPlayFrom={playFrom} onSeek={seek}>
				{review.may_comment ? (
					<Button
						size="small"
						disabled={!guest}
						title={guest ? undefined : "Enter your name first"}
						onClick={startComment}
					>
						<MessageSquarePlus aria-hidden="true" />
						Comment here
					</Button>
				) : null}
			</RecordingPlayer>
			<ReadAlong name={name} sentences={recording.sentences} itemId={itemId} onPlayFrom={playFrom} />
			{review.may_approve ? (
				<Approval token={token} chapter={chapter} snapshotId={snapshotId} session={session} />
			) : null}
			<GuestComments
				token={token}
				chapterId={chapter_id}
				snapshotId={snapshotId}
				mayComment={review.may_comment}
				onPlayFrom={playFrom}
			/>
			<p role="status" className="sr-only">
				{announcement}
			</p>
			{commentAt !== null && guest ? (
				<CommentDialog
					quote={sentence?.text.trim() ?? name}
					busy={comment.isPending}
					save={async (text) => {
						await comment.mutateAsync({ guestKey: guest.key, snapshotId, seconds: commentAt, text });
						setCommentAt(null);
						setAnnouncement("Comment added.");
					}}
					onClose={() => setCommentAt(null)}
				/>
			) : null}
		</>
	);
}
