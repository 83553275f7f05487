import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type ApiDocument, buildReference } from "../web/app/features/developers/model/reference-model.ts";
import { ROOT } from "./generated.ts";
import { officialApi, operationName, operationsOf } from "./official-api.ts";

test("the coverage in the README and the list of fields without effect match the contract", async () => {
	const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, "tools/compatibility.ts"), "--check"], {
		cwd: ROOT,
	});
	expect(stdout).toBe("README.md is up to date\ndocs/compatibility.md is up to date\n");
});

test("the Drop-in API page lists every official operation that the README counts as available, and no other", async () => {
	const document = JSON.parse(await readFile(join(ROOT, "docs/api/openapi.json"), "utf8")) as ApiDocument;
	const listed = buildReference(document).flatMap(({ operations }) =>
		operations.map(({ method, path }) => operationName(method, path)),
	);
	expect(new Set(listed).size, "each operation once").toBe(listed.length);
	const own = new Set(operationsOf(document));
	expect(listed.filter((operation) => !own.has(operation))).toEqual([]);
	const official = operationsOf(await officialApi());
	const readme = await readFile(join(ROOT, "README.md"), "utf8");
	const [, total, available] =
		/Of the (\d+) operations that the official CLI describes, Timbre has (\d+):/.exec(readme) ?? [];
	expect(official).toHaveLength(Number(total));
	expect(official.filter((operation) => listed.includes(operation))).toHaveLength(Number(available));
});
