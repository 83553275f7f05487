import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { ROOT } from "./generated.ts";

test("the coverage in the README and the list of fields without effect match the contract", async () => {
	const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, "tools/compatibility.ts"), "--check"], {
		cwd: ROOT,
	});
	expect(stdout).toBe("README.md is up to date\ndocs/compatibility.md is up to date\n");
});
