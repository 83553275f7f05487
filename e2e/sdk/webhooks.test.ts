// Official client: creates webhooks and verifies the signature of delivered events.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bytesOf, catchError, client, server } from "./client.ts";

const received: { body: string; signature: string }[] = [];
const endpoint = createServer((request, reply) => {
	const parts: Buffer[] = [];
	request.on("data", (part: Buffer) => parts.push(part));
	request.on("end", () => {
		const signature = String(request.headers["elevenlabs-signature"]);
		received.push({ body: Buffer.concat(parts).toString(), signature });
		reply.end("ok");
	});
});
let webhookUrl: string;
beforeAll(async () => {
	await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve));
	webhookUrl = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
	endpoint.closeAllConnections();
	await new Promise((resolve) => endpoint.close(resolve));
});

test("webhooks.create, list, update and delete; constructEvent accepts delivered events", async () => {
	const made = await client.webhooks.create({ settings: { authType: "hmac", name: "SDK", webhookUrl } });
	const secret = made.webhookSecret ?? "";
	expect(secret).toMatch(/^wsec_/);
	const mine = async () =>
		(await client.webhooks.list({ includeUsages: true })).webhooks.find((one) => one.webhookId === made.webhookId);
	expect(await mine()).toMatchObject({
		name: "SDK",
		webhookUrl,
		authType: "hmac",
		isDisabled: false,
		isAutoDisabled: false,
		createdAtUnix: expect.any(Number),
		usage: [],
	});
	const text = `This is told to a webhook at ${Date.now()}.`;
	await bytesOf(await client.textToSpeech.convert(server.voiceId, { text }));
	// Other events of the workspace may arrive first.
	const findEvent = () => received.find(({ body }) => body.includes("speech_generation_finished"));
	await expect.poll(findEvent).toBeDefined();
	const { body, signature } = findEvent() ?? { body: "", signature: "" };
	const event = (await client.webhooks.constructEvent(body, signature, secret)) as unknown as {
		type: string;
		data: Record<string, unknown>;
	};
	expect(event).toMatchObject({
		type: "speech_generation_finished",
		data: { voice_id: server.voiceId, characters: text.length },
	});
	expect(await catchError(client.webhooks.constructEvent(`${body} `, signature, secret))).toMatchObject({
		statusCode: 400,
	});
	expect(await catchError(client.webhooks.constructEvent(body, signature, `${secret}x`))).toMatchObject({
		statusCode: 400,
	});
	const changed = { isDisabled: true, name: "Renamed", retryEnabled: false, events: ["speech_to_text" as const] };
	expect(await client.webhooks.update(made.webhookId, changed)).toEqual({ status: "ok" });
	expect(await mine()).toMatchObject({ name: "Renamed", isDisabled: true, events: ["speech_to_text"] });
	expect(await client.webhooks.delete(made.webhookId)).toEqual({ status: "ok" });
	expect(await mine()).toBeUndefined();
});
