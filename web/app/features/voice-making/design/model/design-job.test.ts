import type { DesignJob } from "@timbre/contract/voice-making/design-jobs.ts";
import { expect, test } from "vitest";
import { formatProgress, formatUnderstood, isUnfinished } from "./design-job.ts";

const job = { previews_done: 1, previews_total: 3 } as DesignJob;

test("shows how many previews are ready", () => {
	expect(formatProgress({ ...job, state: "queued" })).toBe("Queued");
	expect(formatProgress({ ...job, state: "running" })).toBe("Generating previews, 1 of 3 ready");
	expect(
		(["queued", "running", "completed", "failed", "cancelled"] as const).map((state) => isUnfinished({ state })),
	).toEqual([true, true, false, false, false]);
});

test("separates the traits that are used from accents and words that are not", () => {
	const understood = {
		traits: [
			{ trait: "gender", asked: "male", available: true },
			{ trait: "accent", asked: "scottish", available: false },
			{ trait: "pitch", asked: "very low", available: true },
		] as const,
		not_understood: ["raspy"],
	};
	expect(formatUnderstood({ ...understood, traits: [...understood.traits] })).toEqual({
		used: "male, very low pitch",
		unused: "scottish accent, raspy",
	});
});
