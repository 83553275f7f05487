import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { createQueryClient, signingOut } from "./query-client.ts";

afterEach(() => vi.unstubAllGlobals());

async function refusedAt(pathname: string): Promise<string[]> {
	const led: string[] = [];
	vi.stubGlobal("window", { location: { pathname, search: "", assign: (to: string) => led.push(to) } });
	const refusal = new ApiError(401, "needs_authorization", "Sign in first.");
	await createQueryClient()
		.fetchQuery({ queryKey: ["mine"], queryFn: () => Promise.reject(refusal) })
		.catch(() => {});
	return led;
}

test("a session that ended elsewhere leads to the door, and knows the way back", async () => {
	expect(await refusedAt("/app/voices")).toEqual(["/app/sign-in?redirect=%2Fapp%2Fvoices"]);
});

test("SHELL-013 a refusal that arrives at the door leads nowhere, least of all from there to there", async () => {
	expect(await refusedAt("/app/sign-in")).toEqual([]);
	expect(await refusedAt("/app/sign-up/")).toEqual([]);
});

test("while one signs out a refusal is no news", async () => {
	const arrived = signingOut();
	expect(await refusedAt("/app/voices")).toEqual([]);
	arrived();
	expect(await refusedAt("/app/voices")).toHaveLength(1);
});
