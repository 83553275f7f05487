import { expect, test } from "vitest";
import { benchStreams, describeResult, faultsOf } from "../../tools/bench/streams.ts";
import { printFigures } from "../../tools/ci/figures.ts";

test("500 streams at once through one api process: none starves, all are whole, the api's memory stays flat, the books balance", async () => {
	const result = await benchStreams({ streams: 500, rounds: 3, format: "pcm_8000", seconds: 15 });
	printFigures(describeResult(result));
	expect(faultsOf(result)).toEqual([]);
});
