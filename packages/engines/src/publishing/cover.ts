// Cover pictures come from users. Invariant: they are never decoded here; only their first bytes are read, and the rest is copied.

export type CoverType = "image/jpeg" | "image/png";
export type Cover = { bytes: Uint8Array; type: CoverType };

export const maxCoverBytes = 10_000_000;

export class CoverError extends Error {
	override name = "CoverError";
}

/** The type by signature and the size by header. Throws if it is no JPEG or PNG, or too large; the message is shown to the user. */
export function readCover(bytes: Uint8Array): Cover & { width: number; height: number } {
	if (bytes.length > maxCoverBytes) throw new CoverError("The cover is larger than 10 MB. Upload a smaller picture.");
	const png = pngSize(bytes);
	if (png) return { bytes, type: "image/png", ...png };
	const jpeg = jpegSize(bytes);
	if (jpeg) return { bytes, type: "image/jpeg", ...jpeg };
	throw new CoverError("The cover is not a JPEG or PNG picture.");
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function pngSize(bytes: Uint8Array) {
	if (bytes.length < 33 || pngSignature.some((byte, at) => bytes[at] !== byte)) return undefined;
	const view = viewOf(bytes);
	// IHDR is always first.
	return view.getUint32(12) === 0x49484452 ? sizeOf(view.getUint32(16), view.getUint32(20)) : undefined;
}

function jpegSize(bytes: Uint8Array) {
	if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
	const view = viewOf(bytes);
	for (let at = 2; at + 9 <= bytes.length; ) {
		if (bytes[at] !== 0xff) return undefined;
		const marker = bytes[at + 1] as number;
		if (marker === 0xff) at++;
		else if (isFrameHeader(marker)) return sizeOf(view.getUint16(at + 7), view.getUint16(at + 5));
		else at += 2 + Math.max(2, view.getUint16(at + 2));
	}
	return undefined;
}

/** SOF0 to SOF15 without the tables DHT, JPG and DAC, which share their range. */
const isFrameHeader = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const sizeOf = (width: number, height: number) => (width > 0 && height > 0 ? { width, height } : undefined);
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
