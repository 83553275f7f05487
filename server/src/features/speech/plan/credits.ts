import type { PlannedUnit } from "./types.ts";

/** Rounds up to full credits, ignoring floating-point error. */
export function creditsFor(weightedCharacters: number, cost: number): number {
	return Math.ceil(weightedCharacters * cost - 1e-6);
}

/** Characters weighted by the rate of their voice. */
export function weightOf(units: readonly PlannedUnit[]): number {
	return units.reduce((sum, { start, end, rate }) => sum + (end - start) * rate, 0);
}
