import { expect, test } from "vitest";
import { benchRevocation, describeResult, faultsOf } from "../../tools/bench/revocation.ts";
import { printFigures } from "../../tools/ci/figures.ts";

test("a voice whose permission was taken back is refused within 2 s by both api processes, kept sentences included", async () => {
	const result = await benchRevocation({ revocations: 20, atOnce: 5 });
	printFigures(describeResult(result));
	expect(faultsOf(result)).toEqual([]);
});
