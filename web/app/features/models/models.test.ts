import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { modelsQuery } from "./models.public.ts";

afterEach(() => vi.unstubAllGlobals());

const ask = () => new QueryClient({ defaultOptions: { queries: { retry: false } } }).fetchQuery(modelsQuery);

test.each([500, 403])(
	"MODELS-003 models that are answered with %i fail in the specification's words",
	async (status) => {
		const body = { detail: { code: "internal_error", message: "Something else", request_id: "r1" } };
		vi.stubGlobal("fetch", async () => Response.json(body, { status }));
		await expect(ask()).rejects.toMatchObject({
			message: `Error occured while fetching models, status_code ${status}`,
			status,
			code: "internal_error",
			requestId: "r1",
		});
	},
);

test("a server out of reach is told as that", async () => {
	vi.stubGlobal("fetch", async () => {
		throw new TypeError("failed to fetch");
	});
	await expect(ask()).rejects.toMatchObject({ code: "unreachable" });
});
