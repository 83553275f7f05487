import type { CharacterAlignment, TimedAudio, VoiceSegment } from "@timbre/contract/speech/endpoints.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A chunk of audio that is still being generated, with its timestamps. */
export type TimedLine = Partial<TimedAudio> & { voice_segments?: VoiceSegment[] };

/** Parses a stream of JSON lines, each as soon as it is complete. Empty lines are skipped. */
export async function* jsonLines(body: ReadableStream<Bytes>): AsyncGenerator<unknown, void, void> {
	const reader = body.getReader();
	const decoder = new TextDecoder();
	let parts: string[] = [];
	try {
		for (;;) {
			const { done, value } = await reader.read();
			const lines = (done ? decoder.decode() : decoder.decode(value, { stream: true })).split("\n");
			// A chunk of audio can span many reads; join it once instead of on every read.
			for (const [i, text] of lines.entries()) {
				parts.push(text);
				if (i === lines.length - 1 && !done) break;
				const line = parts.join("").trim();
				parts = [];
				if (line) yield JSON.parse(line);
			}
			if (done) return;
		}
	} finally {
		await reader.cancel().catch(() => undefined);
	}
}

/** The audio of the lines as a byte stream; `onLine` is called with each line when its audio is passed on. */
export function toAudioStream(lines: AsyncIterator<unknown>, onLine: (line: TimedLine) => void): ReadableStream<Bytes> {
	return new ReadableStream<Bytes>({
		async pull(controller) {
			for (;;) {
				const { done, value } = await lines.next();
				if (done) return controller.close();
				const line = value as TimedLine;
				onLine(line);
				if (!line.audio_base64) continue;
				return controller.enqueue(decodeBase64(line.audio_base64));
			}
		},
		async cancel() {
			await lines.return?.();
		},
	});
}

export function decodeBase64(base64: string): Bytes {
	const text = atob(base64);
	const bytes = new Uint8Array(text.length);
	for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
	return bytes;
}

/** Concatenates the alignments of several lines; `take` returns all so far, `progress` how much that is. */
export function collectAlignment() {
	const characters: string[] = [];
	const starts: number[] = [];
	const ends: number[] = [];
	return {
		add(part: CharacterAlignment | null | undefined) {
			if (!part) return;
			for (const character of part.characters) characters.push(character);
			for (const start of part.character_start_times_seconds) starts.push(start);
			for (const end of part.character_end_times_seconds) ends.push(end);
		},
		progress: () => ({ characters: characters.length, seconds: ends.at(-1) ?? 0 }),
		take: (): CharacterAlignment => ({
			characters: [...characters],
			character_start_times_seconds: [...starts],
			character_end_times_seconds: [...ends],
		}),
	};
}
