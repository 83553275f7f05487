import { maxSampleBytes } from "@timbre/contract/voices.cloning.ts";
import { expect, test } from "vitest";
import { takeFiles } from "./chosen-files.ts";

const file = (name: string, type = "audio/wav", size = 10) => new File([new Uint8Array(size)], name, { type });

test("sound is taken, also of a type the system does not know; everything else is refused with its reason", () => {
	const { files, faults } = takeFiles(
		[],
		[
			file("a.wav"),
			file("b.opus", ""),
			file("c.mov", "video/quicktime"),
			file("d.pdf", "application/pdf"),
			file("e.wav", "audio/wav", 0),
			file("f.wav", "audio/wav", maxSampleBytes + 1),
		],
	);
	expect(files.map(({ name }) => name)).toEqual(["a.wav", "b.opus"]);
	expect(faults).toEqual([
		"c.mov: this is no kind of sound that can be read.",
		"d.pdf: this is no kind of sound that can be read.",
		"e.wav: the file is empty.",
		"f.wav: larger than 12 MB.",
	]);
});

test("a file is chosen once, and no more than there may be", () => {
	const first = takeFiles([], [file("a.wav"), file("b.wav")], 2);
	expect(takeFiles(first.files, [file("a.wav"), file("c.wav")], 2)).toEqual({
		files: first.files,
		faults: ["a.wav: chosen already.", "c.wav: at most 2 files."],
	});
});
