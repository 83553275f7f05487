import { expect, test } from "vitest";
import { printFigures } from "../../tools/ci/figures.ts";
import { startUsedNode } from "./mixed-use.ts";

const rounds = 8;
/** By then every model is loaded and has run. */
const warmRounds = 3;
const maxMegabytes = 3_000;

test("the memory of a speech node is bounded after mixed use", { tags: ["measured"], timeout: 3_600_000 }, async () => {
	const node = await startUsedNode();
	try {
		const samples = [await node.memory()];
		for (let round = 0; round < rounds; round++) {
			await node.use(round);
			samples.push(await node.memory());
		}
		printFigures(`memory of the speech node, at the start and after each round of mixed use: ${samples.join(", ")} MB`);
		expect(Math.max(...samples)).toBeLessThan(maxMegabytes);
		expect(samples.at(-1)).toBeLessThan((samples[warmRounds] as number) * 1.2);
	} finally {
		await node.stop();
	}
});
