import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "./manifest.generated.json" with { type: "json" };
import { recipeOf, showcasePieces } from "./pieces.ts";

const folder = join(import.meta.dirname, "../../../../../public/audio/showcase");
const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest("hex");

test("every clip has an audio file, and every audio file has a clip", () => {
	expect(manifest.map(({ id }) => id)).toEqual(showcasePieces.map(({ id }) => id));
	expect(readdirSync(folder).toSorted()).toEqual(manifest.map(({ file }) => file).toSorted());
});

test.each(showcasePieces)(
	"the audio of $id was generated from the text, voices and settings shown on the page",
	(piece) => {
		const entry = manifest.find(({ id }) => id === piece.id);
		expect(entry?.recipe, "run npm run showcase").toBe(sha256(recipeOf(piece)));
	},
);

test.each(manifest)("$file matches the manifest, is small enough, and is not silent", (entry) => {
	const bytes = readFileSync(join(folder, entry.file));
	expect(sha256(bytes)).toBe(entry.sha256);
	expect(bytes.length).toBe(entry.bytes);
	expect(bytes.length).toBeLessThanOrEqual(60_000);
	// An MP3 frame starts with eleven set bits. 48 kbit/s is 6 kB per second.
	expect((bytes.readUInt16BE(0) & 0xffe0) === 0xffe0).toBe(true);
	expect(bytes.length / 6_000).toBeCloseTo(entry.seconds, 0);
	expect(entry.peaks).toHaveLength(100);
	expect(Math.max(...entry.peaks)).toBeGreaterThan(60);
	expect(entry.peaks.filter((peak) => peak > 20).length).toBeGreaterThan(40);
});
