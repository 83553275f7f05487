// npm run db:types: generates Kysely table types from a freshly migrated database.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { migrate } from "@timbre/db/migrate.ts";
import { ROOT, writeOrCheck } from "./generated.ts";
import { freePorts } from "./stack/ports.ts";
import { startPostgres } from "./stack/postgres.ts";

const folder = await mkdtemp(join(tmpdir(), "timbre-db-types-"));
const { postgres: port } = await freePorts();
const postgres = await startPostgres({
	dataDir: join(folder, "data"),
	port,
	fast: true,
	database: "types",
	onLine: () => {},
});
try {
	await migrate(postgres.url);
	const output = join(folder, "schema.ts");
	await promisify(execFile)(process.execPath, [
		join(ROOT, "node_modules/kysely-codegen/dist/cli/bin.js"),
		"--dialect=postgres",
		`--url=${postgres.url}`,
		`--out-file=${output}`,
		"--exclude-pattern=schema_migration",
		// connect.ts reads int8 as a number.
		'--type-mapping={"int8":"number","jsonb":"JsonColumn"}',
	]);
	// The generator's custom imports don't work for mapped types.
	const text = (await readFile(output, "utf8")).replace(
		/^import type .*$/m,
		'$&\nimport type { JsonColumn } from "./json-text.ts";',
	);
	await writeOrCheck(join(ROOT, "packages/db/src/schema.generated.ts"), text, "npm run db:types");
} finally {
	await postgres.stop();
	await rm(folder, { recursive: true, force: true });
}
