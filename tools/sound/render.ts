// Generates audio for the public pages with the real engines, like a speech node, small enough to commit.
import { createHash } from "node:crypto";
import { ensureModel, modelFile } from "@timbre/engines/models/store.ts";
import type { SpeechRequest } from "@timbre/engines/node/protocol.ts";
import { createScheduler } from "@timbre/engines/node/scheduler.ts";
import { speak } from "@timbre/engines/node/speak.ts";
import { createEspeakEngine } from "@timbre/engines/speech/providers/espeak.ts";
import { createKokoroEngine } from "@timbre/engines/speech/providers/kokoro.ts";
import { createPiperEngine } from "@timbre/engines/speech/providers/piper.ts";
import { createEngineRegistry, type EngineRegistry } from "@timbre/engines/speech/speech.ts";
import { modelsDir } from "@timbre/server/core/config.ts";

export const maxBytes = 60_000;
/** More peaks than this would not be visible. */
const peakCount = 100;

export const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest("hex");

export async function realEngines(): Promise<EngineRegistry> {
	const dir = modelsDir(process.env);
	const kokoro = await ensureModel("kokoro", { dir });
	const piper = await ensureModel("piper-libritts", { dir });
	return createEngineRegistry([
		createKokoroEngine({
			modelFile: modelFile(kokoro, "model.onnx"),
			stylesDir: `${kokoro.dir}/voices`,
			threads: 2,
		}),
		createPiperEngine({
			modelFile: modelFile(piper, "model.onnx"),
			tokensFile: modelFile(piper, "tokens.txt"),
			threads: 2,
		}),
		createEspeakEngine(),
	]);
}

export type Rendered = { bytes: Buffer; seconds: number; peaks: number[] };

export async function render(request: SpeechRequest, registry: EngineRegistry): Promise<Rendered> {
	const parts: Uint8Array[] = [];
	let end = { seconds: 0, peaks: [] as number[] };
	const speaking = { registry, scheduler: createScheduler({ capacity: 64 }) };
	for await (const event of speak(request, speaking, new AbortController().signal)) {
		if (event.type === "audio") parts.push(event.bytes);
		if (event.type === "end") end = event;
	}
	const each = end.peaks.length / peakCount;
	const peaks = Array.from({ length: peakCount }, (_, n) =>
		Math.max(...end.peaks.slice(Math.floor(n * each), Math.floor((n + 1) * each))),
	);
	return { bytes: Buffer.concat(parts), seconds: Math.round(end.seconds * 100) / 100, peaks };
}
