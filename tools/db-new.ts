// npm run db:new -- <area> <what>: creates an empty migration that sorts after all others.
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readTiers } from "./areas.ts";
import { ROOT } from "./generated.ts";

const FOLDER = "packages/db/migrations";

/** Path of a new migration, relative to `root`. */
export async function migrationPath(root: string, area: string, what: string): Promise<string> {
	const now = Number(new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14));
	const stamps = (await readdir(join(root, FOLDER))).map((file) => Number.parseInt(file, 10) || 0);
	// The new migration must sort last even if the clock is behind.
	const stamp = Math.max(now, ...stamps.map((taken) => taken + 1));
	return `${FOLDER}/${stamp}_${area.replaceAll("-", "_")}_${what}.sql`;
}

if (import.meta.main) {
	const [area, ...words] = process.argv.slice(2);
	const what = words
		.join("_")
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, "_");
	const areas = [...Object.values(await readTiers(ROOT)).flat(), "core"];
	if (!area || !what || !areas.includes(area)) {
		console.error(`Usage: npm run db:new -- <area> <what>\nAreas: ${areas.join(" ")}`);
		process.exit(1);
	}
	await mkdir(join(ROOT, FOLDER), { recursive: true });
	const file = await migrationPath(ROOT, area, what);
	await writeFile(join(ROOT, file), "", { flag: "wx" });
	console.log(`Created ${file}. Write the SQL, then run: npm run db:types`);
}
