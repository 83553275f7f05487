// Each case is a malformed or malicious request. It is rejected with a message, or handled correctly if it is only unusual; it never
// gets a 5xx or no response.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressCases } from "./addresses.cases.ts";
import { bodyCases } from "./bodies.cases.ts";
import { formCases, lexiconCases, recordingCases } from "./files.cases.ts";
import { siteCases } from "./site.cases.ts";
import { textCases } from "./text.cases.ts";
import { sampleCases } from "./voices.cases.ts";
import { type Case, expectResponse, openWorld, type World } from "./world.ts";

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
	const requests = Object.values(tables).flatMap((cases) => cases.map(({ request }) => JSON.stringify(request)));
	expect(new Set(requests).size).toBe(requests.length);
	expect(requests.length).toBeGreaterThanOrEqual(200);
});

describe.each(Object.entries(tables))("hostile %s", (_, cases) => {
	test.each(cases)("$name", async ({ request, expected }) => {
		expectResponse(await world.send(request), expected);
	});
	test("the server is healthy and the ledger balances afterwards", async () => {
		await world.expectHealthy();
	});
});
