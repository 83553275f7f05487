// Plans a generation sentence by sentence, and which of the sentences are new.
import type { Database, Db } from "@timbre/db/connect.ts";
import { getPaidSentences } from "../../usage/usage.paid.public.ts";
import { newCharactersOf, weightOf } from "./credits.ts";
import type { Line, Plan, PlannedUnit, RenderOptions } from "./types.ts";
import { planText } from "./units.ts";

/** Finds out which of the sentences are paid. One that occurs twice is generated and charged once. */
export async function markPaid(db: Db, workspaceId: string, units: readonly PlannedUnit[]): Promise<void> {
	const paid = await getPaidSentences(db, workspaceId, [...new Set(units.map(({ hash }) => hash))]);
	for (const unit of units) {
		const characters = paid.get(unit.hash);
		if (characters === null) Object.assign(unit, { unpaid: false, take: { ...unit.take, stored: true } });
		else unit.paidCharacters = characters ?? 0;
		paid.set(unit.hash, null);
	}
}

export async function planSpeech(
	db: Database,
	workspaceId: string,
	lines: readonly Line[],
	options: RenderOptions,
	/** False if logging is off: then no take is read or stored, so every sentence is generated and charged. */
	usesTakes: boolean,
): Promise<Plan> {
	const planned = planText(workspaceId, lines, options);
	const { units } = planned;
	if (usesTakes) await markPaid(db, workspaceId, units);
	return {
		...planned,
		characters: units.reduce((sum, { start, end }) => sum + end - start, 0),
		newCharacters: units.reduce((sum, unit) => sum + newCharactersOf(unit, unit.end - unit.start), 0),
		newWeightedCharacters: weightOf(units),
	};
}
