import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./generated.ts";
import { vocabularyFindings } from "./vocabulary.ts";

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
