import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const references = /`([\w./-]+\.(?:test|spec)\.tsx?)` "([^"]+)"/g;

test("docs/security.md references only tests that exist, and every group references one or says why not", async () => {
	const text = await readFile(join(root, "docs/security.md"), "utf8");
	const failures: string[] = [];
	for (const [, file = "", title = ""] of text.matchAll(references)) {
		const source = await readFile(join(root, file), "utf8").catch(() => undefined);
		if (source === undefined) failures.push(`${file} does not exist`);
		else if (!source.includes(title)) failures.push(`${file} has no "${title}"`);
	}
	const groups = text.split("\n").filter((line) => /^\| \d+\.\d+ /.test(line));
	expect(groups.length).toBeGreaterThan(60);
	for (const group of groups) {
		if (!/"[^"]+"|Does not apply: |Not met: /.test(group)) failures.push(`references no test: ${group}`);
	}
	expect(failures).toEqual([]);
});
