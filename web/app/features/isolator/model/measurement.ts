type Measurement = {
	noise_before_db: number;
	noise_after_db: number;
	snr_before_db: number;
	snr_after_db: number;
};

const audibleDb = 1;

/** What was measured, in sentences. */
export function describeMeasurement(measurement: Measurement | null): string[] {
	if (!measurement) return ["There is no pause between words in which the noise could be measured."];
	const quieter = Math.round(measurement.noise_before_db - measurement.noise_after_db);
	if (quieter < audibleDb) return ["There was hardly any noise to remove."];
	return [
		`The noise between words is ${quieter} dB quieter.`,
		`Speech was ${louder(measurement.snr_before_db)} than the noise. Now it is ${louder(measurement.snr_after_db)}.`,
	];
}

function louder(decibels: number): string {
	const rounded = Math.round(decibels);
	return rounded < 0 ? `${-rounded} dB quieter` : `${rounded} dB louder`;
}
