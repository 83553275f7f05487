import { afterAll, beforeAll, expect, test } from "vitest";
import { aVoice } from "../../seed/builders.ts";
import { runOperator } from "./operator.ts";
import { type TestApp, testApp } from "./testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

async function operate(...args: string[]): Promise<string> {
	const lines: string[] = [];
	const { db, storage } = app;
	await runOperator({ db, storage, defaultPlan: "free", print: (line) => lines.push(line) }, args);
	return lines.join("\n");
}

const subscription = async (apiKey: string) =>
	(await app.get<{ subscription: { tier: string; character_limit: number } }>("/v1/user", apiKey)).subscription;

test("the operator lists workspaces and sets their plan and credits", async () => {
	const person = await app.user();
	expect(await operate("workspaces", person.email.toUpperCase())).toContain(`${person.workspaceId}  free (default)`);
	await operate("plan", person.workspaceId, "enterprise");
	expect(await subscription(person.apiKey)).toMatchObject({ tier: "enterprise", character_limit: 100_000_000 });
	await operate("credits", person.workspaceId, "1234");
	expect(await subscription(person.apiKey)).toMatchObject({ tier: "enterprise", character_limit: 1234 });
	await operate("plan", person.workspaceId, "default");
	expect(await subscription(person.apiKey)).toMatchObject({ tier: "free", character_limit: 10_000 });
	await expect(operate("plan", "nobody", "pro")).rejects.toThrow("no workspace with the ID nobody");
	await expect(operate("plan", person.workspaceId, "gold")).rejects.toThrow("Unknown plan gold");
	await expect(operate("dance")).rejects.toThrow("Usage: npm run operator");
});

test("the operator refunds a generation once", async () => {
	const person = await app.user();
	const text = "This was not worth its credits.";
	const answer = await app.postJson(`/v1/text-to-speech/${app.voiceId}`, person.apiKey, { text });
	await answer.arrayBuffer();
	const id = answer.headers.get("history-item-id") ?? "";
	expect(await operate("refund", person.workspaceId, id)).toBe(`Refunded ${text.length} credits.`);
	expect(await operate("refund", person.workspaceId, id)).toBe("Refunded 0 credits.");
	expect(await app.ledger(person.workspaceId)).toMatchObject({ used: 0 });
});

test("the operator verifies a voice on request, or closes the request so that another one can be sent", async () => {
	const person = await app.user();
	const { voiceId } = await aVoice(app.db, app.storage, person, { requiresVerification: true, verified: false });
	const speak = async () =>
		(await app.postJson(`/v1/text-to-speech/${voiceId}`, person.apiKey, { text: "May I?" })).status;
	const request = async () => {
		const form = new FormData();
		form.set("files", new Blob(["a statement"]), "statement.txt");
		form.set("extra_text", "My voice is hoarse.");
		const response = await fetch(`${app.url}/v1/voices/${voiceId}/verification`, {
			method: "POST",
			headers: { "xi-api-key": person.apiKey },
			body: form,
		});
		return response.status;
	};
	expect(await speak()).toBe(403);
	await expect(operate("verify", voiceId)).rejects.toThrow("No verification is requested");
	expect(await request()).toBe(200);
	expect(await operate("verifications")).toContain(`${voiceId}  `);
	expect(await operate("verifications")).toMatch(/My voice is hoarse\.\n +voices\/.*\/verification\//);
	expect(await request(), "already requested").toBe(409);
	await operate("reject", voiceId);
	expect(await operate("verifications")).not.toContain(voiceId);
	expect(await request()).toBe(200);
	await operate("verify", voiceId);
	expect(await speak()).toBe(200);
});
