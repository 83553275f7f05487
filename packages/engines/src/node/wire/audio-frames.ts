import { SpeechBadRequestError } from "../../errors.ts";

/**
 * What a live session sends after its first line: one byte of kind, four bytes of payload length (big endian), the
 * payload. Audio is 16-bit little endian, mono at 16 kHz; a commit has no payload.
 */
export type AudioFrame = { type: "audio"; pcm: Uint8Array } | { type: "commit" };

const kinds = { audio: 1, commit: 2 } as const;
const headerBytes = 5;
const maxPayloadBytes = 4 * 1024 * 1024;
const maxLineBytes = 256 * 1024;

export function encodeAudioFrame(frame: AudioFrame): Uint8Array {
	const payload = frame.type === "audio" ? frame.pcm : new Uint8Array(0);
	const bytes = Buffer.allocUnsafe(headerBytes + payload.length);
	bytes.writeUInt8(kinds[frame.type], 0);
	bytes.writeUInt32BE(payload.length, 1);
	bytes.set(payload, headerBytes);
	return bytes;
}

/** Reads the first line of a body as JSON, then its frames. */
export async function readAudioFrames(
	body: AsyncIterable<Uint8Array>,
): Promise<{ line: unknown; frames: AsyncIterable<AudioFrame> }> {
	const pieces = body[Symbol.asyncIterator]();
	let pending: Buffer = Buffer.alloc(0);
	const readMore = async () => {
		const next = await pieces.next();
		if (!next.done) pending = Buffer.concat([pending, next.value]);
		return !next.done;
	};
	let end = pending.indexOf(10);
	while (end < 0) {
		if (pending.length > maxLineBytes || !(await readMore()))
			throw new SpeechBadRequestError("the first line is missing");
		end = pending.indexOf(10);
	}
	const line = parseLine(pending.subarray(0, end));
	pending = pending.subarray(end + 1);
	async function* frames(): AsyncGenerator<AudioFrame> {
		for (;;) {
			while (pending.length < headerBytes) if (!(await readMore())) return;
			const kind = pending.readUInt8(0);
			const length = pending.readUInt32BE(1);
			if (length > maxPayloadBytes) throw new SpeechBadRequestError("a frame is too large");
			while (pending.length < headerBytes + length) if (!(await readMore())) return;
			const payload = pending.subarray(headerBytes, headerBytes + length);
			pending = pending.subarray(headerBytes + length);
			if (kind === kinds.audio) yield { type: "audio", pcm: payload };
			else if (kind === kinds.commit) yield { type: "commit" };
			else throw new SpeechBadRequestError(`unknown frame kind ${kind}`);
		}
	}
	return { line, frames: frames() };
}

function parseLine(line: Buffer): unknown {
	try {
		return JSON.parse(line.toString("utf8"));
	} catch {
		throw new SpeechBadRequestError("the first line is not valid JSON");
	}
}
