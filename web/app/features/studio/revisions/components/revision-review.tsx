import type { Revision } from "@timbre/contract/studio/revision/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { FormError } from "@timbre/ui/primitives/forms/form-error.tsx";
import { type ReactNode, useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { LeftOut } from "../../imports/components/left-out.tsx";
import { useApplyRevision, useCompareAgain } from "../revisions.queries.ts";
import { ChangeReview } from "./change-review.tsx";
import { LockedBlocks, type LockedChoice } from "./locked-choice.tsx";
import { RevisionSummary } from "./revision-summary.tsx";

type RevisionReviewProps = {
	revision: Revision;
	comparison: NonNullable<Revision["comparison"]>;
	editable: boolean;
	heading: (actions: ReactNode) => ReactNode;
};

/** What a revision changes and costs, until it is applied. */
export function RevisionReview({ revision, comparison, editable, heading }: RevisionReviewProps) {
	const [choice, setChoice] = useState<LockedChoice>();
	const [problem, setProblem] = useState<string>();
	const apply = useApplyRevision(revision);
	const compare = useCompareAgain(revision);
	const { locked_blocks, lost_comments, is_outdated, price, price_with_locked } = comparison;
	const start = () => {
		if (locked_blocks.length > 0 && choice === undefined) {
			setProblem("Choose what happens with the locked paragraphs.");
			document.querySelector<HTMLInputElement>("input[name=locked]")?.focus();
			return;
		}
		setProblem(undefined);
		apply.mutate({ locked_blocks: choice });
	};
	return (
		<>
			{heading(
				editable ? (
					<Button size="small" variant="primary" busy={apply.isPending} disabled={is_outdated} onClick={start}>
						Apply revision
					</Button>
				) : null,
			)}
			<div className="min-h-0 flex-1 overflow-y-auto">
				<div className="mx-auto flex w-full max-w-4xl flex-col gap-8 px-4 pt-6 pb-16 md:px-8">
					{is_outdated ? (
						<div
							role="alert"
							className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-sunken px-4 py-3"
						>
							<p className="min-w-0 flex-1 basis-64">
								<strong className="font-medium">The project has changed since the comparison.</strong> Compare again
								before you apply it.
							</p>
							{editable ? (
								<Button size="small" busy={compare.isPending} onClick={() => compare.mutate(revision.keep)}>
									Compare again
								</Button>
							) : null}
						</div>
					) : null}
					{apply.isError && !is_outdated ? <FormError>{messageOf(apply.error)}</FormError> : null}
					<RevisionSummary
						revision={revision}
						comparison={comparison}
						price={choice === "replace" ? (price_with_locked ?? price) : price}
					/>
					{locked_blocks.length > 0 ? (
						<LockedBlocks
							comparison={comparison}
							chosen={choice}
							error={problem}
							onChoose={(next) => {
								setChoice(next);
								setProblem(undefined);
							}}
						/>
					) : null}
					{lost_comments.length > 0 ? <LostComments comments={lost_comments} /> : null}
					<ChangeReview revision={revision} comparison={comparison} />
					{editable && (revision.dropped?.length ?? 0) > 0 ? (
						<LeftOut groups={revision.dropped ?? []} kept={revision.keep} onChange={(keep) => compare.mutate(keep)} />
					) : null}
				</div>
			</div>
		</>
	);
}

function LostComments({ comments }: { comments: NonNullable<Revision["comparison"]>["lost_comments"] }) {
	return (
		<section aria-labelledby="lost-comments">
			<h2 id="lost-comments" className="font-medium">
				Comments on deleted text
			</h2>
			<p className="mb-2 text-[13px] text-muted">They stay with their quote and are marked as resolved.</p>
			<ul aria-labelledby="lost-comments" className="rounded-card border border-line bg-raised">
				{comments.map(({ comment_id, chapter, text, quote }) => (
					<li key={comment_id} className="border-line border-b px-4 py-3 last:border-b-0">
						<p dir="auto" className="break-words">
							{text}
						</p>
						<p dir="auto" className="break-words text-[13px] text-muted">
							{chapter}: “{quote}”
						</p>
					</li>
				))}
			</ul>
		</section>
	);
}
