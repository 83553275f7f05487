// npm run bench:studio                      a chapter of 2,000 words from a public-domain novel, converted with Kokoro through the API
// npm run bench:studio -- --keep <folder>   stores its text, audio and transcript
//   Goal: word error rate at most 3.3% by Whisper. The speed is compared with the bare engine in the same run.
import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Conversion } from "@timbre/contract/studio/conversion-schemas.ts";
import type { MisreadSentence, Sentence } from "@timbre/contract/studio/take-schemas.ts";
import { decodeAudio } from "@timbre/engines/media/decode.ts";
import { resample } from "@timbre/engines/media/resample.ts";
import { createScheduler } from "@timbre/engines/node/scheduler.ts";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import { createRecognizer } from "@timbre/engines/transcription/batch/recognizer.ts";
import { wordErrors } from "@timbre/engines/transcription/word-error-rate.ts";
import { modelsDir } from "@timbre/server/core/config.ts";
import { printFigures } from "../../ci/figures.ts";
import { openBareEngine } from "../bare-engine.ts";
import { startHarness, until } from "../harness.ts";
import { novelParagraphs } from "./chapter.ts";

const words = 2_000;
const speaker = "af_heart";
const maxErrors = 0.033;
const bareWords = 300;
/** A recording is transcribed in parts that end with a sentence. */
const partSeconds = 120;

type Times = { sentences: { text: string; start_seconds: number; end_seconds: number }[] };

const { values } = parseArgs({ options: { keep: { type: "string" } } });
const dir = modelsDir(process.env);
const threads = availableParallelism();
const paragraphs = await novelParagraphs(words);
const text = paragraphs.join("\n\n");
const wordCount = text.split(/\s+/).length;

const bare = await openBareEngine("kokoro", { modelsDir: dir, threads });
const sample = text.split(/\s+/).slice(0, bareWords).join(" ");
await bare.speak("Warm up.", speaker);
const { totalMs: bareMs } = await bare.speak(sample, speaker);
await bare.close();
const barePerSecond = sample.length / (bareMs / 1000);

const harness = await startHarness({ engines: "real", env: { SPEECH_ENGINES: "kokoro" } });
try {
	const request = async <T>(method: string, path: string, body?: FormData | object): Promise<T> => {
		const isForm = body instanceof FormData;
		const response = await fetch(harness.stack.apiUrl + path, {
			method,
			headers: {
				"xi-api-key": harness.user.apiKey,
				...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
			},
			...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
		});
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
		return (await response.json()) as T;
	};
	const voice_id = voiceId("kokoro", speaker);
	const form = new FormData();
	form.set("name", "A novel");
	form.set("language", "en");
	form.set("default_paragraph_voice_id", voice_id);
	const blocks = paragraphs.map((paragraph) => ({ nodes: [{ type: "tts_node", text: paragraph, voice_id }] }));
	form.set("from_content_json", JSON.stringify([{ name: "Chapter I", blocks }]));
	const { project } = await request<{ project: { project_id: string; chapters_order: string[] } }>(
		"POST",
		"/v1/studio/projects",
		form,
	);
	const path = `/v1/studio/projects/${project.project_id}`;
	const chapter = `${path}/chapters/${project.chapters_order[0]}`;
	const started = performance.now();
	let reported = -1;
	const { conversion_id: id } = await request<Conversion>("POST", `${path}/conversions`, {});
	const done = await until("the conversion", 3_600, async () => {
		const now = await request<Conversion>("GET", `${path}/conversions/${id}`);
		const percent = Math.floor(now.progress * 10) * 10;
		if (percent > reported)
			console.log(`${((performance.now() - started) / 1000).toFixed(0)} s: ${percent}% converted`);
		reported = Math.max(reported, percent);
		return now.state !== "queued" && now.state !== "running" && now;
	});
	if (done.state !== "done") throw new Error(`The conversion is ${done.state}: ${done.error}`);
	const seconds = (performance.now() - started) / 1000;

	const { snapshots } = await request<{ snapshots: { chapter_snapshot_id: string; audio_duration_secs: number }[] }>(
		"GET",
		`${chapter}/snapshots`,
	);
	const [snapshot] = snapshots;
	if (!snapshot) throw new Error("the chapter has no audio");
	const audio = await fetch(`${harness.stack.apiUrl}${chapter}/snapshots/${snapshot.chapter_snapshot_id}/audio`, {
		headers: { "xi-api-key": harness.user.apiKey },
	});
	const mp3 = new Uint8Array(await audio.arrayBuffer());
	const decoded = await decodeAudio(mp3, "mp3_44100_128");
	const pcm = resample(decoded.samples, decoded.sampleRate, 16_000);
	const times = await request<Times>("GET", `${chapter}/snapshots/${snapshot.chapter_snapshot_id}/times`);
	const recognizer = createRecognizer({
		modelsDir: dir,
		threads,
		scheduler: createScheduler({ capacity: 64 }),
		maxSessions: 1,
	});
	const heard: string[] = [];
	let from = 0;
	for (const [at, { end_seconds: end }] of times.sentences.entries()) {
		const next = times.sentences[at + 1];
		if (next && next.end_seconds - from < partSeconds) continue;
		const part = pcm.subarray(Math.round(from * 16_000), Math.round(end * 16_000));
		const options = { model: "whisper-base", language: "en" } as const;
		const { segments } = await recognizer.transcribe(part, options, new AbortController().signal);
		heard.push(...segments.map(({ text }) => text));
		from = next?.start_seconds ?? end;
	}
	await recognizer.close();
	if (values.keep !== undefined) {
		await mkdir(values.keep, { recursive: true });
		await writeFile(join(values.keep, "chapter.mp3"), mp3);
		await writeFile(join(values.keep, "chapter.txt"), text);
		await writeFile(join(values.keep, "times.json"), JSON.stringify(times));
		await writeFile(join(values.keep, "transcript.txt"), heard.join("\n"));
	}
	const { rate } = wordErrors(text, heard.join(" "));
	const { sentences } = await request<{ sentences: Sentence[] }>("GET", `${chapter}/sentences`);
	const { sentences: left } = await request<{ sentences: MisreadSentence[] }>("GET", `${path}/misread`);
	const perSecond = text.length / seconds;
	printFigures(
		[
			`studio: ${wordCount} words, ${sentences.length} sentences, ${snapshot.audio_duration_secs.toFixed(0)} s of audio by Kokoro (${speaker})`,
			`studio: word error rate ${(rate * 100).toFixed(1)}% by Whisper base (goal 3.3%)`,
			`studio: take check found ${done.misread} misread sentences and mended ${done.mended}; ${left.length} are left: ${left.map((one) => one.text).join(" | ")}`,
			`studio: converted in ${seconds.toFixed(0)} s with take check, ${(perSecond / barePerSecond).toFixed(2)} of the speed of the bare engine`,
		].join("\n"),
	);
	if (rate > maxErrors) throw new Error(`The word error rate is ${(rate * 100).toFixed(1)}%, more than 3.3%.`);
} finally {
	await harness.stop();
}
process.exit(0);
