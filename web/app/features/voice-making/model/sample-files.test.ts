import { maxSampleBytes } from "@timbre/contract/voice-making/rules.ts";
import { expect, test } from "vitest";
import { addFiles } from "./sample-files.ts";

const file = (name: string, type = "audio/wav", size = 10) => new File([new Uint8Array(size)], name, { type });

test("accepts audio files, also without a MIME type, and rejects everything else with a reason", () => {
	const { files, errors } = addFiles(
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
	expect(errors).toEqual([
		"c.mov: unsupported file type.",
		"d.pdf: unsupported file type.",
		"e.wav: file is empty.",
		"f.wav: file is larger than 12 MB.",
	]);
});

test("rejects duplicates and files over the limit", () => {
	const first = addFiles([], [file("a.wav"), file("b.wav")], 2);
	expect(addFiles(first.files, [file("a.wav"), file("c.wav")], 2)).toEqual({
		files: first.files,
		errors: ["a.wav: already added.", "c.wav: the limit is 2 files."],
	});
});
