import type { PlannedUnit } from "./types.ts";

/** Rounds up to full credits, ignoring floating-point error. */
export function creditsFor(weightedCharacters: number, cost: number): number {
	return Math.ceil(weightedCharacters * cost - 1e-6);
}

/** How many of the first `delivered` characters of a sentence are charged. */
export function newCharactersOf({ unpaid, paidCharacters }: PlannedUnit, delivered: number): number {
	return unpaid ? Math.max(0, delivered - paidCharacters) : 0;
}

/** New characters weighted by the rate of their voice. */
export function weightOf(units: readonly PlannedUnit[]): number {
	return units.reduce((sum, unit) => sum + newCharactersOf(unit, unit.end - unit.start) * unit.rate, 0);
}
