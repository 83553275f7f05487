import { avatarPixels } from "@timbre/contract/auth/rules.ts";

/** The center of a picture as a small square PNG. Rejects files that the browser can't show. */
export async function toSquarePng(file: Blob): Promise<Blob> {
	const source = await createImageBitmap(file).catch(() => {
		throw new Error("This file isn't a picture that your browser can open. Use PNG, JPEG or WebP.");
	});
	const side = Math.min(source.width, source.height);
	const canvas = document.createElement("canvas");
	canvas.width = avatarPixels;
	canvas.height = avatarPixels;
	const context = canvas.getContext("2d");
	if (!context) throw new Error("Your browser can't resize pictures.");
	context.imageSmoothingQuality = "high";
	const [left, top] = [(source.width - side) / 2, (source.height - side) / 2];
	context.drawImage(source, left, top, side, side, 0, 0, avatarPixels, avatarPixels);
	source.close();
	return new Promise((resolve, reject) =>
		canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("Couldn't resize this picture."))), "image/png"),
	);
}
