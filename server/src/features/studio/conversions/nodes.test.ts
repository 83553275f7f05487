import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createSpeechClient } from "@timbre/engines/node/client.ts";
import { createScheduler } from "@timbre/engines/node/scheduler.ts";
import { createSpeechServer } from "@timbre/engines/node/server.ts";
import { createFakeEngine } from "@timbre/engines/speech/providers/fake.ts";
import { createEngineRegistry } from "@timbre/engines/speech/speech.ts";
import { createFakeTranscriber } from "@timbre/engines/transcription/providers/fake-transcriber.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTakeStore } from "../../../core/storage/take-store.ts";
import { aStudioProject, runConversions } from "../../../testing/studio/project.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";

let app: TestApp;
const nodes: { server: Server; url: string; rendered: string[] }[] = [];

beforeAll(async () => {
	app = await testApp();
	for (let at = 0; at < 2; at++) nodes.push(await startNode());
});
afterAll(async () => {
	for (const { server } of nodes) server.close();
	await app.stop();
});

async function startNode() {
	const rendered: string[] = [];
	const server = createSpeechServer({
		registry: createEngineRegistry([createFakeEngine({ onSegment: (text) => rendered.push(text.trim()) })]),
		scheduler: createScheduler({ capacity: 64 }),
		takes: createTakeStore(app.storage),
		takeChecker: createFakeTranscriber(),
		ready: () => true,
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, rendered };
}

const colors = ["red", "blue", "green", "white", "black", "brown", "gray", "pink", "silver", "golden"];
const things = ["boat", "lamp", "door", "coat", "stone", "bird", "shell", "rope", "window", "sail", "cloud", "fish"];
const sentences = colors.flatMap((color) => things.map((thing) => `He saw a ${color} ${thing}.`));

test("the sentences of a chapter are spread over all speech nodes, each on one of them", async () => {
	const user = await app.user({ tier: "creator" });
	const project = await aStudioProject(app, user, { "The lamp": [sentences.join(" ")] });
	const { conversion_id: id } = await project.start();
	const speech = createSpeechClient({ urls: nodes.map(({ url }) => url) });
	await runConversions(app, undefined, speech, nodes.length);
	speech.close();
	expect(await project.conversion(id)).toMatchObject({ state: "done", error: null });
	expect(nodes.flatMap(({ rendered }) => rendered).toSorted()).toEqual(sentences.toSorted());
	// Batches have up to 24 sentences, so there are at least five.
	for (const { rendered } of nodes) expect(rendered.length).toBeGreaterThanOrEqual(24);
	expect((await project.sentences()).map(({ text }) => text.trim())).toEqual(sentences);
	const price = sentences.join(" ").length;
	expect(await app.ledger(user.workspaceId)).toMatchObject({ used: price, reserved: 0, open: 0 });
});
