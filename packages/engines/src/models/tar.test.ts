import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readTar } from "./tar.ts";
import { tarball } from "./testing/fake-registry.ts";

async function* inPieces(bytes: Buffer, size: number) {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function entries(bytes: Buffer, size: number): Promise<Record<string, string>> {
	const found: Record<string, string> = {};
	await readTar(inPieces(bytes, size), (path) => ({
		data: (piece) => {
			found[path] = (found[path] ?? "") + piece.toString();
		},
	}));
	return found;
}

const files = { "package/a": "x".repeat(512), "package/b": "short", "package/c": "y".repeat(1300) };
const packed = gunzipSync(tarball(Object.fromEntries(Object.entries(files).map(([k, v]) => [k, Buffer.from(v)]))));

test.each([1, 7, 511, 512, 513, 100_000])("extracts complete files whatever the chunk size (%i)", async (size) => {
	expect(await entries(packed, size)).toEqual(files);
});

test("rejects a truncated archive", async () => {
	await expect(entries(packed.subarray(0, 800), 100)).rejects.toThrow("truncated");
});

test("uses the path of a pax header for the next file", async () => {
	const long = `package/${"deep/".repeat(30)}end`;
	const record = `${(8 + long.length).toString().length + 7 + long.length} path=${long}\n`;
	const pax = gunzipSync(tarball({ "PaxHeader/x": Buffer.from(record), "package/cut": Buffer.from("content") }));
	pax.write("x", 156);
	expect(await entries(pax, 4096)).toEqual({ [long]: "content" });
});
