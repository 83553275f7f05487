import { createSpeechClient } from "@timbre/engines/node/client.ts";
import { plainRequest } from "@timbre/engines/node/plain-request.ts";
import { expect, test } from "vitest";
import { loadConfig } from "./core/config.ts";
import { createLog } from "./core/log.ts";
import { startSpeechNode } from "./speech-node.ts";

function configured(engines: string) {
	return loadConfig({ SPEECH_ENGINES: engines, SPEECH_NODE_PORT: "0", LOG_LEVEL: "silent" });
}

test("the node listens at once, tells when it is ready, and speaks", async () => {
	const config = configured("fake,espeak");
	const events: string[] = [];
	const node = await startSpeechNode(config, createLog(config, "speech-node"), ({ event }) => events.push(event));
	const client = createSpeechClient({ urls: [`http://127.0.0.1:${node.port}`] });
	try {
		expect(await client.health()).toMatchObject([{ ready: false }]);
		await node.loading;
		expect(events).toEqual(["engine-loaded", "engine-loaded", "ready"]);
		expect(await client.health()).toMatchObject([{ ready: true, engines: [{ id: "fake" }, { id: "espeak" }] }]);
		let bytes = 0;
		const request = {
			engine: "espeak",
			speaker: "de",
			text: "Guten Tag.",
			format: "pcm_16000",
			priority: "interactive",
		} as const;
		for await (const event of client.speak(plainRequest(request), new AbortController().signal)) {
			if (event.type === "audio") bytes += event.bytes.length;
		}
		expect(bytes / 2 / 16_000).toBeGreaterThan(0.4);
	} finally {
		client.close();
		await node.stop();
	}
});

test("a node that is stopped while it loads stops at once and complains of nothing", async () => {
	const config = configured("espeak");
	const node = await startSpeechNode(config, createLog(config, "speech-node"), () => {});
	await node.stop();
	await expect(node.loading).resolves.toBeUndefined();
});

test("an engine that nobody knows is named in the complaint", async () => {
	const config = configured("fake,nonesuch");
	const node = await startSpeechNode(config, createLog(config, "speech-node"), () => {});
	await expect(node.loading).rejects.toThrow("no engine called nonesuch");
	await node.stop();
});
