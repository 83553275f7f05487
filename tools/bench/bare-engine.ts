// The engine without speech node, scheduler, encoder or HTTP: the baseline for measuring the product.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ensureModel, modelFile } from "@timbre/engines/models/store.ts";
import { createKokoroEngine } from "@timbre/engines/speech/providers/kokoro.ts";
import { createPiperEngine } from "@timbre/engines/speech/providers/piper.ts";
import type { SpeechEngine } from "@timbre/engines/speech/speech.ts";
import { normalize } from "@timbre/engines/text/normalize.ts";
import { segmentText } from "@timbre/engines/text/segment.ts";
import { modelsDir } from "@timbre/server/core/config.ts";

export type BareFigures = {
	/** Time until the first segment is synthesized. */
	firstClauseMs: number;
	totalMs: number;
	/** Duration of the model's output, including silence. */
	audioSeconds: number;
	segments: number;
	/** User and system time of this process, in milliseconds. */
	cpuMs: number;
};

export type BareEngine = { speak(text: string, speaker: string): Promise<BareFigures>; close(): Promise<void> };

/** Loads and warms up one engine in this process. Uses the same segmentation and normalization as the speech node. */
export async function openBareEngine(
	name: "kokoro" | "piper",
	{ modelsDir, threads }: { modelsDir: string; threads: number },
): Promise<BareEngine> {
	const engine = await create(name, modelsDir, threads);
	await engine.load();
	const languages = new Map(engine.speakers().map(({ id, language }) => [id, language]));
	return {
		async speak(text, speaker) {
			const language = languages.get(speaker) ?? "en-US";
			const cpu = process.cpuUsage();
			const started = performance.now();
			let firstClauseMs = 0;
			let samples = 0;
			const segments = segmentText(text);
			for (const { start, end } of segments) {
				const spoken = normalize(text.slice(start, end), language, "auto");
				const { pcm } = await engine.synthesize({ text: spoken, speaker, language, speed: 1 });
				firstClauseMs ||= performance.now() - started;
				samples += pcm.length;
			}
			const totalMs = performance.now() - started;
			const { user, system } = process.cpuUsage(cpu);
			const audioSeconds = samples / engine.info.sampleRate;
			return { firstClauseMs, totalMs, audioSeconds, segments: segments.length, cpuMs: (user + system) / 1000 };
		},
		close: engine.close,
	};
}

async function create(name: "kokoro" | "piper", dir: string, threads: number): Promise<SpeechEngine> {
	if (name === "kokoro") {
		const files = await ensureModel("kokoro", { dir });
		return createKokoroEngine({
			modelFile: modelFile(files, "model.onnx"),
			stylesDir: join(files.dir, "voices"),
			threads,
		});
	}
	const files = await ensureModel("piper-libritts", { dir });
	return createPiperEngine({
		modelFile: modelFile(files, "model.onnx"),
		tokensFile: modelFile(files, "tokens.txt"),
		threads,
	});
}

const sentences = [
	"The birch canoe slid on the smooth planks.",
	"When the sunlight strikes raindrops in the air, they act as a prism and form a rainbow.",
	"The museum opens at nine in the morning, and visitors under twelve get in for free; everybody else pays at the door.",
];

if (import.meta.main) {
	const name = process.argv[2] === "piper" ? "piper" : "kokoro";
	const speaker = process.argv[3] ?? (name === "piper" ? "libritts-0" : "af_heart");
	const threads = Number(process.env.SPEECH_THREADS ?? 0) || availableParallelism();
	const engine = await openBareEngine(name, { modelsDir: modelsDir(process.env), threads });
	for (const text of [...sentences, ...sentences]) {
		const { firstClauseMs, totalMs, audioSeconds, segments, cpuMs } = await engine.speak(text, speaker);
		console.log(
			`${name} ${speaker}: first clause ${firstClauseMs.toFixed(0)} ms, ${segments} segments, ${audioSeconds.toFixed(2)} s of audio, ` +
				`real-time factor ${(totalMs / 1000 / audioSeconds).toFixed(3)}, CPU factor ${(cpuMs / 1000 / audioSeconds).toFixed(3)}`,
		);
	}
	await engine.close();
}
