import { useQuery } from "@tanstack/react-query";
import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import type { Review } from "@timbre/contract/studio/review/schemas.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { toaster } from "../../../../lib/page/toaster.ts";
import { activityText, coverageText, statusBadges } from "../model/review-text.ts";
import { reviewsQuery, useWithdrawReview } from "../reviews.queries.ts";

type ReviewListProps = { project: ProjectDetails; editable: boolean; onOpen: (reviewId: string) => void };

/** The links of a project, newest first. */
export function ReviewList({ project, editable, onOpen }: ReviewListProps) {
	const { data: reviews, error } = useQuery(reviewsQuery(project.project_id));
	const withdraw = useWithdrawReview(project.project_id);
	const askToWithdraw = async ({ review_id, label }: Review) => {
		const { confirmed } = await confirm({
			title: `Withdraw “${label}”?`,
			description: "The link stops working immediately and for good. Comments and approvals are kept.",
			action: "Withdraw link",
		});
		if (confirmed)
			withdraw.mutate(review_id, {
				onSuccess: () => toaster.show({ tone: "positive", title: "Link withdrawn", detail: label }),
			});
	};
	if (error && !reviews)
		return (
			<p role="alert" className="text-danger">
				Couldn't load the links. {messageOf(error)}
			</p>
		);
	if (!reviews)
		return (
			<div aria-busy="true" className="flex flex-col gap-2">
				<p className="sr-only">Loading links</p>
				<Skeleton className="h-16" />
				<Skeleton className="h-16" />
			</div>
		);
	if (reviews.length === 0)
		return <p className="text-muted">No links yet.{editable ? " Create one and send it to your reviewers." : ""}</p>;
	return (
		<ul aria-label="Review links" className="flex flex-col divide-y divide-line rounded-card border border-line">
			{reviews.map((review) => (
				<li key={review.review_id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5">
					<div className="min-w-0 flex-1 basis-52">
						<p className="flex items-center gap-2">
							<span dir="auto" className="truncate font-medium" title={review.label}>
								{review.label}
							</span>
							<Badge tone={statusBadges[review.status].tone} className="shrink-0">
								{statusBadges[review.status].label}
							</Badge>
						</p>
						<p className="text-[13px] text-muted [overflow-wrap:anywhere]">{coverageText(review, project.chapters)}</p>
						<p className="text-[13px] text-muted">{activityText(review)}</p>
					</div>
					<div className="-mr-1 flex shrink-0 gap-1">
						<Button
							size="small"
							variant="quiet"
							aria-label={`Open ${review.label}`}
							onClick={() => onOpen(review.review_id)}
						>
							Open
						</Button>
						{editable && review.status === "open" ? (
							<Button
								size="small"
								variant="quiet"
								aria-label={`Withdraw ${review.label}`}
								onClick={() => void askToWithdraw(review)}
							>
								Withdraw
							</Button>
						) : null}
					</div>
				</li>
			))}
		</ul>
	);
}
