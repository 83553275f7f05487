import { expect, test } from "vitest";
import { describeMeasurement } from "./measurement.ts";

test("says how much quieter the noise is", () => {
	expect(
		describeMeasurement({ noise_before_db: -38.2, noise_after_db: -71.4, snr_before_db: 14.1, snr_after_db: 46.9 }),
	).toEqual([
		"The noise between words is 33 dB quieter.",
		"Speech was 14 dB louder than the noise. Now it is 47 dB louder.",
	]);
	expect(
		describeMeasurement({ noise_before_db: -20, noise_after_db: -40, snr_before_db: -3, snr_after_db: 12 })[1],
	).toBe("Speech was 3 dB quieter than the noise. Now it is 12 dB louder.");
	expect(
		describeMeasurement({ noise_before_db: -90, noise_after_db: -90.4, snr_before_db: 60, snr_after_db: 60 }),
	).toEqual(["There was hardly any noise to remove."]);
	expect(describeMeasurement(null)[0]).toContain("no pause");
});
