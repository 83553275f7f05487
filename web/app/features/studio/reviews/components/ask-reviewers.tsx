import { useQuery } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { FormError } from "@timbre/ui/primitives/forms/form-error.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { Vote } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { reviewsQuery, useCompareTakes } from "../reviews.queries.ts";

type AskReviewersProps = {
	projectId: string;
	first: string;
	second: string;
	onAnnounce: (text: string) => void;
};

/** Lets the guests of a link vote between two takes. */
export function AskReviewers(props: AskReviewersProps) {
	const [open, setOpen] = useState(false);
	return (
		<>
			<Button size="small" variant="quiet" className="-ml-2 self-start px-2" onClick={() => setOpen(true)}>
				<Vote aria-hidden="true" />
				Let reviewers vote
			</Button>
			{open ? <AskDialog {...props} onClose={() => setOpen(false)} /> : null}
		</>
	);
}

function AskDialog({ projectId, first, second, onAnnounce, onClose }: AskReviewersProps & { onClose: () => void }) {
	const { data: reviews, error } = useQuery(reviewsQuery(projectId));
	const open = reviews?.filter(({ status }) => status === "open") ?? [];
	const [chosen, setChosen] = useState<string | null>(null);
	const compare = useCompareTakes(projectId);
	const reviewId = chosen ?? open[0]?.review_id;
	const start = () =>
		reviewId &&
		compare.mutate(
			{ reviewId, first, second },
			{
				onSuccess: () => {
					onAnnounce("Comparison started. Your reviewers can vote now.");
					onClose();
				},
			},
		);
	return (
		<Dialog
			open
			onOpenChange={(isOpen) => !isOpen && onClose()}
			title="Let reviewers vote"
			description="Guests of a review link hear both takes as A and B, in an order drawn for each of them."
			footer={
				<>
					<Button onClick={onClose}>Cancel</Button>
					<Button variant="primary" busy={compare.isPending} disabled={!reviewId} onClick={start}>
						Start comparison
					</Button>
				</>
			}
		>
			<div className="flex flex-col gap-3 p-px" aria-live="polite">
				{reviewId ? (
					<Select
						label="Review link"
						value={reviewId}
						options={open.map(({ review_id, label }) => ({ value: review_id, label }))}
						onChange={setChosen}
					/>
				) : null}
				{reviews && open.length === 0 ? (
					<p>There is no link that works. Create one with “Share for review” first.</p>
				) : null}
				{error && !reviews ? <FormError>{messageOf(error)}</FormError> : null}
				{compare.isError ? <FormError>{messageOf(compare.error)}</FormError> : null}
			</div>
		</Dialog>
	);
}
