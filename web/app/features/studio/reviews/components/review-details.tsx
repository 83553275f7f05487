import { useQuery } from "@tanstack/react-query";
import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import type { ReviewDetails as Details, Review } from "@timbre/contract/studio/review/schemas.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { formatTime } from "@timbre/ui/audio/time.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { ago } from "../../../../lib/text/format.ts";
import { chapterNameOf, coverageText, statusBadges } from "../model/review-text.ts";
import { reviewQuery } from "../reviews.queries.ts";
import { CompareVoices, type PassageRef } from "./compare-voices.tsx";
import { ComparisonResult } from "./comparison-result.tsx";

type ReviewDetailsProps = {
	project: ProjectDetails;
	reviewId: string;
	editable: boolean;
	passage: PassageRef | null;
	voices: Voice[];
};

/** What the guests of a link approved, wrote and voted. */
export function ReviewDetails({ project, reviewId, editable, passage, voices }: ReviewDetailsProps) {
	const { project_id: projectId, chapters } = project;
	const { data, error } = useQuery(reviewQuery(projectId, reviewId));
	if (error && !data)
		return (
			<p role="alert" className="text-danger">
				Couldn't load the link. {messageOf(error)}
			</p>
		);
	if (!data)
		return (
			<div aria-busy="true">
				<p className="sr-only">Loading the link</p>
				<Skeleton className="h-24" />
			</div>
		);
	const { review, comments, comparisons } = data;
	const canCompare = editable && review.status === "open";
	return (
		<div className="flex flex-col gap-5">
			<div>
				<p className="flex items-center gap-2">
					<span dir="auto" className="break-words font-medium text-[15px]">
						{review.label}
					</span>
					<Badge tone={statusBadges[review.status].tone}>{statusBadges[review.status].label}</Badge>
				</p>
				<p className="text-[13px] text-muted [overflow-wrap:anywhere]">{coverageText(review, chapters)}</p>
			</div>
			<Section title="Approvals">
				<Approvals approvals={review.approvals} chapters={chapters} />
			</Section>
			<Section title="Comments">
				<Comments comments={comments} chapters={chapters} />
			</Section>
			<Section title="Blind comparisons">
				{comparisons.length === 0 ? (
					<p className="text-muted">None yet. Two takes can be compared in the Takes panel.</p>
				) : (
					<ul aria-label="Blind comparisons" className="flex flex-col gap-2">
						{comparisons.map((comparison) => (
							<ComparisonResult
								key={comparison.comparison_id}
								projectId={projectId}
								reviewId={reviewId}
								comparison={comparison}
								editable={editable}
							/>
						))}
					</ul>
				)}
				{canCompare ? (
					<CompareVoices projectId={projectId} reviewId={reviewId} passage={passage} voices={voices} />
				) : null}
			</Section>
		</div>
	);
}

function Section({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section className="flex flex-col gap-2">
			<h3 className="font-medium text-[13px] text-muted">{title}</h3>
			{children}
		</section>
	);
}

type Chapters = ProjectDetails["chapters"];

function Approvals({ approvals, chapters }: { approvals: Review["approvals"]; chapters: Chapters }) {
	if (approvals.length === 0) return <p className="text-muted">Nobody has approved a chapter yet.</p>;
	return (
		<ul aria-label="Approvals" className="flex flex-col gap-1.5">
			{approvals.map((one) => (
				<li
					key={`${one.chapter_snapshot_id} ${one.guest_name} ${one.approved_at_unix}`}
					className="flex items-start gap-2"
				>
					<CircleCheck
						aria-hidden="true"
						className={cn("mt-0.5 size-4 shrink-0", one.is_current ? "text-positive" : "text-muted")}
					/>
					<span className="min-w-0 [overflow-wrap:anywhere]">
						<bdi className="font-medium">{one.guest_name}</bdi>{" "}
						{one.is_current ? "approved" : "approved an earlier recording of"}{" "}
						<bdi className="font-medium">{chapterNameOf(chapters, one.chapter_id)}</bdi>{" "}
						<span className="text-[13px] text-muted">{ago(one.approved_at_unix)}</span>
					</span>
				</li>
			))}
		</ul>
	);
}

function Comments({ comments, chapters }: { comments: Details["comments"]; chapters: Chapters }) {
	if (comments.length === 0) return <p className="text-muted">No comments yet.</p>;
	return (
		<ul aria-label="Comments of guests" className="flex flex-col gap-2">
			{comments.map((one) => (
				<li key={one.comment_id} className="rounded-card border border-line px-3 py-2">
					<p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-[13px] text-muted">
						<bdi className="font-medium text-ink [overflow-wrap:anywhere]">{one.guest_name}</bdi>
						<span className="[overflow-wrap:anywhere]">
							{chapterNameOf(chapters, one.chapter_id)} at {formatTime(one.audio_seconds)}
							{one.is_current ? "" : " of an earlier recording"}
						</span>
						{one.is_resolved ? <Badge>Resolved</Badge> : null}
					</p>
					<p dir="auto" className="whitespace-pre-wrap break-words">
						{one.text}
					</p>
				</li>
			))}
		</ul>
	);
}
