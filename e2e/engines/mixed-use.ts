// A speech node in a process of its own, as in the product, used for everything it can do in turn.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createSpeechClient, type SpeechClient } from "@timbre/engines/node/client.ts";
import type { SpeechVoice } from "@timbre/engines/node/protocol.ts";
import { plainRequest } from "@timbre/engines/node/wire/plain-request.ts";

const sentences = [
	"Good morning.",
	"Is there still a seat by the window?",
	"The meeting begins at 10:30 on March 4, and it should not take more than 45 minutes.",
	"When the first settlers came over the pass that autumn they found a wide and empty valley whose river had carved its bed so deep that they could hear the water long before anyone saw it.",
	"They built their houses on the northern side, where the sun stayed longest, and they laid out their fields in narrow strips.",
	"In winter the road was closed for months, so they learned to keep what they had: apples in straw, cheese in the cellar, and stories for the evenings.",
	"Nobody knows.",
];
const voices: SpeechVoice[] = [
	{ engine: "kokoro", speaker: "af_heart" },
	{ engine: "kokoro", speaker: "am_michael", speed: 1.2, stability: 0.2 },
	{ engine: "piper", speaker: "libritts-24" },
	{ engine: "espeak", speaker: "en-us" },
];

export type UsedNode = {
	/** Speaks, checks, aligns, transcribes and measures, each once, with other texts and voices in every round. */
	use(round: number): Promise<void>;
	/** Resident memory of the process in megabytes. */
	memory(): Promise<number>;
	stop(): Promise<void>;
};

export async function startUsedNode(): Promise<UsedNode> {
	const folder = await mkdtemp(join(tmpdir(), "timbre-mixed-use-"));
	const port = await freePort();
	const process = spawn(
		globalThis.process.execPath,
		[fileURLToPath(import.meta.resolve("@timbre/server/speech-node.ts"))],
		{
			env: {
				...globalThis.process.env,
				LOG_LEVEL: "warn",
				SPEECH_ENGINES: "kokoro,piper,espeak",
				SPEECH_NODE_PORT: String(port),
				STORAGE_DIR: folder,
			},
			stdio: ["ignore", "ignore", "inherit"],
		},
	);
	const client = createSpeechClient({ urls: [`http://127.0.0.1:${port}`] });
	const stop = async () => {
		client.close();
		await end(process);
		await rm(folder, { recursive: true, force: true });
	};
	try {
		while (!(await client.health())[0]?.ready) {
			if (process.exitCode !== null) throw new Error(`the speech node ended with ${process.exitCode}`);
			await sleep(200);
		}
	} catch (error) {
		await stop();
		throw error;
	}
	return { use: (round) => useOnce(client, round), memory: () => residentMegabytes(process.pid), stop };
}

async function useOnce(client: SpeechClient, round: number): Promise<void> {
	const signal = AbortSignal.timeout(1_800_000);
	const recordings: { bytes: Uint8Array; text: string }[] = [];
	for (const [index, voice] of voices.entries()) {
		const text = Array.from(
			{ length: 1 + ((round + index) % 2) },
			(_, at) => sentences[(round * 3 + index + at * 2) % sentences.length],
		).join(" ");
		const request = plainRequest({ ...voice, text, format: "wav_24000", priority: "interactive" });
		const units = request.units.map((unit, at) => ({
			...unit,
			take: { key: `takes/mixed/${round}-${index}-${at}`, stored: false },
		}));
		const parts: Uint8Array[] = [];
		for await (const event of client.speak({ ...request, units }, signal))
			if (event.type === "audio") parts.push(event.bytes);
		recordings.push({ bytes: Buffer.concat(parts), text });
		await client.check(`takes/mixed/${round}-${index}-0`, "en-US", signal);
	}
	const { bytes, text } = recordings[round % recordings.length] as (typeof recordings)[number];
	await client.align({ bytes, text }, signal);
	await client.fingerprint(bytes, signal);
	await client.measure(bytes, signal);
	await client.samples.analyze(bytes, 60, signal);
	await client.samples.transcribe(bytes, { sentence: text, language: "en" }, signal);
	await client.samples.cut(bytes, { isolated: true }, signal);
}

async function residentMegabytes(pid: number | undefined): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, "utf8");
	return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
}

async function freePort(): Promise<number> {
	const probe = createServer();
	await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
	const { port } = probe.address() as AddressInfo;
	await new Promise((resolve) => probe.close(resolve));
	return port;
}

async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null) return;
	const ended = once(child, "exit");
	child.kill("SIGTERM");
	await ended;
}
