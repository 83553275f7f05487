import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createSpeechClient, type SpeechClient } from "@timbre/engines/node/client.ts";
import { plainRequest } from "@timbre/engines/node/wire/plain-request.ts";
import { loadConfig } from "@timbre/server/core/config.ts";
import { createLog } from "@timbre/server/core/log.ts";
import { startSpeechNode } from "@timbre/server/speech-node.ts";

export type RealNode = {
	client: SpeechClient;
	speak(engine: string, speaker: string, text: string, language?: string): Promise<Uint8Array>;
	stop(): Promise<void>;
};

/**
 * Starts a speech node with real weights and connects to it over HTTP, as the product does. `speak` returns raw samples
 * at 24 kHz.
 */
export async function startRealNode(engines: string): Promise<RealNode> {
	const probe = createServer();
	await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
	const { port } = probe.address() as AddressInfo;
	await new Promise((resolve) => probe.close(resolve));
	const config = loadConfig({
		...process.env,
		SPEECH_ENGINES: engines,
		SPEECH_NODE_PORT: String(port),
		LOG_LEVEL: "error",
	});
	const node = await startSpeechNode(config, createLog(config, "speech-node"), () => {});
	await node.loading;
	const client = createSpeechClient({ urls: [`http://127.0.0.1:${port}`] });
	return {
		client,
		speak: async (engine, speaker, text, language) => {
			const parts: Uint8Array[] = [];
			const request = { engine, speaker, text, language, format: "pcm_24000", priority: "interactive" } as const;
			for await (const event of client.speak(plainRequest(request), AbortSignal.timeout(120_000)))
				if (event.type === "audio") parts.push(event.bytes);
			return Uint8Array.from(Buffer.concat(parts));
		},
		stop: async () => {
			client.close();
			await node.stop();
		},
	};
}
