import { expect, test } from "vitest";
import { collectAlignment, decodeBase64, jsonLines, toAudioStream } from "./timed-audio.ts";

function bodyOf(...parts: string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
	const encoder = new TextEncoder();
	return new ReadableStream({
		start(controller) {
			for (const part of parts) controller.enqueue(encoder.encode(part) as Uint8Array<ArrayBuffer>);
			controller.close();
		},
	});
}

async function all(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<unknown[]> {
	const found: unknown[] = [];
	for await (const value of jsonLines(body)) found.push(value);
	return found;
}

test("SPEECH-007 reads lines across chunk boundaries and skips blank ones", async () => {
	expect(await all(bodyOf('{"a"', ':1}\n\n{"a":2}\n', "\n", '{"a":3}'))).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
});

test("reassembles a character split across chunks", async () => {
	const bytes = new TextEncoder().encode('{"a":"ü"}\n') as Uint8Array<ArrayBuffer>;
	const cut = new ReadableStream<Uint8Array<ArrayBuffer>>({
		start(controller) {
			controller.enqueue(bytes.slice(0, 7));
			controller.enqueue(bytes.slice(7));
			controller.close();
		},
	});
	expect(await all(cut)).toEqual([{ a: "ü" }]);
});

test("streams the audio chunks in order and reports each line", async () => {
	const reported: unknown[] = [];
	const lines = jsonLines(
		bodyOf('{"audio_base64":"AQI=","alignment":null}\n{"alignment":null}\n{"audio_base64":"Aw=="}\n'),
	);
	const audio = toAudioStream(lines, (line) => reported.push(line));
	const bytes = new Uint8Array(await new Response(audio).arrayBuffer());
	expect([...bytes]).toEqual([1, 2, 3]);
	expect(reported).toHaveLength(3);
});

test("canceling the audio closes the connection", async () => {
	let canceled = false;
	const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
		pull(controller) {
			controller.enqueue(new TextEncoder().encode('{"audio_base64":"AQ=="}\n') as Uint8Array<ArrayBuffer>);
		},
		cancel() {
			canceled = true;
		},
	});
	const reader = toAudioStream(jsonLines(endless), () => undefined).getReader();
	await reader.read();
	await reader.cancel();
	expect(canceled).toBe(true);
});

test("concatenates the times of several lines", () => {
	const alignment = collectAlignment();
	const part = (character: string, start: number) => ({
		characters: [character],
		character_start_times_seconds: [start],
		character_end_times_seconds: [start + 1],
	});
	alignment.add(part("a", 0));
	alignment.add(null);
	alignment.add(part("b", 1));
	expect(alignment.take()).toEqual({
		characters: ["a", "b"],
		character_start_times_seconds: [0, 1],
		character_end_times_seconds: [1, 2],
	});
	expect([...decodeBase64("//8=")]).toEqual([255, 255]);
});
