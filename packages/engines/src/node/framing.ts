import type { SpeechEvent } from "./protocol.ts";

/**
 * Events on the wire: one byte of kind, four bytes of length (big endian), the payload. Audio goes as it is, the rest as
 * JSON. An error frame ends a stream that failed after it had begun; a stream that just stops was cut off.
 */
export type Frame = SpeechEvent | { type: "error"; message: string };

const kinds = { audio: 1, segment: 2, end: 3, error: 4, timing: 5, kept: 6 } as const;
const headerLength = 5;
const longestFrame = 16 * 1024 * 1024;

export function encodeFrame(frame: Frame): Uint8Array {
	const payload = frame.type === "audio" ? frame.bytes : Buffer.from(JSON.stringify(frame));
	const bytes = Buffer.allocUnsafe(headerLength + payload.length);
	bytes.writeUInt8(kinds[frame.type], 0);
	bytes.writeUInt32BE(payload.length, 1);
	bytes.set(payload, headerLength);
	return bytes;
}

/** Takes bytes as they arrive and gives back the frames that are complete. */
export function createFrameParser(): (bytes: Uint8Array) => Frame[] {
	let held: Uint8Array[] = [];
	let heldLength = 0;
	let wanted = headerLength;
	return (bytes) => {
		held.push(bytes);
		heldLength += bytes.length;
		const frames: Frame[] = [];
		if (heldLength < wanted) return frames;
		// Joined only when a frame is complete, so that many small pieces stay cheap; and mostly there is just one.
		let all = held.length === 1 ? asBuffer(bytes) : Buffer.concat(held);
		wanted = headerLength;
		while (all.length >= headerLength) {
			const length = all.readUInt32BE(1);
			if (length > longestFrame) throw new Error(`a frame of ${length} bytes cannot be right`);
			wanted = headerLength + length;
			if (all.length < wanted) break;
			frames.push(decode(all.readUInt8(0), all.subarray(headerLength, wanted)));
			all = all.subarray(wanted);
			wanted = headerLength;
		}
		held = all.length > 0 ? [all] : [];
		heldLength = all.length;
		return frames;
	};
}

function asBuffer(bytes: Uint8Array): Buffer {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Sound that arrived together goes on together: when much is under way, each piece costs a turn of its own. */
export function joinSound(frames: Frame[]): Frame[] {
	if (frames.length < 2) return frames;
	const joined: Frame[] = [];
	let sound: Uint8Array[] = [];
	const flush = () => {
		const [only] = sound;
		if (only) joined.push({ type: "audio", bytes: sound.length === 1 ? only : Buffer.concat(sound) });
		sound = [];
	};
	for (const frame of frames) {
		if (frame.type === "audio") sound.push(frame.bytes);
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
	if (kind >= kinds.segment && kind <= kinds.kept) return JSON.parse(payload.toString("utf8"));
	throw new Error(`unknown kind of frame: ${kind}`);
}
