// The start of a novel in the public domain. It is read from the test data of a package that compresses text.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const source = { package: "Brotli==1.1.0", file: "Brotli-1.1.0/tests/testdata/alice29.txt" };
const archiveHash = "81de08ac11bcb85841e440c13611c00b67d3bf82698314928d0b676362546724";
const start = "Alice was beginning to get very tired";

/** Paragraphs of Alice's Adventures in Wonderland by Lewis Carroll (1865), at least `words` words. */
export async function novelParagraphs(words: number): Promise<string[]> {
	const folder = await mkdtemp(join(tmpdir(), "timbre-novel-"));
	try {
		await writeFile(join(folder, "requirements.txt"), `${source.package} --hash=sha256:${archiveHash}\n`);
		const download = ["download", "--quiet", "--no-deps", "--no-binary", ":all:", "--require-hashes"];
		await run("python3", ["-m", "pip", ...download, "-r", join(folder, "requirements.txt"), "-d", folder]);
		await run("tar", ["xzf", join(folder, "Brotli-1.1.0.tar.gz"), "-C", folder, source.file]);
		const text = await readFile(join(folder, source.file), "utf8");
		const paragraphs: string[] = [];
		let count = 0;
		for (const one of text.slice(text.indexOf(start)).split(/\n\s*\n/)) {
			const paragraph = clean(one);
			if (!/\p{L}/u.test(paragraph)) continue;
			paragraphs.push(paragraph);
			count += paragraph.split(" ").length;
			if (count >= words) break;
		}
		return paragraphs;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** The file marks quotations with ` and ', emphasis with capitals and dashes with two hyphens, and hyphenates at line ends. */
const clean = (paragraph: string): string =>
	paragraph
		.replaceAll(/(\p{L})-\s+/gu, "$1-")
		.replaceAll(/\s+/g, " ")
		.replaceAll(/\b\p{Lu}{2,}\b/gu, (word) => word.toLowerCase())
		.replaceAll("--", " – ")
		.replaceAll(/`([^`]*?)'(?=[\s.,;:!?)]|$)/g, "“$1”")
		.replaceAll("`", "“")
		.replaceAll(/\s+/g, " ")
		.trim();
