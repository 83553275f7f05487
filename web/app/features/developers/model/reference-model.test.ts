import { endpointsByArea } from "@timbre/contract/all-endpoints.ts";
import { webhookEventTypes, webhookTestEvent } from "@timbre/contract/developers/rules.ts";
import { buildOpenApi } from "@timbre/contract/openapi.ts";
import { expect, test } from "vitest";
import { type ApiDocument, buildDetails, buildReference, buildWebhookEvents } from "./reference-model.ts";

const document = buildOpenApi(endpointsByArea, "test") as ApiDocument;
const reference = buildReference(document);
const operations = reference.flatMap((group) =>
	group.operations.map((operation) => ({ ...operation, ...buildDetails(document, group.area)[operation.id] })),
);
const find = (id: string) => operations.find((operation) => operation.id === id);

test("lists every public endpoint once, with its path, permission and errors", () => {
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
		response: "application/json",
	});
	expect(find("webhooks_create")?.errors).toContainEqual({
		status: "403",
		code: "missing_permissions",
		text: expect.stringContaining("permission"),
	});
});

test("fields have their full path, type and required flag", () => {
	const fields = find("webhooks_create")?.fields ?? [];
	expect(fields).toContainEqual(
		expect.objectContaining({ name: "settings", type: "object", required: true, where: "body" }),
	);
	expect(fields).toContainEqual(
		expect.objectContaining({ name: "settings.webhook_url", type: "string", required: true, where: "body" }),
	);
	expect(fields).toContainEqual(
		expect.objectContaining({ name: "settings.auth_type", type: '"hmac"', required: true, where: "body" }),
	);
	expect(fields).toContainEqual(
		expect.objectContaining({ name: "webhook_secret", type: "string", required: true, where: "response" }),
	);
	const listed = find("webhooks_list")?.fields ?? [];
	expect(listed).toContainEqual(
		expect.objectContaining({ name: "webhooks[].name", type: "string", required: true, where: "response" }),
	);
	expect(find("webhooks_update")?.fields?.[0]).toMatchObject({
		name: "webhook_id",
		type: "string",
		required: true,
		where: "path",
	});
});

test("lists every webhook event with its payload and an example", () => {
	const events = buildWebhookEvents(document);
	expect(events.map(({ type }) => type).sort()).toEqual([...webhookEventTypes, webhookTestEvent].sort());
	const created = events.find(({ type }) => type === "api_key_created");
	expect(created?.sample).toMatchObject({ type: "api_key_created", data: { name: "Production server" } });
	expect(created?.fields.map(({ name }) => name)).toEqual([
		"type",
		"event_timestamp",
		"event_id",
		"data",
		"data.key_id",
		"data.name",
		"data.user_id",
		"data.preview",
	]);
});

test("every field has a description", () => {
	expect(operations.flatMap(({ fields = [] }) => fields.filter(({ description }) => description === ""))).toEqual([]);
});

test("the sample body has the required fields with example values", () => {
	expect(find("textToSpeech_convert")?.sample).toEqual({ text: expect.stringMatching(/\w+/) });
	expect(find("webhooks_create")?.sample).toMatchObject({
		settings: { auth_type: "hmac", webhook_url: expect.stringMatching(/^https:/) },
	});
	expect(find("textToSpeech_convert")?.response).toBe("audio/*");
});
