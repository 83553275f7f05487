import { readdir, readFile } from "node:fs/promises";
import { constants, deflateRawSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { runDocumentTask } from "./confined/process.ts";
import type { DocumentReport } from "./confined/protocol.ts";
import { DocumentError } from "./errors.ts";
import { readDocument } from "./read.ts";
import { makeDocx, makeEpub, novelDocx, novelEpub } from "./testing/make-documents.ts";
import { makeNovel } from "./testing/make-novel.ts";
import { makePdf } from "./testing/make-pdf.ts";
import { inspectBytes, readBytes, testLimits, withFile } from "./testing/read-bytes.ts";

const failureOf = async (result: Promise<unknown>) => {
	const error = await result.catch((caught: unknown) => caught);
	expect(error).toBeInstanceOf(DocumentError);
	return error as DocumentError;
};
/** Of the check before a job. */
const faultOf = async (bytes: Uint8Array | string, name: string) => (await failureOf(inspectBytes(bytes, name))).fault;
const readFault = async (bytes: Uint8Array | string, name: string) => (await failureOf(readBytes(bytes, name))).fault;

const laughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "${"&a;".repeat(10)}"><!ENTITY c "${"&b;".repeat(10)}"><!ENTITY d "${"&c;".repeat(10)}">]>`;
const docx = makeDocx({ chapters: [{ title: "One", paragraphs: ["The tide rose.", "It fell."] }] });
const pdf = makePdf({ pages: [[{ text: "The tide rose.", x: 50, y: 500 }]] });

/** Repeats compressed blocks, which is faster than compressing a gigabyte. */
function deflatedZeros(bytes: number): Buffer {
	const block = Math.min(bytes, 10e6);
	const part = deflateRawSync(Buffer.alloc(block), { finishFlush: constants.Z_FULL_FLUSH });
	return Buffer.concat([...Array.from({ length: bytes / block }, () => part), deflateRawSync(Buffer.alloc(0))]);
}

/** An archive with entries of zeros whose declared size may lie. */
function zipBomb(entries: number, bytesEach: number, declared = bytesEach): Uint8Array {
	const data = deflatedZeros(bytesEach);
	const parts: Buffer[] = [];
	const directory: Buffer[] = [];
	let offset = 0;
	for (let index = 0; index < entries; index++) {
		const name = Buffer.from(index === 0 ? "word/document.xml" : `word/${index}.xml`);
		const local = Buffer.alloc(30);
		local.writeUInt32LE(0x04034b50, 0);
		local.writeUInt16LE(8, 8);
		local.writeUInt32LE(data.length, 18);
		local.writeUInt32LE(declared, 22);
		local.writeUInt16LE(name.length, 26);
		const central = Buffer.alloc(46);
		central.writeUInt32LE(0x02014b50, 0);
		central.writeUInt16LE(8, 10);
		central.writeUInt32LE(data.length, 20);
		central.writeUInt32LE(declared, 24);
		central.writeUInt16LE(name.length, 28);
		central.writeUInt32LE(offset, 42);
		parts.push(local, name, data);
		directory.push(central, name);
		offset += local.length + name.length + data.length;
	}
	const end = Buffer.alloc(22);
	end.writeUInt32LE(0x06054b50, 0);
	end.writeUInt16LE(entries, 8);
	end.writeUInt16LE(entries, 10);
	end.writeUInt32LE(Buffer.concat(directory).length, 12);
	end.writeUInt32LE(offset, 16);
	return Buffer.concat([...parts, ...directory, end]);
}

describe("archives", () => {
	test("that unpack to a gigabyte are rejected, whatever they declare", async () => {
		const bomb = zipBomb(1, 1e9);
		expect(bomb.length).toBeLessThan(10e6);
		expect(await faultOf(bomb, "a.docx")).toBe("too_large");
		expect(await readFault(zipBomb(1, 1e9, 1_000), "a.docx")).toBe("too_large");
	});

	test("with thousands of entries are rejected", async () => {
		expect(await faultOf(zipBomb(3_000, 10), "a.docx")).toBe("too_large");
	});

	test("that are cut off are rejected", async () => {
		expect(await faultOf(docx.subarray(0, docx.length >> 1), "a.docx")).toBe("unreadable");
		expect(await readFault(docx.subarray(0, 60), "a.docx")).toBe("unreadable");
	});

	test("with names that lead out of the archive are read by their names", async () => {
		const files = { "../../word/document.xml": "<evil/>", "/etc/passwd": "evil", "..\\OEBPS\\c1.xhtml": "<p>evil</p>" };
		const chapters = [{ title: "One", paragraphs: ["The tide rose."] }];
		for (const [bytes, name] of [
			[makeDocx({ chapters, files }), "a.docx"],
			[makeEpub({ chapters, files }), "a.epub"],
		] as const) {
			const text = await readBytes(bytes, name);
			expect(text.chapters.map((chapter) => chapter.blocks.map((block) => block.text))).toEqual([
				["One", "The tide rose."],
			]);
		}
		const escaping = makeEpub({ chapters: [{ file: "../../../../etc/passwd", body: "<p>The tide rose.</p>" }] });
		expect(await readFault(escaping, "a.epub")).toBe("no_text");
	});
});

describe("markup", () => {
	test("that declares entities is rejected", async () => {
		expect(await faultOf(makeDocx({ documentXml: `${laughs}<w:document>&d;</w:document>` }), "a.docx")).toBe(
			"unreadable",
		);
		const body = `${laughs}<html><body><p>&d;</p></body></html>`;
		expect(await readFault(makeEpub({ chapters: [{ body }] }), "a.epub")).toBe("unreadable");
	});

	test("that is nested deeply is rejected", async () => {
		const deep = `<html><body>${"<div>".repeat(100_000)}text`;
		expect(await readFault(deep, "a.html")).toBe("unreadable");
		expect((await failureOf(readBytes(deep, "a.html", { article: true }))).fault).toBe("unreadable");
		expect(await readFault(`${"> ".repeat(100_000)}text`, "a.md")).toBe("unreadable");
	});

	test("for Word that is nested deeply ends with an error", async () => {
		const documentXml = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${"<w:p>".repeat(200_000)}`;
		expect(await faultOf(makeDocx({ documentXml }), "a.docx")).toBe("unreadable");
	});
});

