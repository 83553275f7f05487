// npm run db:new -- <area> <what>: an empty migration whose name sorts after all others.
import { mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { readTiers } from "./areas.ts";
import { ROOT } from "./generated.ts";

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
const stamp = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
const folder = join(ROOT, "packages/db/migrations");
const file = join(folder, `${stamp}_${area.replaceAll("-", "_")}_${what}.sql`);
await mkdir(folder, { recursive: true });
await writeFile(file, "", { flag: "wx" });
console.log(`made ${relative(ROOT, file)}; write the SQL, then run: npm run db:types`);
