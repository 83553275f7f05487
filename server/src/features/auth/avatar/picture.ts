// Invariant: what is stored was decoded and encoded again here, so it contains pixels only: no metadata, no other file
// appended, no markup.
import { maxAvatarPixels, minAvatarPixels } from "@timbre/contract/auth/rules.ts";
import { PNG } from "pngjs";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Returns the picture as a clean PNG, or what is wrong with it. */
export function cleanPicture(bytes: Uint8Array): { png: Buffer } | { error: string } {
	const file = Buffer.from(bytes);
	if (!file.subarray(0, 8).equals(signature) || file.toString("latin1", 12, 16) !== "IHDR" || file.length < 33)
		return { error: "This isn't a PNG file." };
	// Read before decoding, so that a small file can't expand to a huge picture.
	const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
	if (width !== height || width < minAvatarPixels || width > maxAvatarPixels)
		return { error: `The picture must be square, from ${minAvatarPixels} to ${maxAvatarPixels} pixels wide.` };
	try {
		const { data } = PNG.sync.read(file);
		const clean = new PNG({ width, height });
		data.copy(clean.data);
		return { png: PNG.sync.write(clean) };
	} catch {
		return { error: "This PNG file is damaged." };
	}
}