describe("protected documents are rejected", () => {
	test("a PDF with a password", async () => {
		const bytes = makePdf({ pages: [[{ text: "The tide rose.", x: 50, y: 500 }]], encrypted: true });
		expect(await faultOf(bytes, "a.pdf")).toBe("encrypted");
	});

	test("an EPUB with DRM, but not one with protected fonts", async () => {
		const encryption = (algorithm: string) =>
			`<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/></enc:EncryptedData></encryption>`;
		const chapters = [{ title: "One", paragraphs: ["The tide rose."] }];
		const drm = encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc");
		expect(await faultOf(makeEpub({ chapters, encryption: drm }), "a.epub")).toBe("encrypted");
		const fonts = encryption("http://www.idpf.org/2008/embedding");
		expect(await inspectBytes(makeEpub({ chapters, encryption: fonts }), "a.epub")).toEqual({ format: "epub" });
	});
});

describe("other files", () => {
	test("are not supported", async () => {
		const png = Buffer.from("89504e470d0a1a0a0000000d4948445200000001000000010806000000", "hex");
		expect(await faultOf(png, "story.txt")).toBe("unsupported");
		expect(await readFault("{\\rtf1 text}", "story.txt")).toBe("unsupported");
		const archive = zipSync({ "notes.xml": strToU8("<a/>") });
		expect(await faultOf(archive, "story.docx")).toBe("unsupported");
	});

	test("an empty file has no text", async () => {
		expect(await faultOf("", "story.txt")).toBe("no_text");
		expect(await readFault(" \n\n ", "story.txt")).toBe("no_text");
	});

	test("a PDF that is cut off is rejected or read as far as it goes", async () => {
		expect(await faultOf(pdf.subarray(0, 100), "a.pdf")).toBe("unreadable");
	});

	test("a PDF without text says what to do", async () => {
		const error = await failureOf(readBytes(makePdf({ pages: [[], []] }), "scan.pdf"));
		expect(error).toMatchObject({ fault: "no_text", message: expect.stringContaining("OCR") });
	});

	const line = "The tide rose. ".repeat(1_400_000);

	test("a text of one line of 20 MB is too large", async () => {
		expect(await readFault(line, "a.txt")).toBe("too_large");
	});

	test("a text of one line of 20 MB is split if it is allowed", { tags: ["verify"] }, async () => {
		const limits = { ...testLimits, maxCharacters: 30_000_000 };
		const text = await readBytes(line, "a.txt", { limits });
		expect(text.chapters.length).toBeGreaterThan(200);
	});
});

