import { expect, test } from "vitest";
import { benchTry, describeResult, faultsOf } from "../../tools/bench/try.ts";
import { printFigures } from "../../tools/ci/figures.ts";

test("200 visitors who try the voices at once take nothing from five paying listeners: first sound and gaps stay as they were", async () => {
	const result = await benchTry({ visitors: 200, streams: 5, rounds: 2, seconds: 6 });
	printFigures(describeResult(result));
	expect(faultsOf(result)).toEqual([]);
});
