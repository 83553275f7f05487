import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./generated.ts";
import { styleFindings, vocabularyFindings } from "./vocabulary.ts";

test("identifiers in core, contract, speech node and public faces use the field's words", async () => {
	expect(await vocabularyFindings(ROOT)).toEqual([]);
});

test("finds an avoided word in an identifier, and not in comments, strings or wire fields", async () => {
	const root = await mkdtemp(join(tmpdir(), "timbre-vocabulary-"));
	await mkdir(join(root, "server/src/core"), { recursive: true });
	const code = [
		"// most of it",
		"export const mostBytes = 1;",
		'const text = "crowd";',
		"const row = { heard_at: `$" + "{usualRate} told` };",
	].join("\n");
	await writeFile(join(root, "server/src/core/example.ts"), code);
	expect(await vocabularyFindings(root)).toEqual([
		"server/src/core/example.ts: mostBytes: use max",
		"server/src/core/example.ts: usualRate: use default",
	]);
	await rm(root, { recursive: true });
});

test("texts use one form of can't and of percentages", async () => {
	expect(await styleFindings(ROOT)).toEqual([]);
});

test("finds another form in a string or a doc, and not in comments or tests", async () => {
	const root = await mkdtemp(join(tmpdir(), "timbre-style-"));
	await mkdir(join(root, "server/src/core"), { recursive: true });
	await mkdir(join(root, "docs"));
	const code = [
		"/**",
		" * It cannot.",
		" */",
		"// 5 % cannot",
		'const text = "This cannot be undone.";',
		"const rest = count % 2;",
	];
	await writeFile(join(root, "server/src/core/example.ts"), code.join("\n"));
	await writeFile(join(root, "server/src/core/example.test.ts"), 'test("it cannot", () => {});');
	await writeFile(join(root, "docs/example.md"), "| all | 95.5 % (191/200) |");
	expect(await styleFindings(root)).toEqual([
		"docs/example.md:1: use a percent sign without a space",
		"server/src/core/example.ts:5: use can't",
	]);
	await rm(root, { recursive: true });
});