describe("the process that reads", () => {
	test("can open no files while it reads", { tags: ["verify"] }, async () => {
		if (process.platform !== "linux") return;
		const novel = makeNovel({ words: 200_000, chapters: 10, seed: 3 });
		const reading = readBytes(novelDocx(novel), "a.docx");
		const filters: number[] = [];
		let isReading = true;
		const stop = () => {
			isReading = false;
		};
		void reading.then(stop, stop);
		while (isReading) {
			for (const status of await statusOfChildren()) {
				const [, count] = /^Seccomp_filters:\s*(\d+)/m.exec(status) ?? [];
				if (count) filters.push(Number(count));
			}
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		await reading;
		// One filter before it starts, and the one that takes all rights away before it reads.
		expect(Math.max(...filters)).toBe(2);
	});

	test("is killed when it takes too long or the caller aborts", async () => {
		const bytes = novelDocx(makeNovel({ words: 200_000, chapters: 10, seed: 4 }));
		await withFile(bytes, async (file) => {
			const task = { name: "inspect", kind: "zip", fileName: "a.docx", bytes: bytes.length } as const;
			await expect(runDocumentTask(task, { input: file.fd, timeoutMs: 50 })).rejects.toMatchObject({ fault: "stuck" });
			const signal = AbortSignal.timeout(100);
			const aborted = readDocument(file, { fileName: "a.docx", limits: testLimits, signal });
			await expect(aborted).rejects.toMatchObject({ name: "TimeoutError" });
		});
	});

	test("that runs out of memory ends with an error", { tags: ["verify"] }, async () => {
		// A paragraph for each of millions of tags.
		const html = `<html><body>${"<p>a".repeat(12_000_000)}`;
		const error = await failureOf(readBytes(html, "a.html", { limits: { ...testLimits, maxCharacters: 1e9 } }));
		expect(error.fault).toBe("too_large");
	});
});

test("reads a novel of 300,000 words within limits of time and memory", { tags: ["measured"] }, async () => {
	const novel = makeNovel({ words: 300_000, chapters: 40, seed: 2 });
	for (const [name, bytes] of [
		["novel.docx", novelDocx(novel)],
		["novel.epub", novelEpub(novel)],
	] as const) {
		const started = performance.now();
		let done: DocumentReport | undefined;
		const onReport = (report: DocumentReport) => {
			done = report;
		};
		const text = await withFile(bytes, (file) =>
			runDocumentTask(
				{ name: "read", kind: "zip", fileName: name, bytes: bytes.length, limits: testLimits },
				{ input: file.fd, timeoutMs: 180_000, onReport },
			),
		);
		const seconds = (performance.now() - started) / 1000;
		if (done?.type !== "done") throw new Error("not done");
		console.log(`${name}: ${seconds.toFixed(1)} s, ${Math.round(done.peakMemoryBytes / 1e6)} MB`);
		expect(JSON.parse(text).chapters).toHaveLength(40);
		expect(seconds).toBeLessThan(60);
		expect(done.peakMemoryBytes).toBeLessThan(600e6);
	}
});

async function statusOfChildren(): Promise<string[]> {
	const tasks = await readdir("/proc/self/task");
	const lists = await Promise.all(
		tasks.map((task) => readFile(`/proc/self/task/${task}/children`, "utf8").catch(() => "")),
	);
	const ids = lists.flatMap((list) => list.trim().split(" ")).filter((id) => id !== "");
	return Promise.all(ids.map((id) => readFile(`/proc/${id}/status`, "utf8").catch(() => "")));
}
