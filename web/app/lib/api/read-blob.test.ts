import { expect, test } from "vitest";
import { type BlobReader, readBlob } from "./read-blob.ts";

/** A fake reader that finishes as given, asynchronously. */
function reader(result: string | ArrayBuffer | null, ends: "onload" | "onerror" = "onload") {
	const read: BlobReader & { how: string } = {
		result,
		how: "",
		onload: null,
		onerror: null,
		readAsText: () => finish("text"),
		readAsDataURL: () => finish("dataUrl"),
	};
	const finish = (how: string) => {
		read.how = how;
		queueMicrotask(() => read[ends]?.call(read as never, new Event("end") as never));
	};
	return read;
}

test("reads a blob as text or as a data URL", async () => {
	const text = reader("hello");
	expect(await readBlob(new Blob(["hello"]), "text", text)).toBe("hello");
	const data = reader("data:,hello");
	expect(await readBlob(new Blob(["hello"]), "dataUrl", data)).toBe("data:,hello");
	expect([text.how, data.how]).toEqual(["text", "dataUrl"]);
});

test("FILES-009 rejects a result that is not a string", async () => {
	await expect(readBlob(new Blob(), "text", reader(new ArrayBuffer(4)))).rejects.toThrow();
	await expect(readBlob(new Blob(), "text", reader(null))).rejects.toThrow();
});

test("FILES-010 reports a blob that can't be read", async () => {
	await expect(readBlob(new Blob(), "text", reader(null, "onerror"))).rejects.toThrow("Failed to read blob");
});
