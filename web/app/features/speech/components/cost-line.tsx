import { cn } from "@timbre/ui/cn.ts";
import { Link } from "react-router";
import type { DraftState } from "../../../lib/draft.ts";
import { count, counted } from "../../../lib/format.ts";

export type Price = {
	characters: number;
	/** The server's estimate for exactly this text; undefined while it is loading. */
	estimate: { newCharacters: number; credits: number } | undefined;
	/** Why the estimate failed. */
	failed: string | undefined;
	limit: number | undefined;
	left: number | undefined;
	tooLong: boolean;
	overCredits: boolean;
	ready: boolean;
};

type PriceInput = Pick<Price, "characters" | "estimate" | "failed" | "limit" | "left"> & {
	empty: boolean;
	/** Whether the workspace may exceed its credit limit. */
	allowsOverage?: boolean;
};

export function priceOf({ empty, allowsOverage = false, ...input }: PriceInput): Price {
	const { characters, estimate, limit, left } = input;
	const tooLong = limit !== undefined && characters > limit;
	const overCredits = !allowsOverage && left !== undefined && estimate !== undefined && estimate.credits > left;
	return { ...input, tooLong, overCredits, ready: !empty && !tooLong && !overCredits };
}

/** "412 characters, 38 new: 38 credits" */
export function priceText({ characters, estimate }: Pick<Price, "characters" | "estimate">): string {
	if (characters === 0) return "0 characters";
	if (!estimate) return `${counted(characters, "character")} …`;
	const partlyPaid = estimate.newCharacters < characters;
	return `${counted(characters, "character")}${partlyPaid ? `, ${count(estimate.newCharacters)} new` : ""}: ${counted(estimate.credits, "credit")}`;
}

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
