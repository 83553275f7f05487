import { expect, test } from "vitest";
import { benchWebhooks, describeResult, slowdown } from "../../tools/bench/webhooks.ts";
import { printFigures } from "../../tools/ci/figures.ts";

test("delivers 1,000 signed events to an endpoint that fails half the time and is killed once, with little impact on the API", async () => {
	const result = await benchWebhooks({ events: 1_000, fails: 0.5 });
	printFigures(describeResult(result));
	expect(result.errors).toEqual([]);
	expect(result.attempts).toBeGreaterThan(1_500);
	const slowdowns = [slowdown(result, 0.5)];
	// The machine may be shared: measure a slow result twice more and use the median.
	while (slowdowns.length < 3 && (slowdowns[0] ?? 0) >= 3) {
		const again = await benchWebhooks({ events: 1_000, fails: 0.5 });
		printFigures(describeResult(again));
		expect(again.errors).toEqual([]);
		slowdowns.push(slowdown(again, 0.5));
	}
	expect(slowdowns.toSorted((a, b) => a - b)[slowdowns.length >> 1]).toBeLessThan(3);
});
