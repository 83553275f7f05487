import { buffer } from "node:stream/consumers";
import { pack } from "tar-stream";
import { expect, test } from "vitest";
import { readTar } from "./tar.ts";

type Headers = Parameters<ReturnType<typeof pack>["entry"]>[0];

async function packed(...entries: [header: Headers, content?: string][]): Promise<Buffer> {
	const archive = pack();
	for (const [header, content = ""] of entries) archive.entry(header, content);
	archive.finalize();
	return buffer(archive);
}

async function* inPieces(bytes: Buffer, size: number) {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function entries(bytes: Buffer, size = 100): Promise<Record<string, string>> {
	const found: Record<string, string> = {};
	await readTar(inPieces(bytes, size), (path) => (piece, offset) => {
		found[path] ??= "";
		expect(offset).toBe(found[path].length);
		found[path] += piece.toString();
	});
	return found;
}

const files = { "package/a": "x".repeat(512), "package/b": "short", "package/c": "y".repeat(1300) };
const archive = await packed(...Object.entries(files).map(([name, text]): [Headers, string] => [{ name }, text]));

test.each([1, 7, 511, 512, 513, 100_000])("extracts complete files whatever the chunk size (%i)", async (size) => {
	expect(await entries(archive, size)).toEqual(files);
});

test("rejects a truncated archive", async () => {
	await expect(entries(archive.subarray(0, 800))).rejects.toThrow("Unexpected end of data");
	await expect(entries(archive.subarray(0, 300))).rejects.toThrow("Unexpected end of data");
});

test("uses the path of a pax header for the next file", async () => {
	const long = `package/${"deep/".repeat(60)}end`;
	expect(await entries(await packed([{ name: long }, "content"]))).toEqual({ [long]: "content" });
});

test.each(["../out", "package/../../out", "/etc/passwd", "..\\out"])("rejects the path %j", async (name) => {
	await expect(entries(await packed([{ name }, "content"]))).rejects.toThrow("unsafe path");
});

test("skips links, folders and devices", async () => {
	const found = await entries(
		await packed(
			[{ name: "package/link", type: "symlink", linkname: "/etc/passwd" }],
			[{ name: "package/hard", type: "link", linkname: "../out" }],
			[{ name: "package/folder", type: "directory" }],
			[{ name: "package/device", type: "character-device" }],
			[{ name: "package/a" }, "content"],
		),
	);
	expect(found).toEqual({ "package/a": "content" });
});

test("rejects a header whose size is larger than the archive or was changed", async () => {
	const large = await packed([{ name: "package/a", pax: { size: "900000000000" } } as Headers, "content"]);
	await expect(entries(large)).rejects.toThrow("Unexpected end of data");
	const changed = Buffer.from(archive);
	changed.write("77777777777", 124);
	await expect(entries(changed)).rejects.toThrow("Invalid tar header");
});

test("passes on an error of the source and of a sink", async () => {
	async function* broken() {
		yield archive.subarray(0, 600);
		throw new Error("the source failed");
	}
	await expect(readTar(broken(), () => () => {})).rejects.toThrow("the source failed");
	const failing = () => () => Promise.reject(new Error("the disk is full"));
	await expect(readTar(inPieces(archive, 100), failing)).rejects.toThrow("the disk is full");
});
