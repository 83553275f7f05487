// Plans a generation sentence by sentence, and which of the sentences are new.
import type { Database } from "@timbre/db/connect.ts";
import { getPaidSentences } from "../../usage/usage.paid.public.ts";
import { newCharactersOf, weightOf } from "./credits.ts";
import type { Line, Plan, RenderOptions } from "./types.ts";
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
		const characters = paid.get(unit.hash);
		if (characters === null) Object.assign(unit, { unpaid: false, take: { ...unit.take, stored: true } });
		else unit.paidCharacters = characters ?? 0;
		paid.set(unit.hash, null);
	}
	return {
		...planned,
		characters: units.reduce((sum, { start, end }) => sum + end - start, 0),
		newCharacters: units.reduce((sum, unit) => sum + newCharactersOf(unit, unit.end - unit.start), 0),
		newWeightedCharacters: weightOf(units),
	};
}
