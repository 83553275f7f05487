import { cn } from "@timbre/ui/cn.ts";
import { Link } from "react-router";
import type { DraftState } from "../../../lib/draft.ts";
import { count, counted } from "../../../lib/format.ts";

export type Price = {
	characters: number;
	/** What the server says of exactly this text; undefined while it is being asked. */
	known: { newCharacters: number; credits: number } | undefined;
	/** The server could not say. */
	failed: string | undefined;
	limit: number | undefined;
	left: number | undefined;
	tooLong: boolean;
	tooDear: boolean;
	ready: boolean;
};

type PriceInput = Pick<Price, "characters" | "known" | "failed" | "limit" | "left"> & {
	empty: boolean;
	/** The workspace may go over its limit. */
	extends?: boolean;
};

export function priceOf({ empty, extends: mayExtend = false, ...facts }: PriceInput): Price {
	const { characters, known, limit, left } = facts;
	const tooLong = limit !== undefined && characters > limit;
	const tooDear = !mayExtend && left !== undefined && known !== undefined && known.credits > left;
	return { ...facts, tooLong, tooDear, ready: !empty && !tooLong && !tooDear };
}

/** "412 characters, 38 new: 38 credits" */
export function priceWords({ characters, known }: Pick<Price, "characters" | "known">): string {
	if (characters === 0) return "0 characters";
	if (!known) return `${counted(characters, "character")} …`;
	const some = known.newCharacters < characters;
	return `${counted(characters, "character")}${some ? `, ${count(known.newCharacters)} new` : ""}: ${counted(known.credits, "credit")}`;
}

const draftWords: Record<DraftState, string> = { saved: "Saved", pending: "Saving…", failed: "Not saved" };

/** What the click costs, before the click, and whether the text is kept. */
export function CostLine({ id, price, draft }: { id: string; price: Price; draft: DraftState }) {
	const { tooLong, tooDear, known, characters, failed } = price;
	const spoken = known !== undefined && characters > 0 && known.newCharacters < characters;
	return (
		<div className="flex min-w-0 flex-col gap-0.5 text-muted tabular">
			<p id={id} className={cn("text-[13px]", (tooLong || tooDear) && "text-danger")}>
				{priceWords(price)}
				{tooLong ? `. At most ${count(price.limit ?? 0)} at once.` : ""}
				{!tooLong && tooDear ? (
					<>
						. You have {count(price.left ?? 0)} left.{" "}
						<Link to="/app/usage" className="text-ink underline underline-offset-2">
							See usage
						</Link>
					</>
				) : null}
			</p>
			<div className="flex flex-wrap items-center gap-x-2.5 text-xs leading-4">
				{characters > 0 ? <p className={cn(draft === "failed" && "text-danger")}>{draftWords[draft]}</p> : null}
				{spoken ? (
					<p className="flex items-center gap-1.5">
						<span aria-hidden="true" className="w-5 border-wave-rest border-b-2 border-dotted" />
						already spoken, free
					</p>
				) : null}
				{failed && characters > 0 ? <p className="text-warning">{failed}</p> : null}
				{characters === 0 ? <p className="max-md:hidden">Kept in this browser while you write.</p> : null}
			</div>
		</div>
	);
}
