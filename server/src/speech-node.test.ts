import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSpeechClient } from "@timbre/engines/node/client.ts";
import { plainRequest } from "@timbre/engines/node/wire/plain-request.ts";
import { expect, test } from "vitest";
import { loadConfig } from "./core/config.ts";
import { createLog } from "./core/log.ts";
import { startSpeechNode } from "./speech-node.ts";

function configured(engines: string, more: Record<string, string> = {}) {
	return loadConfig({ SPEECH_ENGINES: engines, SPEECH_NODE_PORT: "0", LOG_LEVEL: "silent", ...more });
}

test("the node listens immediately, reports when it is ready, and generates speech", async () => {
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

test("a node stopped while loading stops immediately and without an error", async () => {
	const config = configured("espeak");
	const node = await startSpeechNode(config, createLog(config, "speech-node"), () => {});
	await node.stop();
	await expect(node.loading).resolves.toBeUndefined();
});

test("an unknown engine is named in the error", async () => {
	const config = configured("fake,nonesuch");
	const node = await startSpeechNode(config, createLog(config, "speech-node"), () => {});
	await expect(node.loading).rejects.toThrow("Unknown engine in SPEECH_ENGINES: nonesuch");
	await node.stop();
});

test("the fake engine uses the real transcriber unless the fake one is selected too", async () => {
	const folder = await mkdtemp(join(tmpdir(), "timbre-transcriber-"));
	// A file instead of a folder: the real transcriber finds no model weights and can't download any.
	const MODELS_DIR = join(folder, "no-models");
	await writeFile(MODELS_DIR, "");
	const checked = async (settings: Record<string, string>) => {
		const config = configured("fake", { STORAGE_DIR: join(folder, "storage"), MODELS_DIR, ...settings });
		const node = await startSpeechNode(config, createLog(config, "speech-node"), () => {});
		const client = createSpeechClient({ urls: [`http://127.0.0.1:${node.port}`] });
		try {
			await node.loading;
			const voice = { engine: "fake", speaker: "tone-low", format: "pcm_16000", priority: "interactive" } as const;
			const plain = plainRequest({ ...voice, text: "Which transcriber is this?" });
			const request = {
				...plain,
				units: plain.units.map((unit) => ({ ...unit, take: { key: "take", stored: false } })),
			};
			for await (const _ of client.speak(request, AbortSignal.timeout(10_000)));
			return await client.check("take", "en-US", AbortSignal.timeout(10_000));
		} finally {
			client.close();
			await node.stop();
		}
	};
	try {
		await expect(checked({})).rejects.toThrow("no-models");
		expect(await checked({ TRANSCRIBER: "fake" })).toMatchObject({ check: { checkedBy: "fake-transcriber" } });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});
