import type { CharacterAlignment, TimedAudio, VoiceSegment } from "@timbre/contract/speech.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A piece of a sound that is still being made, with the times of what is said in it. */
export type TimedLine = Partial<TimedAudio> & { voice_segments?: VoiceSegment[] };

/** The JSON texts of a body, one a line, each as soon as its line is complete. Empty lines mean nothing. */
export async function* jsonLines(body: ReadableStream<Bytes>): AsyncGenerator<unknown, void, void> {
	const reader = body.getReader();
	const decoder = new TextDecoder();
	let parts: string[] = [];
	try {
		for (;;) {
			const { done, value } = await reader.read();
			const lines = (done ? decoder.decode() : decoder.decode(value, { stream: true })).split("\n");
			// A piece of sound can come in many reads: it is joined once, not with every one of them.
			for (const [i, line] of lines.entries()) {
				parts.push(line);
				if (i === lines.length - 1 && !done) break;
				const whole = parts.join("").trim();
				parts = [];
				if (whole) yield JSON.parse(whole);
			}
			if (done) return;
		}
	} finally {
		await reader.cancel().catch(() => undefined);
	}
}

/** The sound of such lines as a stream of bytes; `onLine` is told each line when its sound is handed on. */
export function soundOf(lines: AsyncIterator<unknown>, onLine: (line: TimedLine) => void): ReadableStream<Bytes> {
	return new ReadableStream<Bytes>({
		async pull(controller) {
			for (;;) {
				const { done, value } = await lines.next();
				if (done) return controller.close();
				const line = value as TimedLine;
				onLine(line);
				if (!line.audio_base64) continue;
				return controller.enqueue(bytesOf(line.audio_base64));
			}
		},
		async cancel() {
			await lines.return?.();
		},
	});
}

export function bytesOf(base64: string): Bytes {
	const text = atob(base64);
	const bytes = new Uint8Array(text.length);
	for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
	return bytes;
}

/** Puts the times of one line after another; `take` gives all so far. */
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
		take: (): CharacterAlignment => ({
			characters: [...characters],
			character_start_times_seconds: [...starts],
			character_end_times_seconds: [...ends],
		}),
	};
}
