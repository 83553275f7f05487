/** What a model must be told so that its speech takes 1/asked of the time: it rounds each sound to whole frames, and not evenly. */
export type Pace = readonly (readonly [asked: number, told: number])[];

/** Between two measured points in a straight line; beyond the last ones in proportion to them. */
export function toldSpeed(asked: number, pace: Pace): number {
	const next = pace.findIndex(([speed]) => speed >= asked);
	const [above, toldAbove] = pace[next] ?? pace.at(-1) ?? [1, 1];
	const [below, toldBelow] = pace[next - 1] ?? [above, toldAbove];
	if (next <= 0 || above === below) return (asked * toldAbove) / above;
	return toldBelow + ((asked - below) / (above - below)) * (toldAbove - toldBelow);
}
