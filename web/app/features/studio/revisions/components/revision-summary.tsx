import type { Revision } from "@timbre/contract/studio/revision/schemas.ts";
import { priceDetails, priceText } from "../../conversion/model/price.ts";
import { chapterText, countsText } from "../model/revision-state.ts";

type Comparison = NonNullable<Revision["comparison"]>;
type RevisionSummaryProps = {
	revision: Revision;
	comparison: Comparison;
	/** What it costs with the choice that was made about locked paragraphs. */
	price: Comparison["price"];
};

/** What a revision changes as a whole, and what converting it costs. */
export function RevisionSummary({ revision, comparison, price }: RevisionSummaryProps) {
	const chapters = comparison.chapters.flatMap((chapter, at) => {
		const text = chapterText(chapter);
		return text ? [{ key: at, name: chapter.name, text }] : [];
	});
	return (
		<section aria-label="Summary" className="flex flex-col gap-3">
			<div>
				<p className="truncate font-medium" title={revision.source_name}>
					{revision.source_name}
				</p>
				<p className="text-muted tabular">{countsText(comparison.counts)}</p>
			</div>
			<div className="rounded-card border border-line bg-sunken px-4 py-3" aria-live="polite">
				<p className="font-medium tabular">{priceText(price)}</p>
				{priceDetails(price).map((detail) => (
					<p key={detail} className="text-[13px] text-muted">
						{detail}
					</p>
				))}
				<p className="text-[13px] text-muted">Charged when you convert the project, not when you apply the revision.</p>
			</div>
			{chapters.length > 0 ? (
				<ul aria-label="Chapters that change" className="list-disc pl-5">
					{chapters.map(({ key, name, text }) => (
						<li key={key}>
							<strong className="font-medium">{name}</strong> {text}.
						</li>
					))}
				</ul>
			) : null}
		</section>
	);
}
