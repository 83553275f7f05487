import { cn } from "@timbre/ui/cn.ts";
import { Link } from "react-router";
import type { DraftState } from "../../../lib/forms/draft.ts";
import { count } from "../../../lib/text/format.ts";
import { type Price, priceText } from "../model/price.ts";

const draftLabels: Record<DraftState, string> = { saved: "Saved", pending: "Saving…", failed: "Not saved" };

/** The cost of the next generation, and whether the draft is saved. */
export function CostLine({ id, price, draft }: { id: string; price: Price; draft: DraftState }) {
	const { tooLong, overCredits, estimate, characters, failed } = price;
	const partlyPaid = estimate !== undefined && characters > 0 && estimate.newCharacters < characters;
	return (
		<div className="flex min-w-0 flex-col gap-0.5 text-muted tabular">
			<p id={id} className={cn("text-[13px]", (tooLong || overCredits) && "text-danger")}>
				{priceText(price)}
				{tooLong ? `. The limit is ${count(price.limit ?? 0)} characters.` : ""}
				{!tooLong && overCredits ? (
					<>
						. You have {count(price.left ?? 0)} credits left.{" "}
						<Link to="/app/usage" className="text-ink underline underline-offset-2">
							View usage
						</Link>
					</>
				) : null}
			</p>
			<div className="flex flex-wrap items-center gap-x-2.5 text-xs leading-4">
				{characters > 0 ? <p className={cn(draft === "failed" && "text-danger")}>{draftLabels[draft]}</p> : null}
				{partlyPaid ? (
					<p className="flex items-center gap-1.5">
						<span aria-hidden="true" className="w-5 border-wave-rest border-b-2 border-dotted" />
						already generated, free
					</p>
				) : null}
				{failed && characters > 0 ? <p className="text-warning">{failed}</p> : null}
				{characters === 0 ? <p className="max-md:hidden">Drafts are saved in this browser.</p> : null}
			</div>
		</div>
	);
}
