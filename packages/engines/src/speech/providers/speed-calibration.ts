/**
 * The model's speed input for requested speeds. They differ because the model rounds each phoneme to full frames, with
 * a bias.
 */
export type SpeedCalibration = readonly (readonly [requested: number, input: number])[];

/** Returns the model input for a requested speed: linear between measured points, proportional beyond them. */
export function modelSpeed(requested: number, calibration: SpeedCalibration): number {
	const next = calibration.findIndex(([speed]) => speed >= requested);
	const [above, inputAbove] = calibration[next] ?? calibration.at(-1) ?? [1, 1];
	const [below, inputBelow] = calibration[next - 1] ?? [above, inputAbove];
	if (next <= 0 || above === below) return (requested * inputAbove) / above;
	return inputBelow + ((requested - below) / (above - below)) * (inputAbove - inputBelow);
}
