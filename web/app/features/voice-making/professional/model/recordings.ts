import type { VoiceSample } from "@timbre/contract/voices/schemas.ts";

/** A professional voice can be created from less, but is better with this much. */
export const recommendedMinutes = 30;

export function recordedMinutes(samples: readonly Pick<VoiceSample, "duration_secs">[]): number {
	return samples.reduce((sum, sample) => sum + (sample.duration_secs ?? 0), 0) / 60;
}

/** The step is done only with as much as it asks for. */
export function recordingsState(samples: readonly Pick<VoiceSample, "duration_secs">[]): "done" | "now" {
	return recordedMinutes(samples) >= recommendedMinutes ? "done" : "now";
}
