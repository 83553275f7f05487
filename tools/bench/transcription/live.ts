import { setTimeout as sleep } from "node:timers/promises";
import sentences from "../takes/sentences.json" with { type: "json" };
import { voices } from "./accuracy.ts";
import { type Bench, type Clip, median, quantile, rate, type Voice } from "./clips.ts";

const sessions = 2;
const sentencesPerSession = 6;
const chunkSeconds = 0.1;
const silenceSeconds = 0.5;

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, "");

/** Streams sentences at the pace of speech and measures when their words and their final texts arrive. */
async function listen({ recognizer }: Bench, clips: readonly Clip[], partials: number[], finals: number[]) {
	const vad = { silenceSeconds, threshold: 0.5, minSpeechMs: 100, minSilenceMs: 100 };
	const session = recognizer.listen({ model: "moonshine", vad });
	const startedAt = performance.now();
	const now = () => (performance.now() - startedAt) / 1000;
	/** When each word was said, and when each sentence ended. */
	const words: { text: string; said: number; found?: boolean }[] = [];
	const ends: number[] = [];
	const reading = (async () => {
		for await (const event of session.events) {
			const text = plain(event.text);
			const time = now();
			for (const word of words.filter(({ found, said }) => !found && said < time))
				if (text.includes(plain(word.text))) {
					word.found = true;
					partials.push(time - word.said);
				}
			if (event.type !== "final") continue;
			const end = ends.shift();
			if (end !== undefined) finals.push(time - end);
			// A word that was not recognized must not match one of the next sentence.
			words.splice(0, words.findLastIndex(({ said }) => said <= (end ?? 0)) + 1);
		}
	})();
	let sent = 0;
	for (const clip of clips) {
		const padded = new Float32Array(clip.pcm.length + rate);
		padded.set(clip.pcm);
		words.push(...clip.words.map(({ text, end }) => ({ text, said: sent / rate + end })));
		ends.push(sent / rate + (clip.words.at(-1)?.end ?? 0));
		for (let at = 0; at < padded.length; at += chunkSeconds * rate) {
			const piece = padded.subarray(at, at + chunkSeconds * rate);
			const wait = (sent + piece.length) / rate - now();
			if (wait > 0) await sleep(wait * 1000);
			await session.push(piece);
			sent += piece.length;
		}
	}
	await session.commit();
	session.close();
	await reading;
}

export async function measureLive(bench: Bench): Promise<string[]> {
	const kokoro = voices.filter(({ engine }) => engine === "kokoro");
	const clips: Clip[][] = [];
	for (let session = 0; session < sessions; session++) {
		const own: Clip[] = [];
		for (let at = 0; at < sentencesPerSession; at++) {
			const text = sentences.tuning[10 + session * sentencesPerSession + at] as string;
			own.push(await bench.clips.speak(text, kokoro[at % kokoro.length] as Voice));
		}
		clips.push(own);
	}
	// The model is loaded on first use.
	await listen(bench, (clips[0] ?? []).slice(0, 1), [], []);
	const partials: number[] = [];
	const finals: number[] = [];
	await Promise.all(clips.map((own) => listen(bench, own, partials, finals)));
	const ms = (seconds: number) => `${Math.round(seconds * 1000)} ms`;
	const spread = (values: number[]) => `median ${ms(median(values))}, 90% within ${ms(quantile(values, 0.9))}`;
	return [
		`${sessions} sessions, a word appears ${spread(partials)} after it was said (goal 700 ms), ${partials.length} words`,
		`final text ${spread(finals)} after the end of speech, of which ${ms(silenceSeconds)} are the pause that ends it (goal 1 s), ${finals.length} sentences`,
	];
}
