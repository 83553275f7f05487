import { endpointsByArea } from "@timbre/contract/all-endpoints.ts";
import { buildOpenApi } from "@timbre/contract/openapi.ts";
import { expect, test } from "vitest";
import { type ApiDocument, referenceOf } from "./reference-model.ts";

const reference = referenceOf(buildOpenApi(endpointsByArea, "test") as ApiDocument);
const operations = reference.flatMap((group) => group.operations);
const find = (id: string) => operations.find((operation) => operation.id === id);

test("every call that a program makes is in the reference once, with its path, right and errors", () => {
	const hidden = ["marketing", "onboarding", "profiles"];
	const expected = Object.entries(endpointsByArea)
		.filter(([area]) => !hidden.includes(area))
		.flatMap(([, endpoints]) => Object.values(endpoints).map(({ id }) => id));
	expect(operations.map(({ id }) => id).sort()).toEqual(expected.sort());
	expect(reference[0]?.name).toBe("Speech");
	expect(find("webhooks_create")).toMatchObject({
		method: "POST",
		path: "/v1/workspace/webhooks",
		permission: "webhooks_write",
		body: "json",
		answer: "application/json",
	});
	expect(find("webhooks_create")?.errors.map(({ status }) => status)).toEqual([
		"400",
		"401",
		"403",
		"409",
		"413",
		"415",
		"422",
		"429",
	]);
});

test("fields are named by their place, with their kind and whether they must be there", () => {
	const fields = find("webhooks_create")?.fields ?? [];
	expect(fields).toContainEqual({ name: "settings", type: "object", required: true, where: "body" });
	expect(fields).toContainEqual({ name: "settings.webhook_url", type: "string", required: true, where: "body" });
	expect(fields).toContainEqual({ name: "settings.auth_type", type: '"hmac"', required: true, where: "body" });
	expect(fields).toContainEqual({ name: "webhook_secret", type: "string", required: true, where: "answer" });
	const listed = find("webhooks_list")?.fields ?? [];
	expect(listed).toContainEqual({ name: "webhooks[].name", type: "string", required: true, where: "answer" });
	expect(find("webhooks_update")?.fields[0]).toEqual({
		name: "webhook_id",
		type: "string",
		required: true,
		where: "path",
	});
});

test("the sample of a body holds what must be there and nothing else", () => {
	expect(find("textToSpeech_convert")?.sample).toEqual({ text: "Hello." });
	expect(find("webhooks_create")?.sample).toEqual({ settings: { auth_type: "hmac", name: "", webhook_url: "" } });
	expect(find("textToSpeech_convert")?.answer).toBe("audio/*");
});
