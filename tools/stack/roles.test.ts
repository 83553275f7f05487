import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../generated.ts";
import { flagsOf } from "./roles.ts";

test.each([
	["deploy/Dockerfile", ["api"]],
	["deploy/compose.yaml", ["api", "worker", "speech-node"]],
] as const)("%s starts its roles with the same flags as npm run dev", async (file, roles) => {
	const text = await readFile(join(ROOT, file), "utf8");
	for (const role of roles) {
		const command = ["node", ...flagsOf[role], `server/src/${role}.ts`].map((word) => `"${word}"`).join(", ");
		expect(text).toContain(`[${command}]`);
	}
});
