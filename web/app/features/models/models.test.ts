import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { modelsQuery } from "./models.public.ts";

afterEach(() => vi.unstubAllGlobals());

const fetchModels = () => new QueryClient({ defaultOptions: { queries: { retry: false } } }).fetchQuery(modelsQuery);

test.each([500, 403])("MODELS-003 a %i response for models fails with the specified message", async (status) => {
	const body = { detail: { code: "internal_error", message: "Something else", request_id: "r1" } };
	vi.stubGlobal("fetch", async () => Response.json(body, { status }));
	await expect(fetchModels()).rejects.toMatchObject({
		message: `Error occured while fetching models, status_code ${status}`,
		status,
		code: "internal_error",
		requestId: "r1",
	});
});

test("an unreachable server keeps its own error", async () => {
	vi.stubGlobal("fetch", async () => {
		throw new TypeError("failed to fetch");
	});
	await expect(fetchModels()).rejects.toMatchObject({ code: "unreachable" });
});
