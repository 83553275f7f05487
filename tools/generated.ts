// Writes generated files that are committed, or compares them with --check.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..");

/** Writes `text` to `file`. With --check, reports whether the committed file still matches. */
export async function writeOrCheck(file: string, text: string, command: string): Promise<void> {
	const path = relative(ROOT, file);
	const committed = await readFile(file, "utf8").catch(() => undefined);
	if (committed === text) {
		console.log(`${path} is up to date`);
		return;
	}
	if (process.argv.includes("--check")) {
		const first = (committed ?? "").split("\n").findIndex((line, index) => line !== text.split("\n")[index]);
		const where = committed === undefined ? "is missing" : `differs from line ${first + 1}`;
		console.error(`${path} ${where}. Run: ${command}`);
		process.exitCode = 1;
		return;
	}
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, text);
	console.log(`wrote ${path}`);
}
