import { expect, test } from "vitest";
import { benchWebhooks, describeResult, slowdown } from "../../tools/bench/webhooks.ts";

test("1,000 events for a receiver that fails half the time and is killed once: each arrives, signed and on record, and callers of the api notice little", async () => {
	const result = await benchWebhooks({ events: 1_000, fails: 0.5 });
	console.log(describeResult(result));
	expect(result.faults).toEqual([]);
	expect(result.attempts).toBeGreaterThan(1_500);
	expect(slowdown(result, 0.5)).toBeLessThan(3);
});
