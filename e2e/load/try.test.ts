import { expect, test } from "vitest";
import { benchTry, describeResult, failedGoals } from "../../tools/bench/try.ts";
import { printFigures } from "../../tools/ci/figures.ts";

test("200 concurrent visitors don't affect the first audio and gaps of five signed-in streams", async () => {
	const result = await benchTry({ visitors: 200, streams: 5, rounds: 2, seconds: 6 });
	printFigures(describeResult(result));
	expect(failedGoals(result)).toEqual([]);
});
