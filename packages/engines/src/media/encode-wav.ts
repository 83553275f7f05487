import { runConfined } from "./confined/process.ts";
import type { EncodedFormat } from "./confined/protocol.ts";
import { openTemporaryFile, withTemporaryFile } from "./upload/temporary-file.ts";
import { wavLengths } from "./wav.ts";

const timeoutMs = 300_000;
const chunkBytes = 64 * 1024;

/** Encodes a wav stream of unknown length, in a confined process. The first bytes follow when the stream is complete. */
export async function* encodeWav(
	wav: AsyncIterable<Uint8Array>,
	format: EncodedFormat,
	signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
	const output = await openTemporaryFile();
	try {
		await withTemporaryFile(wav, async (input) => {
			const { size } = await input.stat();
			for (const { at, bytes } of wavLengths(size)) await input.write(bytes, 0, bytes.length, at);
			const task = { name: "encode", input: { format: "wav", bytes: size }, format } as const;
			await runConfined(task, { input: input.fd, output: output.fd, timeoutMs, signal });
		});
		for (let at = 0; ; ) {
			const { bytesRead, buffer } = await output.read(Buffer.alloc(chunkBytes), 0, chunkBytes, at);
			if (bytesRead === 0) return;
			at += bytesRead;
			yield buffer.subarray(0, bytesRead);
		}
	} finally {
		await output.close();
	}
}
