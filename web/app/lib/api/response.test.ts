import { expect, test } from "vitest";
import { messageOf } from "./api-error.ts";
import { handleResponse } from "./response.ts";

async function outcome(request: Promise<Response>): Promise<string[]> {
	const seen: string[] = [];
	await handleResponse(request, {
		onSuccess: async (response) => seen.push(`done: ${await response.text()}`),
		onError: (error) => seen.push(`shown: ${messageOf(error)}`),
	});
	return seen;
}

test("SHELL-026 status 200 runs the success action, any other status shows detail.message", async () => {
	expect(await outcome(Promise.resolve(new Response("yes")))).toEqual(["done: yes"]);
	const refused = new Response(JSON.stringify({ detail: { message: "Not today." } }), { status: 403 });
	expect(await outcome(Promise.resolve(refused))).toEqual(["shown: Not today."]);
	expect(await outcome(Promise.resolve(new Response("{}", { status: 201, statusText: "Created" })))).toEqual([
		"shown: The server returned an unexpected response (status 201). Try again later.",
	]);
	expect(await outcome(Promise.reject(new TypeError("failed to fetch")))).toEqual(["shown: Network error"]);
});
