// Whose voice it is: the sentence that is read to lend a voice, heard by the real ear and compared by the real projection, judged by the
// product's own rule. Readers whose words are known are Piper's speakers; how often the rule errs on people is measured on recordings of
// read speech where those are at hand (docs/voices.md has the figures).
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { finishWav, wavHeader } from "@timbre/engines/media/wav.ts";
import { cosine } from "@timbre/engines/voices/speaker.ts";
import {
	judgeReading,
	mostWordErrors,
	newSentence,
	newWordsHeard,
	sameSpeaker,
} from "@timbre/server/features/voices/voices.reading.service.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printFigures } from "../../tools/ci/figures.ts";
import { type RealNode, startRealNode } from "./node.ts";
import { readSpeech } from "./read-speech.ts";

// Far enough apart to be told from each other. All of one engine are not: voices of one network lie nearer together than people do.
const readers = ["libritts-45", "libritts-46", "libritts-49"];
const sampleText =
	"The ferry was late again, so we walked along the shore and talked about the winter. Nobody had expected so much snow in March.";
const signal = AbortSignal.timeout(600_000);

let node: RealNode;
beforeAll(async () => {
	node = await startRealNode("piper");
});
afterAll(async () => node.stop());

const said = async (reader: string, text: string) =>
	finishWav(Uint8Array.from(Buffer.concat([wavHeader(24_000), await node.speak("piper", reader, text)])));
const percent = (part: number, of: number) => `${part} of ${of} (${((100 * part) / of).toFixed(1)} %)`;

test("the right sentence in the right voice passes; another sentence or another voice does not", async () => {
	const known = new Map<string, number[]>();
	for (const reader of readers)
		known.set(reader, (await node.client.samples.facts(await said(reader, sampleText), 120, signal)).vector);
	for (const reader of readers) {
		const sentence = newSentence();
		const { heard, vector } = await node.client.samples.reading(await said(reader, sentence), sentence, signal);
		for (const [other, samples] of known) {
			const { wordErrorRate, refusal } = judgeReading(sentence, heard, cosine(vector, samples));
			printFigures(
				`${reader} for ${other}: similarity ${cosine(vector, samples).toFixed(2)}, words ${wordErrorRate.toFixed(2)}`,
			);
			if (other === reader) expect(refusal, `${reader} read "${sentence}", heard "${heard}"`).toBeUndefined();
			else expect(refusal).toMatch(/does not sound like the recordings/);
		}
		// The same agreement with other words behind it: an older recording.
		let other = newSentence();
		// Words are drawn by lot: one pair in four hundred has half of them in common.
		while (newWordsHeard(other, sentence) > 0) other = newSentence();
		expect(judgeReading(other, heard, 1).refusal).toMatch(/not the sentence/);
	}
});

const clips = join(import.meta.dirname, "../../../shared/engines/data/speech");

const noClips = existsSync(clips) ? "" : " [skipped: the recordings of ../shared are not here]";
describe.skipIf(noClips)(`people${noClips}`, () => {
	test("recordings of one person pass for each other, those of others do not, and only their own words are taken for theirs", async () => {
		const heard: { speaker: string; text: string; understood: string; vector: number[] }[] = [];
		for (const [name, text] of Object.entries(readSpeech)) {
			const bytes = new Uint8Array(await readFile(join(clips, `${name}.flac`)));
			const reading = await node.client.samples.reading(bytes, text, signal);
			heard.push({ speaker: name.split("-")[0] ?? "", text, understood: reading.heard, vector: reading.vector });
		}
		const own: number[] = [];
		const others: number[] = [];
		for (const sample of heard)
			for (const reading of heard)
				if (sample !== reading)
					(sample.speaker === reading.speaker ? own : others).push(cosine(sample.vector, reading.vector));
		const rejected = own.filter((similarity) => similarity < sameSpeaker).length;
		const accepted = others.filter((similarity) => similarity >= sameSpeaker).length;
		const rate = (text: string, understood: string) => judgeReading(text, understood, 1).wordErrorRate;
		const right = heard.map(({ text, understood }) => rate(text, understood));
		const wrong = heard.flatMap(({ text, understood }) =>
			heard.filter((other) => other.text !== text).map((other) => rate(other.text, understood)),
		);
		printFigures(
			`people: ${percent(rejected, own.length)} of their own are refused, ${percent(accepted, others.length)} of others pass; words wrong at most ${Math.max(...right).toFixed(2)} in their own text, at least ${Math.min(...wrong).toFixed(2)} in another's`,
		);
		expect(rejected).toBeLessThanOrEqual(2);
		expect(accepted).toBe(0);
		expect(right.filter((errors) => errors > mostWordErrors)).toEqual([]);
		expect(wrong.filter((errors) => errors <= mostWordErrors)).toEqual([]);
	});
});
