import { marketingEndpoints } from "@timbre/contract/marketing.ts";
import { expect, test } from "vitest";

test("every endpoint of the public pages is open to all and limited, or refuses by itself", () => {
	for (const endpoint of Object.values(marketingEndpoints)) {
		expect(endpoint.auth).toBe("public");
		if (endpoint !== marketingEndpoints.listDevMails) expect(endpoint.limits?.length).toBeGreaterThan(0);
	}
});
