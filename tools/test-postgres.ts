// Vitest global setup: one temporary PostgreSQL per run, on a free port.
// Test files clone their own database from a template (packages/db/src/test-db.ts).
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "./stack/ports.ts";
import { startPostgres } from "./stack/postgres.ts";

declare module "vitest" {
	export interface ProvidedContext {
		databaseUrl: string;
	}
}

type Project = { provide(key: "databaseUrl", value: string): void };

export async function setup(project: Project): Promise<() => Promise<void>> {
	const given = process.env.TEST_DATABASE_URL;
	if (given) {
		project.provide("databaseUrl", given);
		return async () => {};
	}
	const folder = await mkdtemp(join(tmpdir(), "timbre-test-pg-"));
	const { postgres: port } = await freePorts();
	const postgres = await startPostgres({ dataDir: join(folder, "data"), port, fast: true, onLine: () => {} });
	process.env.TEST_DATABASE_URL = postgres.url;
	project.provide("databaseUrl", postgres.url);
	return async () => {
		await postgres.stop();
		await rm(folder, { recursive: true, force: true });
	};
}
