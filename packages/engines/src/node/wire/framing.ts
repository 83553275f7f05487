import type { SpeechEvent } from "../protocol.ts";

/**
 * Wire format of a speech stream: one byte of kind, four bytes of payload length (big endian), the payload. Audio is
 * sent as raw bytes, everything else as JSON. A stream that fails midway ends with an error frame; a stream without an
 * end or error frame was cut off.
 */
export type Frame = SpeechEvent | { type: "error"; message: string };

const kinds = { audio: 1, segment: 2, end: 3, error: 4, timing: 5 } as const;
const headerLength = 5;
const maxFrameBytes = 16 * 1024 * 1024;

export function encodeFrame(frame: Frame): Uint8Array {
	const payload = frame.type === "audio" ? frame.bytes : Buffer.from(JSON.stringify(frame));
	const bytes = Buffer.allocUnsafe(headerLength + payload.length);
	bytes.writeUInt8(kinds[frame.type], 0);
	bytes.writeUInt32BE(payload.length, 1);
	bytes.set(payload, headerLength);
	return bytes;
}

/** Returns a function that takes bytes as they arrive and returns the frames completed by them. */
export function createFrameParser(): (bytes: Uint8Array) => Frame[] {
	let pending: Uint8Array[] = [];
	let pendingLength = 0;
	let needed = headerLength;
	return (bytes) => {
		pending.push(bytes);
		pendingLength += bytes.length;
		const frames: Frame[] = [];
		if (pendingLength < needed) return frames;
		// Concatenate only when a frame is complete, so that many small pieces stay cheap. Usually there is just one piece.
		let all = pending.length === 1 ? asBuffer(bytes) : Buffer.concat(pending);
		needed = headerLength;
		while (all.length >= headerLength) {
			const length = all.readUInt32BE(1);
			if (length > maxFrameBytes) throw new Error(`frame of ${length} bytes exceeds the limit of ${maxFrameBytes}`);
			needed = headerLength + length;
			if (all.length < needed) break;
			frames.push(decode(all.readUInt8(0), all.subarray(headerLength, needed)));
			all = all.subarray(needed);
			needed = headerLength;
		}
		pending = all.length > 0 ? [all] : [];
		pendingLength = all.length;
		return frames;
	};
}

function asBuffer(bytes: Uint8Array): Buffer {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Merges consecutive audio frames that arrived together: under load, each event costs a turn of the event loop. */
export function joinAudio(frames: Frame[]): Frame[] {
	if (frames.length < 2) return frames;
	const joined: Frame[] = [];
	let audio: Uint8Array[] = [];
	const flush = () => {
		const [only] = audio;
		if (only) joined.push({ type: "audio", bytes: audio.length === 1 ? only : Buffer.concat(audio) });
		audio = [];
	};
	for (const frame of frames) {
		if (frame.type === "audio") audio.push(frame.bytes);
		else {
			flush();
			joined.push(frame);
		}
	}
	flush();
	return joined;
}

function decode(kind: number, payload: Buffer): Frame {
	if (kind === kinds.audio) return { type: "audio", bytes: payload };
	if (kind >= kinds.segment && kind <= kinds.timing) return JSON.parse(payload.toString("utf8"));
	throw new Error(`unknown frame kind ${kind}`);
}
