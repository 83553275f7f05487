// A chapter of Studio with Kokoro and Piper, converted over the official client and transcribed with Whisper.

import { decodeAudio } from "@timbre/engines/media/decode.ts";
import { resample } from "@timbre/engines/media/resample.ts";
import { expect, test } from "vitest";
import { bytesOf, client, expectSpoken, request, sampleRate, voices } from "./client.ts";

const { projects } = client.studio;
const paragraphs = [
	[{ text: "The lamp went out at four in the morning.", voice: voices.kokoro }],
	[
		{ text: "“Nobody saw it happen,” ", voice: voices.piper },
		{ text: "said the keeper of the lighthouse.", voice: voices.kokoro },
	],
];
type Times = { sentences: { text: string; start_seconds: number; end_seconds: number }[] };
type Sentences = { sentences: { verdict: string | null; state: string }[] };

test("STUDIO-001 a chapter is spoken by the voices of its text, at the times of its sentences, and was listened to", async () => {
	const blocks = paragraphs.map((nodes) => ({
		sub_type: "p",
		nodes: nodes.map(({ text, voice }) => ({ type: "tts_node", text, voice_id: voice })),
	}));
	const { project } = await projects.create({
		name: "The Lighthouse",
		language: "en",
		defaultParagraphVoiceId: voices.kokoro,
		fromContentJson: JSON.stringify([{ name: "Dusk", blocks }]),
	});
	const { projectId } = project;
	const [{ chapterId = "" } = {}] = (await projects.chapters.list(projectId)).chapters;
	await projects.chapters.convert(projectId, chapterId);
	const snapshots = async () => (await projects.chapters.snapshots.list(projectId, chapterId)).snapshots;
	await expect.poll(async () => (await snapshots()).length).toBe(1);
	const [{ chapterSnapshotId = "" } = {}] = await snapshots();
	const { bytes } = await bytesOf(await projects.chapters.snapshots.stream(projectId, chapterId, chapterSnapshotId));
	const decoded = await decodeAudio(bytes, "mp3_44100_128");
	const samples = resample(decoded.samples, decoded.sampleRate, sampleRate);
	const pcm = Buffer.from(Int16Array.from(samples, (sample) => Math.round(sample * 32_767)).buffer);
	await expectSpoken(paragraphs.flatMap((nodes) => nodes.map(({ text }) => text)).join(" "), pcm);

	const path = `/v1/studio/projects/${projectId}/chapters/${chapterId}`;
	const times = (await request<Times>("GET", `${path}/snapshots/${chapterSnapshotId}/times`)).body;
	for (const { text, start_seconds, end_seconds } of times.sentences)
		await expectSpoken(
			text,
			pcm.subarray(2 * Math.round(start_seconds * sampleRate), 2 * Math.round(end_seconds * sampleRate)),
		);
	const { sentences } = (await request<Sentences>("GET", `${path}/sentences`)).body;
	expect(sentences.every(({ verdict, state }) => verdict !== null && state === "ready")).toBe(true);
	await projects.delete(projectId);
});
