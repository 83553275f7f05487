import { expect, test } from "vitest";
import { benchRevocation, describeResult, failedGoals } from "../../tools/bench/revocation.ts";
import { printFigures } from "../../tools/ci/figures.ts";

test("a voice with revoked consent is rejected within 2 s by both API processes, also for stored sentences", async () => {
	const result = await benchRevocation({ revocations: 20, atOnce: 5 });
	printFigures(describeResult(result));
	expect(failedGoals(result)).toEqual([]);
});
