import { expect, test } from "vitest";
import { benchStreams, describeResult, faultsOf } from "../../tools/bench/streams.ts";

test("500 streams at once through one api process: none starves, all are whole, the api's memory stays flat, the books balance", async () => {
	const result = await benchStreams({ streams: 500, rounds: 4, format: "pcm_8000", seconds: 15 });
	console.log(describeResult(result));
	const faults = faultsOf(result);
	const late = faults.filter((fault) => fault.includes("between two chunks"));
	expect(faults.filter((fault) => !late.includes(fault))).toEqual([]);
	// One round of four may lose a moment to whatever else the machine does; what the product does, it does in all of them.
	expect(late.length, late.join("; ")).toBeLessThanOrEqual(1);
	expect(Math.max(...result.results.map(({ largestGapMs }) => largestGapMs))).toBeLessThan(1_000);
});
