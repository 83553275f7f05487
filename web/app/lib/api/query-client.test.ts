import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { beginSignOut, createQueryClient } from "./query-client.ts";

afterEach(() => vi.unstubAllGlobals());

async function redirectsAfter401At(pathname: string): Promise<string[]> {
	const redirects: string[] = [];
	vi.stubGlobal("window", { location: { pathname, search: "", assign: (to: string) => redirects.push(to) } });
	const error = new ApiError(401, "needs_authorization", "Sign in first.");
	await createQueryClient()
		.fetchQuery({ queryKey: ["mine"], queryFn: () => Promise.reject(error) })
		.catch(() => {});
	return redirects;
}

test("an ended session redirects to the sign-in page with a way back", async () => {
	expect(await redirectsAfter401At("/app/voices")).toEqual(["/app/sign-in?redirect=%2Fapp%2Fvoices"]);
});

test("SHELL-013 a 401 on the sign-in page does not redirect", async () => {
	expect(await redirectsAfter401At("/app/sign-in")).toEqual([]);
	expect(await redirectsAfter401At("/app/sign-up/")).toEqual([]);
});

test("ignores a 401 while signing out", async () => {
	const finish = beginSignOut();
	expect(await redirectsAfter401At("/app/voices")).toEqual([]);
	finish();
	expect(await redirectsAfter401At("/app/voices")).toHaveLength(1);
});
