// npm run new-area -- <name> [--tier <tier>]: creates a small working area and registers it everywhere.
// Invariant: writes nothing if the name is taken or an anchor line is missing.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { parseArgs, promisify } from "node:util";
import { readTiers, type Tiers } from "./areas.ts";
import { migrationPath } from "./db-new.ts";
import { ROOT } from "./generated.ts";
import { renderTemplate } from "./new-area/names.ts";
import { registrationsOf } from "./new-area/registrations.ts";

const TEMPLATES = join(import.meta.dirname, "new-area/templates");
const MIGRATION = "packages/db/migrations/";

type Files = Record<string, string>;

/** Writes the area's files and registers it. Returns the created and changed paths. */
export async function createArea(root: string, area: string, tier = "products"): Promise<string[]> {
	if (!/^[a-z]+(-[a-z]+)*$/.test(area)) throw new Error(`"${area}" is not a name in lower-case words with hyphens.`);
	await rejectTakenName(root, area);
	const files = {
		...(await filesOf(root, area)),
		...(await listedIn(root, area, tier)),
		...(await registeredIn(root, area)),
	};
	for (const [file, text] of Object.entries(files)) {
		await mkdir(dirname(join(root, file)), { recursive: true });
		await writeFile(join(root, file), text);
	}
	return Object.keys(files);
}

/** Formats the files and regenerates the API document and the table types. */
export async function regenerate(root: string, files: readonly string[]): Promise<void> {
	const run = (tool: string, ...args: string[]) =>
		promisify(execFile)(process.execPath, [join(root, tool), ...args], { cwd: root });
	const sources = files.filter((file) => !file.endsWith(".sql"));
	await run("node_modules/@biomejs/biome/bin/biome", "check", "--write", "--linter-enabled=false", ...sources);
	await Promise.all([run("tools/openapi.ts"), run("tools/db-types.ts")]);
}

async function rejectTakenName(root: string, area: string): Promise<void> {
	for (const home of [`packages/contract/src/${area}`, `server/src/features/${area}`, `web/app/features/${area}`])
		if (existsSync(join(root, home))) throw new Error(`"${area}" is already an area: ${home} exists.`);
	const read = (file: string) => readFile(join(root, file), "utf8");
	if ((await read("web/app/shell/navigation/app-routes.ts")).includes(`built("/${area}",`))
		throw new Error(`"${area}" is taken: there is a page at /app/${area}.`);
	if ((await read("docs/api/openapi.json")).includes(`"/v1/${area}"`))
		throw new Error(`"${area}" is taken: there is an endpoint at /v1/${area}.`);
}

/** Renders the templates, whose paths mirror the target paths. */
async function filesOf(root: string, area: string): Promise<Files> {
	const files: Files = {};
	for (const entry of await readdir(TEMPLATES, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile()) continue;
		const template = join(entry.parentPath, entry.name);
		const path = renderTemplate(relative(TEMPLATES, template).replace(/\.txt$/, ""), area);
		const file = path.startsWith(MIGRATION) ? await migrationPath(root, area, "items") : path;
		files[file] = renderTemplate(await readFile(template, "utf8"), area);
	}
	return files;
}

async function registeredIn(root: string, area: string): Promise<Files> {
	const files: Files = {};
	for (const { file, edit } of registrationsOf(area)) {
		try {
			const before = await readFile(join(root, file), "utf8");
			const after = edit(before);
			if (after !== before) files[file] = after;
		} catch (error) {
			const reason = (error as Error).message;
			throw new Error(`Cannot register "${area}" in ${file}: ${reason}. Update tools/new-area/registrations.ts.`);
		}
	}
	return files;
}

async function listedIn(root: string, area: string, tier: string): Promise<Files> {
	const tiers: Tiers = await readTiers(root);
	const known = Object.values(tiers).flat().includes(area);
	if (!known && !tiers[tier]) throw new Error(`Unknown tier "${tier}". Tiers: ${Object.keys(tiers).join(", ")}`);
	if (!known) tiers[tier]?.push(area);
	return { "tools/areas.json": JSON.stringify(tiers) };
}

if (import.meta.main) {
	try {
		const { positionals, values } = parseArgs({ allowPositionals: true, options: { tier: { type: "string" } } });
		const [area] = positionals;
		if (!area || positionals.length > 1) throw new Error("Usage: npm run new-area -- <name> [--tier <tier>]");
		const files = await createArea(ROOT, area, values.tier);
		await regenerate(ROOT, files);
		for (const file of files) console.log(file);
		console.log(`\nCreated ${area}: /app/${area} lists and creates items through /v1/${area}. Next: npm run check`);
	} catch (error) {
		console.error((error as Error).message);
		process.exitCode = 1;
	}
}
