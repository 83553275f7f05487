import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "./schema.generated.ts";

/** A connection or a transaction: every repository function takes one as its first argument. */
export type Db = Kysely<DB> | Transaction<DB>;
export type Database = Kysely<DB>;

// int8 as number: our counts stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** `waitSeconds`: how long a query waits for a free or a new connection. */
export function createPool(databaseUrl: string, options: { max?: number; waitSeconds?: number } = {}): pg.Pool {
	const { max = 10, waitSeconds = 10 } = options;
	const pool = new pg.Pool({ connectionString: databaseUrl, max, connectionTimeoutMillis: waitSeconds * 1000 });
	// An idle connection that the server closes (restart, failover) is replaced on next use; without a listener it would end the process.
	pool.on("error", () => {});
	return pool;
}

/** All connections were in use for as long as anybody waits for one. The driver has no name for it but its words. */
export function isOutOfConnections(error: unknown): boolean {
	return error instanceof Error && error.message === "timeout exceeded when trying to connect";
}

export function connect(pool: pg.Pool): Database {
	return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}
