import { expect, test } from "vitest";
import { benchStreams, describeResult, failedGoals } from "../../tools/bench/streams.ts";
import { printFigures } from "../../tools/ci/figures.ts";

test("500 concurrent streams through one API process: none starves, all are complete, memory stays flat and the ledger balances", async () => {
	const result = await benchStreams({ streams: 500, rounds: 3, format: "pcm_8000", seconds: 15 });
	printFigures(describeResult(result));
	expect(failedGoals(result)).toEqual([]);
});
