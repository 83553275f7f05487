import { AppError } from "@timbre/contract/errors.ts";
import type { Comparison } from "@timbre/contract/studio/review/schemas.ts";
import { unix } from "../../../core/time.ts";
import type { ComparisonRow } from "./comparisons.repo.ts";

/** For the people of the project. How the votes are divided is only told when nobody can vote any more. */
export function presentComparison(row: ComparisonRow): Comparison {
	const votes = [row.first_votes, row.second_votes] as const;
	const ended = row.ended_at !== null;
	const candidate = (at: 0 | 1): Comparison["candidates"][number] => ({
		name: row.candidate_names[at] ?? "",
		take_id: row.kind === "takes" ? (row.candidate_ids[at] ?? null) : null,
		voice_id: row.kind === "voices" ? (row.candidate_ids[at] ?? null) : null,
		votes: ended ? votes[at] : null,
	});
	return {
		comparison_id: row.id,
		kind: row.kind as Comparison["kind"],
		text: row.text,
		candidates: [candidate(0), candidate(1)],
		votes: votes[0] + votes[1],
		winner: !ended || votes[0] === votes[1] ? null : votes[0] > votes[1] ? 0 : 1,
		created_at_unix: unix(row.created_at),
		ended_at_unix: unix(row.ended_at),
	};
}

export const comparisonNotFound = () =>
	new AppError("comparison_not_found", "This link has no comparison with this id.");
