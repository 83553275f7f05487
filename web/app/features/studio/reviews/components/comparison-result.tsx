import type { Comparison } from "@timbre/contract/studio/review/schemas.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { counted } from "../../../../lib/text/format.ts";
import { resultText } from "../model/review-text.ts";
import { useEndComparison } from "../reviews.queries.ts";

type ComparisonResultProps = { projectId: string; reviewId: string; comparison: Comparison; editable: boolean };

/** A comparison: how many voted while it runs, and who won when it has ended. */
export function ComparisonResult({ projectId, reviewId, comparison, editable }: ComparisonResultProps) {
	const end = useEndComparison(projectId, reviewId);
	const { comparison_id, candidates, text, votes, winner, ended_at_unix } = comparison;
	const isOpen = ended_at_unix === null;
	const names = candidates.map(({ name }) => name).join(" or ");
	const askToEnd = async () => {
		const { confirmed } = await confirm({
			title: "End this comparison?",
			description: "You see which one won, and nobody can vote any more.",
			action: "End comparison",
		});
		if (confirmed) end.mutate(comparison_id);
	};
	return (
		<li className="flex flex-col gap-2 rounded-card border border-line px-3 py-2.5">
			<p className="break-words font-medium">{names}</p>
			<p dir="auto" className="line-clamp-2 break-words text-[13px] text-muted">
				{text}
			</p>
			{isOpen ? null : (
				<ul aria-label={`Votes: ${names}`} className="flex flex-col gap-1">
					{candidates.map((candidate, at) => (
						<li key={candidate.take_id ?? candidate.voice_id} className="flex items-center gap-2">
							<span className="min-w-0 flex-1 truncate" title={candidate.name}>
								{candidate.name}
							</span>
							{winner === at ? <Badge tone="positive">Won</Badge> : null}
							<span className="tabular">{counted(candidate.votes ?? 0, "vote")}</span>
						</li>
					))}
				</ul>
			)}
			<div className="flex flex-wrap items-center justify-between gap-2">
				<p role="status" className="text-[13px] text-muted">
					{isOpen ? `${counted(votes, "vote")} so far` : resultText(comparison)}
				</p>
				{isOpen && editable ? (
					<Button
						size="small"
						busy={end.isPending}
						aria-label={`End and count: ${names}`}
						onClick={() => void askToEnd()}
					>
						End and count
					</Button>
				) : null}
			</div>
		</li>
	);
}
