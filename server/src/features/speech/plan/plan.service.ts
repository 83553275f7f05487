// Plans a generation sentence by sentence, and which of the sentences are new.
import type { Database } from "@timbre/db/connect.ts";
import { getPaidSentences } from "../../usage/usage.paid.public.ts";
import { weightOf } from "./credits.ts";
import type { Line, Plan, PlannedUnit, RenderOptions } from "./types.ts";
import { planText } from "./units.ts";

export async function planSpeech(
	db: Database,
	workspaceId: string,
	lines: readonly Line[],
	options: RenderOptions,
): Promise<Plan> {
	const planned = planText(workspaceId, lines, options);
	const { units } = planned;
	const paid = await getPaidSentences(db, workspaceId, [...new Set(units.map(({ hash }) => hash))]);
	// A sentence that occurs twice is generated and charged once.
	for (const unit of units) {
		if (paid.has(unit.hash)) Object.assign(unit, { unpaid: false, take: { ...unit.take, stored: true } });
		else paid.add(unit.hash);
	}
	const unpaid = units.filter((unit) => unit.unpaid);
	return {
		...planned,
		characters: lengthOf(units),
		newCharacters: lengthOf(unpaid),
		newWeightedCharacters: weightOf(unpaid),
	};
}

function lengthOf(units: readonly PlannedUnit[]): number {
	return units.reduce((sum, { start, end }) => sum + end - start, 0);
}
