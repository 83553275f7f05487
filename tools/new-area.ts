// npm run new-area -- <name> [--tier products]: the area's three homes, its denied test, its line in areas.json.
import { access, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { camelCase, readTiers } from "./areas.ts";
import { ROOT } from "./generated.ts";

const title = (area: string) => `${area[0]?.toUpperCase()}${area.slice(1).replaceAll("-", " ")}`;

/** The files of a new area: what every area has, and nothing that pretends to work. */
export function filesOf(area: string): Record<string, string> {
	const name = camelCase(area);
	return {
		[`packages/contract/src/${area}.ts`]: [
			"/** Endpoints of this area; list them in all-endpoints.ts too. */",
			`export const ${name}Endpoints = {};`,
			"",
		].join("\n"),
		[`server/src/features/${area}/${area}.service.ts`]: [
			`// ${title(area)}: what the area is, and what always holds. One to three lines.`,
			"",
			"export {};",
			"",
		].join("\n"),
		[`server/src/features/${area}/${area}.denied.test.ts`]: [
			`import { ${name}Endpoints } from "@timbre/contract/${area}.ts";`,
			'import { expect, test } from "vitest";',
			"",
			"// One denied(…) call an endpoint: no login 401, missing right 403, another workspace's id 404, over quota.",
			`test("${area} has no endpoint yet: delete this with the first one", () => {`,
			`\texpect(Object.keys(${name}Endpoints)).toEqual([]);`,
			"});",
			"",
		].join("\n"),
		[`web/app/features/${area}/${area}.queries.ts`]: [
			`// Server data of the ${area} pages, through TanStack Query.`,
			"",
			"export {};",
			"",
		].join("\n"),
	};
}

export async function makeArea(root: string, area: string, tier: string): Promise<string[]> {
	const tiers = await readTiers(root);
	if (!/^[a-z]+(-[a-z]+)*$/.test(area)) throw new Error(`"${area}" is not a name in lower-case words with hyphens.`);
	const members = tiers[tier];
	if (!members) throw new Error(`There is no tier "${tier}". Tiers: ${Object.keys(tiers).join(", ")}`);
	if (!Object.values(tiers).flat().includes(area)) {
		members.push(area);
		const rows = Object.entries(tiers).map(
			([key, names]) => `\t"${key}": ${JSON.stringify(names).replaceAll(",", ", ")}`,
		);
		await writeFile(join(root, "tools/areas.json"), `{\n${rows.join(",\n")}\n}\n`);
	}
	const made: string[] = [];
	for (const [file, text] of Object.entries(filesOf(area))) {
		const there = await access(join(root, file)).then(
			() => true,
			() => false,
		);
		if (there) continue;
		await mkdir(dirname(join(root, file)), { recursive: true });
		await writeFile(join(root, file), text);
		made.push(file);
	}
	return made;
}

/** The tier an area is listed in already, or the one asked for. */
async function tierOf(root: string, area: string, asked: string | undefined): Promise<string> {
	const tiers = await readTiers(root);
	const listed = Object.entries(tiers).find(([, names]) => names.includes(area))?.[0];
	const tier = listed ?? asked;
	if (!tier) throw new Error(`"${area}" is new: say its tier with --tier (${Object.keys(tiers).join(", ")}).`);
	return tier;
}

if (import.meta.main) {
	const [area, flag, asked] = process.argv.slice(2);
	try {
		if (!area) throw new Error("Usage: npm run new-area -- <name> [--tier <tier>]");
		const made = await makeArea(ROOT, area, await tierOf(ROOT, area, flag === "--tier" ? asked : undefined));
		for (const file of made) console.log(`made ${file}`);
		if (made.length === 0) console.log(`${area} has its homes already`);
	} catch (error) {
		console.error((error as Error).message);
		process.exitCode = 1;
	}
}
