// Speaker verification: consent sentences are transcribed by the real transcriber, compared by the real speaker
// embedding and judged by the product's own rule. The readers are Piper speakers; error rates on real people are
// measured on read-speech recordings if available (results in docs/voices.md).
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { finishWav, wavHeader } from "@timbre/engines/media/wav.ts";
import { cosine } from "@timbre/engines/voices/measure/speaker.ts";
import {
	maxWordErrorRate,
	minSpeakerSimilarity,
	newWordsRatio,
	verifyReading,
} from "@timbre/server/features/voice-making/consent/reading.ts";
import { createSentence } from "@timbre/server/features/voice-making/consent/sentences.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printFigures } from "../../tools/ci/figures.ts";
import { type RealNode, startRealNode } from "./node.ts";
import { readSpeech } from "./read-speech.ts";

// Speakers different enough to be distinguished. Voices of one model are more alike than people are, so not all are.
const readers = ["libritts-45", "libritts-46", "libritts-49"];
const sampleText =
	"The ferry was late again, so we walked along the shore and talked about the winter. Nobody had expected so much snow in March.";
const signal = AbortSignal.timeout(600_000);

let node: RealNode;
beforeAll(async () => {
	node = await startRealNode("piper,kokoro");
});
afterAll(async () => node.stop());

const recordingOf = async (reader: string, text: string, engine = "piper", language?: string) =>
	finishWav(Uint8Array.from(Buffer.concat([wavHeader(24_000), await node.speak(engine, reader, text, language)])));
const percent = (part: number, of: number) => `${part} of ${of} (${((100 * part) / of).toFixed(1)}%)`;

test("accepts only the right sentence in the right voice", async () => {
	const known = new Map<string, number[]>();
	for (const reader of readers)
		known.set(reader, (await node.client.samples.analyze(await recordingOf(reader, sampleText), 120, signal)).vector);
	for (const reader of readers) {
		const sentence = createSentence("en");
		const { transcript, vector } = await node.client.samples.transcribe(
			await recordingOf(reader, sentence),
			{ sentence, language: "en" },
			signal,
		);
		for (const [other, samples] of known) {
			const { wordErrorRate, rejection } = verifyReading(
				{ text: sentence, language: "en" },
				transcript,
				cosine(vector, samples),
			);
			printFigures(
				`${reader} for ${other}: similarity ${cosine(vector, samples).toFixed(2)}, words ${wordErrorRate.toFixed(2)}`,
			);
			if (other === reader)
				expect(rejection, `${reader} read "${sentence}", transcribed as "${transcript}"`).toBeUndefined();
			else expect(rejection).toMatch(/does not match the recordings/);
		}
		// An older recording: the same consent with other challenge words.
		let other = createSentence("en");
		// Words are random, and one pair of sentences in 400 shares half of them.
		while (newWordsRatio({ text: other, language: "en" }, sentence) > 0) other = createSentence("en");
		expect(verifyReading({ text: other, language: "en" }, transcript, 1).rejection).toMatch(/not the sentence/);
	}
});

test("accepts a Spanish sentence and rejects other Spanish words", async () => {
	const language = "es";
	const sentence = { text: createSentence(language), language } as const;
	const transcriptOf = async (text: string) => {
		const recording = await recordingOf("ef_dora", text, "kokoro", language);
		return (await node.client.samples.transcribe(recording, { sentence: sentence.text, language }, signal)).transcript;
	};
	const transcript = await transcriptOf(sentence.text);
	expect(verifyReading(sentence, transcript, 1).rejection, `${sentence.text} transcribed as ${transcript}`).toBe(
		undefined,
	);
	const older = `${sentence.text.split(". ")[0]}. Ayer llovió toda la tarde y nos quedamos en casa con los abuelos.`;
	expect(verifyReading(sentence, await transcriptOf(older), 1).rejection).toMatch(/not the sentence/);
});

const clips = join(import.meta.dirname, "../../../shared/engines/data/speech");

const noClips = existsSync(clips) ? "" : " [skipped: the recordings of ../shared are not here]";
describe.skipIf(noClips)(`people${noClips}`, () => {
	test("match recordings of the same person only, and only their own words", async () => {
		const readings: { speaker: string; text: string; transcript: string; vector: number[] }[] = [];
		for (const [name, text] of Object.entries(readSpeech)) {
			const bytes = new Uint8Array(await readFile(join(clips, `${name}.flac`)));
			const { transcript, vector } = await node.client.samples.transcribe(
				bytes,
				{ sentence: text, language: "en" },
				signal,
			);
			readings.push({ speaker: name.split("-")[0] ?? "", text, transcript, vector });
		}
		const own: number[] = [];
		const others: number[] = [];
		for (const sample of readings)
			for (const reading of readings)
				if (sample !== reading)
					(sample.speaker === reading.speaker ? own : others).push(cosine(sample.vector, reading.vector));
		const rejected = own.filter((similarity) => similarity < minSpeakerSimilarity).length;
		const accepted = others.filter((similarity) => similarity >= minSpeakerSimilarity).length;
		const rate = (text: string, transcript: string) =>
			verifyReading({ text, language: "en" }, transcript, 1).wordErrorRate;
		const right = readings.map(({ text, transcript }) => rate(text, transcript));
		const wrong = readings.flatMap(({ text, transcript }) =>
			readings.filter((other) => other.text !== text).map((other) => rate(other.text, transcript)),
		);
		printFigures(
			`people: ${percent(rejected, own.length)} of the same speaker rejected, ${percent(accepted, others.length)} of other speakers accepted; word error rate at most ${Math.max(...right).toFixed(2)} for the right text, at least ${Math.min(...wrong).toFixed(2)} for another`,
		);
		expect(rejected).toBeLessThanOrEqual(2);
		expect(accepted).toBe(0);
		expect(right.filter((errors) => errors > maxWordErrorRate)).toEqual([]);
		expect(wrong.filter((errors) => errors <= maxWordErrorRate)).toEqual([]);
	});
});
