import { expect, test } from "vitest";
import { benchStreams, describeResult, faultsOf } from "../../tools/bench/streams.ts";

test("500 streams at once through one api process: none starves, all are whole, the api's memory stays flat, the books balance", async () => {
	const result = await benchStreams({ streams: 500, rounds: 3, format: "pcm_8000", seconds: 15 });
	console.log(describeResult(result));
	// The goal is 500 ms, and since sentences are kept it is reached only mostly (docs/benchmarks.md): the bench says by how much it is
	// missed, this test fails when a listener really starves.
	expect(Math.max(...result.results.map(({ largestGapMs }) => largestGapMs))).toBeLessThan(1_000);
	expect(faultsOf(result).filter((fault) => !fault.includes("between two chunks"))).toEqual([]);
});
