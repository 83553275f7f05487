// Every case is one request that nobody honest sends. It is refused with a reason, or answered rightly where it is only unusual; never
// with a fault of ours, never without an answer.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressCases } from "./addresses.cases.ts";
import { bodyCases } from "./bodies.cases.ts";
import { formCases, lexiconCases, recordingCases } from "./files.cases.ts";
import { siteCases } from "./site.cases.ts";
import { textCases } from "./text.cases.ts";
import { sampleCases } from "./voices.cases.ts";
import { type Case, expectAnswer, openWorld, type World } from "./world.ts";

const tables: Record<string, Case[]> = {
	bodies: bodyCases,
	texts: textCases,
	addresses: addressCases,
	forms: formCases,
	recordings: recordingCases,
	lexicons: lexiconCases,
	samples: sampleCases,
	site: siteCases,
};

let world: World;
beforeAll(async () => {
	world = await openWorld();
});
afterAll(async () => world.stop());

test("at least 200 cases, no two the same", () => {
	const asked = Object.values(tables).flatMap((cases) => cases.map(({ ask }) => JSON.stringify(ask)));
	expect(new Set(asked).size).toBe(asked.length);
	expect(asked.length).toBeGreaterThanOrEqual(200);
});

describe.each(Object.entries(tables))("hostile %s", (_, cases) => {
	test.each(cases)("$name", async ({ ask, want }) => {
		expectAnswer(await world.ask(ask), want);
	});
	test("afterwards the server is well and the ledger balances", async () => {
		await world.expectUnharmed();
	});
});
